import { describe, expect, it } from 'vitest';
import { parseRenderRequest } from '../../../src/api/wire/parse-render-request.ts';

const tiers = [{ title: 'S', items: [] }];

describe('a render request', () => {
  it('keeps known fields and drops unknown ones', () => {
    const body = JSON.parse(
      '{"tiers":[{"title":"S","items":[]}],"__proto__":{"theme":"paper"},"constructor":1}',
    );
    const { request, warnings } = parseRenderRequest(body);
    expect(request).toEqual({ tiers });
    expect(warnings).toEqual(['__proto__: unknown field, ignored', 'constructor: unknown field, ignored']);
  });

  it.each([
    ['a tab and a newline become spaces', 'a\tb\nc', 'a b c'],
    ['space around is dropped', ' \n\u3000a ', 'a'],
    ['DEL and C1 are kept', 'a\u007f\u0085b', 'a\u007f\u0085b'],
    ['200 families', '👨‍👩‍👧‍👦'.repeat(200), '👨‍👩‍👧‍👦'.repeat(200)],
    ['200 flags of England', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'.repeat(200), '🏴󠁧󠁢󠁥󠁮󠁧󠁿'.repeat(200)],
    ['8 marks', `a${'\u0301'.repeat(8)}`, `a${'\u0301'.repeat(8)}`],
    ['right to left', '\u202eabc', '\u202eabc'],
    ['empty', '', ''],
  ])('title: %s', (_, given, kept) => {
    expect(parseRenderRequest({ title: given, tiers }).request.title).toBe(kept);
  });

  it('may have an inline address longer than a label', () => {
    const address = `https://example.org/${'a'.repeat(500)}.png`;
    const { request } = parseRenderRequest({ tiers: [{ title: 'S', items: [address] }] });
    expect(request.tiers[0]?.items).toEqual([address]);
  });

  it.each([
    [{ aspect_ratio: '1:1' }, 'aspect_ratio: unknown field, ignored; did you mean "aspectRatio"?'],
    [{ Title: 'x' }, 'Title: unknown field, ignored; did you mean "title"?'],
    [{ colour: 1 }, 'colour: unknown field, ignored'],
    [{ 'two words': 1 }, '"two words": unknown field, ignored'],
    [
      { tracks: [{ title: 'S', colour: '#ffffff' }] },
      'tracks[0].colour: unknown field, ignored; did you mean "color"?',
    ],
    [
      { items: [{ type: 'text', label: 'a', lable: 'b' }] },
      'items[0].lable: unknown field, ignored; did you mean "label"?',
    ],
    [{ items: [{ type: 'text', label: 'a', url: 'b' }] }, 'items[0].url: unknown field, ignored'],
    [
      { tiers: [{ title: 'S', items: [], item: 1 }] },
      'tiers[0].item: unknown field, ignored; did you mean "items"?',
    ],
    [
      { tiers: [{ title: 'S', items: [{ type: 'text', label: 'a', x: 1 }] }] },
      'tiers[0].items[0].x: unknown field, ignored',
    ],
  ])('gives a warning about %j', (extra, warning) => {
    expect(parseRenderRequest({ tiers, ...extra }).warnings).toEqual([warning]);
  });

  it('gives a limited number of warnings', () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`field${i}`, i]));
    const { warnings } = parseRenderRequest({ tiers, ...many });
    expect(warnings).toHaveLength(21);
    expect(warnings.at(-1)).toBe('4980 more unknown fields are ignored');
  });

  it('with a long unknown name gets a shortened warning without a suggestion', () => {
    const { warnings } = parseRenderRequest({ tiers, ['x'.repeat(200_000)]: 1 });
    expect(warnings).toEqual([`"${'x'.repeat(40)}…": unknown field, ignored`]);
  });
});
