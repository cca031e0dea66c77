import type { Template } from '../../model/template.ts';
import { type ThemeName, themeNames } from '../../model/vocabulary.ts';

/** Returns the theme of a template's cover. Covers take turns, so that a list of templates shows every theme. */
export function coverTheme({ id }: Pick<Template, 'id'>): ThemeName {
  const [first, ...others] = themeNames;
  return [first, ...others][id % themeNames.length] ?? first;
}
