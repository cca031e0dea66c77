import { describe, expect, it } from 'vitest';
import { didYouMean, nearestOf } from '../../src/model/nearest.ts';

describe('nearestOf', () => {
  it.each([
    ['nigth', 'night'],
    ['night', 'night'],
    ['pape', 'paper'],
    ['NIGHT', 'night'],
    ['ni_ght', 'night'],
    ['s', 'S'],
    ['dawn', undefined],
    ['', undefined],
    // No letter in common.
    ['x', undefined],
    ['n'.repeat(100), undefined],
  ])('finds what %j probably means', (word, expected) => {
    expect(nearestOf(word, ['night', 'paper', 'S'])).toBe(expected);
    expect(didYouMean(word, ['night', 'paper', 'S'])).toBe(
      expected === undefined ? '' : `; did you mean "${expected}"?`,
    );
  });

  it('finds nothing among no words', () => {
    expect(nearestOf('night', [])).toBeUndefined();
  });
});
