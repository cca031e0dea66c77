import type { TemplateItem } from '../model/template.ts';

/** Whether something is drawn above an item's words. */
export function hasArt({ emoji, art }: TemplateItem): boolean {
  return emoji !== undefined || art !== undefined;
}
