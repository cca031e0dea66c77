import type { BoardData } from '../../tier/board-data.ts';
import type { BoardWord } from '../../tier/messages.ts';

/** The board's words in the page's language, with what stands in braces filled in. */
export type Say = (word: BoardWord, fill?: Readonly<Record<string, string | number>>) => string;

export function speaker({ words }: Pick<BoardData, 'words'>): Say {
  return (word, fill = {}) =>
    (words[word] ?? word).replace(/\{(\w+)\}/g, (braces, name: string) => String(fill[name] ?? braces));
}
