import parseRange, { type Range } from 'range-parser';

/**
 * Returns the byte range that a `Range` header requests, both ends included (RFC 9110, 14.1.2). An invalid header and a
 * header with several ranges count as a request for the whole.
 *
 * @param size size of the whole, in bytes
 */
export function requestedRange(header: string, size: number): Range | 'all' | 'unsatisfiable' {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/i.exec(header) ?? [];
  // range-parser reports a reversed range as unsatisfiable; the RFC makes it invalid.
  if (first === undefined || (first !== '' && last !== '' && Number(last) < Number(first))) return 'all';
  // It also reports a suffix longer than the whole as unsatisfiable; by the RFC, such a suffix means the whole.
  const suffix = Math.min(Number(last), size);
  const parsed = parseRange(size, first === '' && last !== '' ? `bytes=-${suffix}` : header);
  if (parsed === -2) return 'all';
  return parsed === -1 ? 'unsatisfiable' : (parsed[0] ?? 'all');
}
