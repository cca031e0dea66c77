export interface ByteRange {
  readonly first: number;
  /** Inclusive. */
  readonly last: number;
}

/**
 * The one byte range that a `Range` header asks for (RFC 9110, 14.1.2). A header that asks for none, for several, or
 * makes no sense asks for everything.
 *
 * @param size of the whole, in bytes
 */
export function requestedRange(header: string, size: number): ByteRange | 'all' | 'unsatisfiable' {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/i.exec(header) ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return 'all';
  if (from === '') {
    const count = Number(to);
    return count === 0 || size === 0 ? 'unsatisfiable' : { first: Math.max(0, size - count), last: size - 1 };
  }
  const first = Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < first) return 'all';
  return first >= size ? 'unsatisfiable' : { first, last };
}
