import type { Locale } from '../../../model/vocabulary.ts';
import type { StoredBoard } from './board-store.ts';
import type { Translate } from './translate.ts';

/** Returns the name of a board: its own, else its title, else that of its template. */
export function boardName(
  { name, board, templateTitle }: Pick<StoredBoard, 'name' | 'board' | 'templateTitle'>,
  locale: Locale,
  t: Translate,
): string {
  return [name, board.title, templateTitle[locale]].find((text) => text?.trim()) ?? t('customTitle');
}
