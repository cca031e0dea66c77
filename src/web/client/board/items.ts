import type { BoardItem } from '../../tier/board-data.ts';
import type { Board, ItemKey, OwnItem, Setting } from './state.ts';

/** What a tile shows of an item. */
export interface Shown {
  readonly label: string;
  readonly emoji?: string | undefined;
  /** The path of a drawing: of the emoji, or of what stands in its place. */
  readonly drawing?: string | undefined;
  /** The host of a picture from the web, which the page itself does not load. */
  readonly host?: string | undefined;
}

export function shownItem(board: Board, key: ItemKey, { template }: Pick<Setting, 'template'>): Shown {
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

/** One item a line; a line that begins with an address is a picture with a caption. */
export function itemsFrom(text: string, longest: number): readonly Omit<OwnItem, 'key'>[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, url, caption = ''] = /^(https?:\/\/\S+)(?:\s+(.*))?$/iu.exec(line) ?? [];
      if (url !== undefined && URL.canParse(url)) return { url, label: caption.slice(0, longest) };
      return { label: line.slice(0, longest) };
    });
}
