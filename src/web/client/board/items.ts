import type { BoardItem } from '../../tier/board-data.ts';
import type { Board, BoardSetup, ItemKey, OwnItem } from './state.ts';

/** What a tile shows of an item. */
export interface Shown {
  readonly label: string;
  readonly emoji?: string | undefined;
  /** The path of a drawing: the emoji's, or the item's art. */
  readonly drawing?: string | undefined;
  /** The host of a photo. The page itself does not load it. */
  readonly host?: string | undefined;
}

/** Returns what a tile shows of an item. */
export function shownItem(board: Board, key: ItemKey, { template }: Pick<BoardSetup, 'template'>): Shown {
  const own = board.own.find((item) => item.key === key);
  if (own !== undefined) return shownOwn(own);
  const item: BoardItem | undefined = template.items[Number(key.replace('item_', ''))];
  return item === undefined
    ? { label: key }
    : {
        label: item.label[board.locale],
        emoji: item.emoji,
        drawing: item.art === undefined ? item.drawing : `${item.art}${encodeURIComponent(board.theme)}`,
      };
}

function shownOwn({ label, url }: OwnItem): Shown {
  if (url === undefined) return { label };
  const host = URL.canParse(url) ? new URL(url).hostname : url;
  return { label: label === '' ? host : label, host };
}

/** Parses one item per line. A line that begins with an address is a photo with a caption. */
export function itemsFrom(text: string, maxLength: number): readonly Omit<OwnItem, 'key'>[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, url, caption = ''] = /^(https?:\/\/\S+)(?:\s+(.*))?$/iu.exec(line) ?? [];
      if (url !== undefined && URL.canParse(url)) return { url, label: caption.slice(0, maxLength) };
      return { label: line.slice(0, maxLength) };
    });
}
