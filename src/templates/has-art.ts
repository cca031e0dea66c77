import type { TemplateItem } from '../model/template.ts';

/** Whether an item has a drawing. Does not read it. */
export function hasDrawing(item: TemplateItem): boolean {
  return 'art' in item;
}

/** Whether an item has a figure above its words: an emoji or a drawing. */
export function hasArt(item: TemplateItem): boolean {
  return item.emoji !== undefined || hasDrawing(item);
}
