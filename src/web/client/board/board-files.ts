import type { OpenedBoard } from '../../tier/board-data.ts';
import { postBoard, type Refusal } from './post-board.ts';

/** A larger file is not read; the service takes less. */
const maxFileBytes = 1024 * 1024;

type Outcome =
  | { readonly kind: 'opened'; readonly opened: OpenedBoard }
  | { readonly kind: 'unreadable' }
  | Refusal;

/** Has the service check the board in a text or file: a render request as JSON, or a link to a board. */
export async function readBoard(address: string, source: string | File): Promise<Outcome> {
  if (typeof source !== 'string' && source.size > maxFileBytes) return { kind: 'unreadable' };
  const body = bodyFor(typeof source === 'string' ? source : await source.text());
  if (body === undefined) return { kind: 'unreadable' };
  return postBoard(address, body, async (response) => ({ kind: 'opened', opened: await response.json() }));
}

/** Returns what the service gets for a text: the request itself, or the `b` of a link; undefined for any other text. */
export function bodyFor(text: string): string | undefined {
  const trimmed = text.trim();
  if (URL.canParse(trimmed)) {
    const b = new URL(trimmed).searchParams.get('b');
    return b === null ? undefined : JSON.stringify({ b });
  }
  try {
    const value: unknown = JSON.parse(trimmed);
    return typeof value === 'object' && value !== null ? trimmed : undefined;
  } catch {
    return undefined;
  }
}

/** Returns whether a file may hold a request. Others are photos. */
export function isJsonFile({ name, type }: Pick<File, 'name' | 'type'>): boolean {
  return type === 'application/json' || /\.json$/i.test(name);
}

/** Has the browser save a text as a file. */
export function saveFile(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = name;
  link.click();
  // Later, because the browser may still read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
