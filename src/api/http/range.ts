/** A range of bytes, both ends included. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the byte range that a `Range` header requests (RFC 9110, 14.1.2). An invalid header and a header with several
 * ranges count as a request for the whole.
 *
 * @param size size of the whole, in bytes
 */
export function requestedRange(header: string, size: number): ByteRange | 'all' | 'unsatisfiable' {
  const [, first, last] = /^bytes=(?!-$)(\d*)-(\d*)$/i.exec(header) ?? [];
  if (first === undefined || last === undefined) return 'all';
  // Without a first byte, the number is the length of a suffix.
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return 'all';
  return start < size ? { start, end } : 'unsatisfiable';
}
