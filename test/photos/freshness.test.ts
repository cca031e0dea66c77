import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ageLimitMs, freshness, isFresh, silentHostMs, validatorsOf } from '../../src/photos/freshness.ts';

const at = new Date('2026-01-02T03:04:05Z');
const inSeconds = (seconds: number) => new Date(at.getTime() + seconds * 1000).toUTCString();
const day = 24 * 60 * 60;

describe('how long a photo is fresh', () => {
  const silent = silentHostMs / 1000;
  const cases: [string, Record<string, string>, number][] = [
    ['no headers', {}, silent],
    ['only a modification time', { 'last-modified': inSeconds(-400 * day) }, silent],
    ['only an entity tag', { etag: '"a"' }, silent],
    ['only public', { 'cache-control': 'public' }, silent],
    ['an empty line', { 'cache-control': '' }, silent],
    ['no headers, from a cache', { age: '86400' }, silent],
    ['only a cookie', { 'set-cookie': 'a=b' }, silent],
    ['max-age', { 'cache-control': 'public, max-age=600' }, 600],
    ['max-age in capitals', { 'cache-control': 'Public, Max-Age=600' }, 600],
    ['max-age in quotes', { 'cache-control': 'max-age="600"' }, 600],
    ['max-age with a cookie', { 'cache-control': 'max-age=600', 'set-cookie': 'a=b' }, 600],
    ['max-age, partly elapsed', { 'cache-control': 'max-age=600', age: '100' }, 500],
    ['max-age, elapsed', { 'cache-control': 'max-age=600', age: '700' }, 0],
    ['max-age, with an invalid age', { 'cache-control': 'max-age=600', age: '-700' }, 600],
    ['max-age of 0', { 'cache-control': 'max-age=0' }, 0],
    ['a negative max-age', { 'cache-control': 'max-age=-1' }, 0],
    ['an invalid max-age', { 'cache-control': 'max-age=soon' }, 0],
    ['max-age of a year', { 'cache-control': 'max-age=31536000, immutable' }, 7 * day],
    ['an infinite max-age', { 'cache-control': `max-age=${'9'.repeat(400)}` }, 0],
    ['s-maxage', { 'cache-control': 'max-age=600, s-maxage=60' }, 60],
    ['s-maxage of 0', { 'cache-control': 'max-age=600, s-maxage=0' }, 0],
    ['immutable, without a time', { 'cache-control': 'public, immutable' }, silent],
    ['no-cache', { 'cache-control': 'no-cache' }, 0],
    ['no-cache in capitals', { 'cache-control': 'NO-CACHE' }, 0],
    ['no-cache beside max-age', { 'cache-control': 'max-age=600, no-cache' }, 0],
    ['no-cache as in HTTP/1.0', { pragma: 'No-Cache' }, 0],
    ['max-age over HTTP/1.0', { 'cache-control': 'max-age=60', pragma: 'no-cache' }, 60],
    ['must-revalidate alone', { 'cache-control': 'must-revalidate' }, 0],
    ['proxy-revalidate', { 'cache-control': 'max-age=600, proxy-revalidate' }, 0],
    [
      'permission for stale photos',
      { 'cache-control': 'max-age=60, stale-while-revalidate=600, stale-if-error=600' },
      60,
    ],
    ['an expiry', { expires: inSeconds(600) }, 600],
    ['an expiry on the host’s clock', { expires: inSeconds(-400), date: inSeconds(-1000) }, 600],
    ['an expiry from a host without a clock', { expires: inSeconds(600), date: 'now' }, 600],
    ['max-age over an expiry', { 'cache-control': 'max-age=60', expires: inSeconds(600) }, 60],
    ['an expiry in the past', { expires: inSeconds(-1) }, 0],
    ['an invalid expiry', { expires: '0' }, 0],
    ['different each time', { vary: '*' }, 0],
    ['different by what is always sent alike', { vary: 'accept-encoding, user-agent' }, silent],
  ];
  it.each(cases)('%s', (_, headers, seconds) => {
    expect(freshness(headers, at)).toEqual({ store: true, freshForMs: seconds * 1000 });
  });

  it.each(['no-store', 'No-Store, max-age=600', 'private', 'private, max-age=600'])(
    'is limited to the request: %s',
    (control) => {
      expect(freshness({ 'cache-control': control }, at)).toEqual({ store: false, freshForMs: 0 });
    },
  );

  it('stays the same after a 304 that does not state it, within the age limit', () => {
    expect(freshness({ etag: '"a"' }, at, 5000).freshForMs).toBe(5000);
    expect(freshness({}, at, 0).freshForMs).toBe(0);
    expect(freshness({}, at, 2 * ageLimitMs).freshForMs).toBe(ageLimitMs);
    expect(freshness({}, at, -1).freshForMs).toBe(0);
    expect(freshness({ 'cache-control': 'max-age=60' }, at, 5000).freshForMs).toBe(60_000);
    expect(freshness({ 'cache-control': 'no-store' }, at, 5000).store).toBe(false);
  });

  it('never exceeds the age limit', () => {
    const directive = fc.oneof(
      fc.constantFrom(
        'max-age',
        's-maxage',
        'no-cache',
        'no-store',
        'private',
        'public',
        'immutable',
        ',',
        '=',
      ),
      fc.integer().map((seconds) => `max-age=${seconds}`),
      fc.string(),
    );
    const value = fc.oneof(
      fc.string(),
      fc.array(directive).map((parts) => parts.join(', ')),
      fc.date().map(String),
    );
    const names = fc.constantFrom(
      'cache-control',
      'expires',
      'date',
      'age',
      'vary',
      'pragma',
      'last-modified',
    );
    fc.assert(
      fc.property(fc.dictionary(names, value), (headers) => {
        const { freshForMs } = freshness(headers, at);
        expect(Number.isSafeInteger(freshForMs) && freshForMs >= 0 && freshForMs <= ageLimitMs).toBe(true);
      }),
    );
  });
});

describe('whether a photo is fresh', () => {
  const now = at.getTime();
  it.each([
    ['just asked', now, now + 1, true],
    ['its time just over', now - 1000, now, false],
    ['to be asked each time', now, now, false],
    ['asked in the future', now + 1, now + 1000, false],
    ['a record that promises too much', now - ageLimitMs, now + 1000, false],
  ])('%s', (_, checkedAt, freshUntil, expected) => {
    expect(isFresh({ checkedAt, freshUntil }, at)).toBe(expected);
  });
});

describe('validators', () => {
  it('are the headers that can be sent back', () => {
    const headers = { etag: 'W/"a"', 'last-modified': inSeconds(-1), 'content-type': 'image/png' };
    expect(validatorsOf(headers)).toEqual({ etag: 'W/"a"', lastModified: inSeconds(-1) });
    for (const etag of ['', 'a\nb', '"\u00e9"', 'x'.repeat(1025)]) expect(validatorsOf({ etag })).toEqual({});
  });
});
