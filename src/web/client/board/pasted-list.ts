import type { OwnItem } from './state.ts';

type NewItem = Omit<OwnItem, 'key'>;

/** A bullet, a check box, or a number with a mark behind it. */
const listMark = /^(?:[-*+•‣◦▪–—]\s+(?:\[[ xX]?\]\s*)?|\(?\d{1,3}(?:[.)]\s+|、\s*)|#\d{1,3}\s+)/u;
/** Between the entries of a single line; a comma within a number is none. */
const separator = /\s*(?:;|，|；|、|,(?!\d{3}(?:\D|$)))\s*/u;

/**
 * Parses a list as people paste it: an item in each line, with or without bullets or numbers; in a single line, items between
 * commas; columns of a spreadsheet, where each cell is an item. An address, with words before or after it, is a photo with a
 * caption.
 */
export function itemsFrom(text: string): readonly NewItem[] {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim().replace(listMark, ''))
    .filter((line) => line !== '');
  const [only = ''] = lines;
  const isOneLine = lines.length === 1 && !/https?:\/\//i.test(only);
  const cells =
    isOneLine && !only.includes('\t') ? [only.split(separator)] : lines.map((line) => line.split('\t'));
  return cells.flatMap((row) => itemsOf(row.map(unquoted))).filter(isSomething);
}

/** Returns the items of a line's cells: cells beside an address are its caption. */
function itemsOf(cells: readonly string[]): NewItem[] {
  const url = cells.find(isAddress);
  if (url !== undefined) {
    const caption = cells
      .filter((cell) => cell !== url)
      .join(' ')
      .trim();
    return [{ url, label: caption }];
  }
  return cells.flatMap((cell) => {
    const [first = '', ...words] = cell.split(/\s+/);
    if (isAddress(first)) {
      return { url: first, label: words.join(' ') };
    }
    return { label: cell };
  });
}

function isAddress(text: string): boolean {
  return /^https?:\/\/\S+$/iu.test(text) && URL.canParse(text);
}

function unquoted(cell: string): string {
  const [, quoted] = /^"(.*)"$/s.exec(cell.trim()) ?? [];
  return quoted?.replaceAll('""', '"') ?? cell.trim();
}

function isSomething({ label, url }: NewItem): boolean {
  return label !== '' || url !== undefined;
}

/**
 * Separates the items that a board already has or that come twice, and those with too long a text, from the others.
 *
 * @param maxLength of a text, in UTF-16 units, as `maxlength` of a field counts
 */
export function sortItems(items: readonly NewItem[], present: readonly NewItem[], maxLength: number) {
  const known = new Set(present.map(nameOf));
  const fresh: NewItem[] = [];
  const doubles: NewItem[] = [];
  const tooLong: NewItem[] = [];
  for (const item of items) {
    const list = item.label.length > maxLength ? tooLong : known.has(nameOf(item)) ? doubles : fresh;
    list.push(item);
    known.add(nameOf(item));
  }
  return { fresh, doubles, tooLong };
}

function nameOf({ label, url = '' }: NewItem): string {
  return `${url} ${url === '' ? label.toLocaleLowerCase() : ''}`;
}

/** Writes items as `itemsFrom` reads them. */
export function asLines(items: readonly NewItem[]): string {
  return items.map(({ label, url }) => [url, label].filter(Boolean).join(' ')).join('\n');
}
