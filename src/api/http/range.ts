import parseRange, { type Range } from 'range-parser';

/**
 * Returns the one byte range that a `Range` header asks for, both ends included (RFC 9110, 14.1.2). A header that asks for
 * several ranges or is not valid asks for everything.
 *
 * @param size of the whole, in bytes
 */
export function requestedRange(header: string, size: number): Range | 'all' | 'unsatisfiable' {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/i.exec(header) ?? [];
  // range-parser calls a reversed range unsatisfiable; by the RFC it is not valid.
  if (first === undefined || (first !== '' && last !== '' && Number(last) < Number(first))) return 'all';
  // It calls a suffix unsatisfiable that is longer than the whole; by the RFC it is the whole.
  const suffix = Math.min(Number(last), size);
  const parsed = parseRange(size, first === '' && last !== '' ? `bytes=-${suffix}` : header);
  if (parsed === -2) return 'all';
  return parsed === -1 ? 'unsatisfiable' : (parsed[0] ?? 'all');
}
