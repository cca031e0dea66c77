import { describe, expect, it } from 'vitest';
import { drawingCache, maxDrawingBytes } from '../../src/model/drawing-caches.ts';

describe('a cache of a drawing process', () => {
  it('drops what was not used for longest where it would exceed its share of the budget', () => {
    const cache = drawingCache<string>('words', (word) => word.length);
    const word = 'x'.repeat(100_000);
    cache.set('used', word);
    for (let index = 0; index < 1_000; index++) {
      cache.set(`word ${index}`, word);
      cache.get('used');
    }
    expect(cache.calculatedSize).toBeLessThanOrEqual(maxDrawingBytes / 2);
    expect(cache.get('used')).toBe(word);
    expect(cache.get('word 0')).toBeUndefined();
    expect(cache.get('word 999')).toBe(word);
  });

  it('counts its own memory too, so that many small values do not exceed the budget', () => {
    const cache = drawingCache<string>('words', () => 0);
    for (let index = 0; index < 200_000; index++) cache.set(`${index}`, '');
    expect(cache.size).toBeLessThan(maxDrawingBytes / 300);
  });

  it('does not keep a value that is larger than its share', () => {
    const cache = drawingCache<string>('emoji', () => maxDrawingBytes);
    cache.set('huge', '');
    expect(cache.get('huge')).toBeUndefined();
  });
});

it('all caches of a renderer together hold at most 64 MiB', () => {
  expect(maxDrawingBytes).toBeLessThanOrEqual(64 * 2 ** 20);
});
