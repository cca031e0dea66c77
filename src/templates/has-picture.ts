import type { TemplateItem } from '../model/template.ts';

/** Whether something is drawn above an item's words. */
export function hasPicture({ emoji, art }: TemplateItem): boolean {
  return emoji !== undefined || art !== undefined;
}
