import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generateApiKey, hintOf, isWellFormedApiKey } from '../../src/store/api-key.ts';

describe('API key', () => {
  it('has the documented form', () => {
    const key = generateApiKey(randomBytes);
    expect(key).toMatch(/^sk_live_[0-9A-Za-z]{38}$/);
    expect(isWellFormedApiKey(key)).toBe(true);
    expect(hintOf(key)).toBe(`sk_live_…${key.slice(-4)}`);
  });

  it('ends with the CRC32 of its random part', () => {
    // The CRC32 of 32 zeros is 0xA0F292D0, which is 2wjyrI in base62.
    const key = generateApiKey((count) => Buffer.alloc(count));
    expect(key.slice(8, 40)).toBe('0'.repeat(32));
    expect(key.slice(40)).toBe('2wjyrI');
  });

  it('is not recognised with any one character changed', () => {
    const key = generateApiKey(randomBytes);
    fc.assert(
      fc.property(fc.nat(key.length - 1), fc.constantFrom(...'0aZ9_ '), (at, other) => {
        fc.pre(key.charAt(at) !== other);
        expect(isWellFormedApiKey(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
      }),
    );
  });

  it('uses every character about equally often', () => {
    const counts = new Map<string, number>();
    for (let i = 0; i < 2000; i++) {
      for (const character of generateApiKey(randomBytes).slice(8, 40)) {
        counts.set(character, (counts.get(character) ?? 0) + 1);
      }
    }
    expect(counts.size).toBe(62);
    const expected = (2000 * 32) / 62;
    for (const count of counts.values()) expect(Math.abs(count - expected)).toBeLessThan(expected * 0.25);
  });
});
