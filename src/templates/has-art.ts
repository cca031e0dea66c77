import type { TemplateItem } from '../model/template.ts';

/** Whether an item has a figure above its words. */
export function hasArt({ emoji, art }: TemplateItem): boolean {
  return emoji !== undefined || art !== undefined;
}
