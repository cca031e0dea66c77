import type { BoardData } from '../../tier/board-data.ts';
import type { BoardMessageKey } from '../../tier/messages.ts';

/** Returns a message in the page's language, with the names in braces replaced by values. */
export type Translate = (key: BoardMessageKey, values?: Readonly<Record<string, string | number>>) => string;

export function createTranslate({ messages }: Pick<BoardData, 'messages'>): Translate {
  return (key, values = {}) =>
    (messages[key] ?? key).replace(/\{(\w+)\}/g, (braces, name: string) => String(values[name] ?? braces));
}

/** Returns a tier's title as the page shows it: a blank title has a name. */
export function shownTitle(title: string, t: Translate): string {
  return title.trim() === '' ? t('untitledTier') : title;
}
