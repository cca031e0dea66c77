import type { BoardItem } from '../../tier/board-data.ts';
import type { Board, BoardSetup, ItemKey, OwnItem } from './state.ts';
import { shownTitle, type Translate } from './translate.ts';

/** What a tile shows of an item. */
export interface Shown {
  readonly label: string;
  readonly emoji?: string | undefined;
  /** The path of a drawing: the emoji's, or the item's art. */
  readonly drawing?: string | undefined;
  /** The host of a photo. The page itself does not load it. */
  readonly host?: string | undefined;
  /** An own photo, as the board names it, and its caption, which may be empty. */
  readonly photo?: string | undefined;
  readonly caption?: string | undefined;
}

/** Returns what a tile shows of an item. */
export function shownItem(board: Board, key: ItemKey, { template }: Pick<BoardSetup, 'template'>): Shown {
  const own = board.own.find((item) => item.key === key);
  if (own?.photo !== undefined) return shownPhoto(board, own, own.photo);
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

/** Returns the ranking in words: `S: Tea, Coffee; A: Milk`. */
export function rankingText(board: Board, setup: Pick<BoardSetup, 'template'>, t: Translate): string {
  return board.tiers
    .filter(({ items }) => items.length > 0)
    .map(({ title, items }) => {
      const labels = items.map((key) => shownItem(board, key, setup).label);
      return `${shownTitle(title, t)}: ${labels.join(', ')}`;
    })
    .join('; ');
}

const graphemes = new Intl.Segmenter();

function shownOwn({ label, url }: OwnItem): Shown {
  if (url === undefined) {
    const [{ segment: first } = { segment: '' }] = graphemes.segment(label);
    const words = label.slice(first.length).trim();
    return isEmoji(first) ? { label: words === '' ? label : words, emoji: first } : { label };
  }
  const host = URL.canParse(url) ? new URL(url).hostname : url;
  return { label: label === '' ? host : label, host };
}

function isEmoji(grapheme: string): boolean {
  return /^[\p{Emoji_Presentation}\p{Regional_Indicator}]|\ufe0f/u.test(grapheme);
}

/** A photo without a caption is named by its number, for people who do not see it. */
function shownPhoto(board: Board, { key, label }: OwnItem, photo: string): Shown {
  const number =
    board.own.filter((item) => item.photo !== undefined).findIndex((item) => item.key === key) + 1;
  return { label: label === '' ? `📷 ${number}` : label, photo, caption: label };
}
