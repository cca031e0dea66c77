import { describe, expect, it } from 'vitest';
import type { RequestTrack } from '../../src/model/request.ts';
import type { Locale } from '../../src/model/vocabulary.ts';
import { colors, resolve } from './support.ts';

const rows = (...titles: string[]) => titles.map((title) => ({ title, items: [] }));
const red = '#ff0000';
const blue = '#0000ff';

describe("a tier's colour", () => {
  it.each<[string, RequestTrack[], string[], (string | null)[]]>([
    ['no tracks', [], ['S'], [null]],
    ['the same title', [{ title: 'S', color: red }], ['S', 'A'], [red, null]],
    ['in lower case', [{ title: 'S', color: '#FF00aB' }], ['S'], ['#ff00ab']],
    ['two tiers of one title', [{ title: 'S', color: red }], ['S', 'S'], [red, red]],
    ['trimmed', [{ title: ' S ', color: red }], ['S\u3000'], [red]],
    ['other case', [{ title: 'best', color: red }], ['BEST'], [red]],
    ['other case, Cyrillic', [{ title: 'ЛУЧШЕЕ', color: red }], ['Лучшее'], [red]],
    ['composed and decomposed', [{ title: 'Cafe\u0301', color: red }], ['CAF\u00c9'], [red]],
    ['dotted capital I', [{ title: '\u0130', color: red }], ['i\u0307'], [red]],
    ['lower case is not full folding', [{ title: 'STRASSE', color: red }], ['straße'], [null]],
    ['inner space matters', [{ title: 'a b', color: red }], ['ab'], [null]],
    ['no title', [{ title: '', color: red }], [''], [red]],
    ['a track without a colour', [{ title: 'S' }], ['S'], [null]],
    [
      'the exact title takes precedence over another case',
      [
        { title: 's', color: blue },
        { title: 'S', color: red },
      ],
      ['S', 's'],
      [red, blue],
    ],
    [
      'the first of two equal titles',
      [
        { title: 'S', color: red },
        { title: 'S', color: blue },
      ],
      ['S'],
      [red],
    ],
    [
      'names of object properties',
      [{ title: '__proto__', color: red }],
      ['constructor', '__proto__'],
      [null, red],
    ],
  ])('comes from the matching track: %s', (_, tracks, titles, expected) => {
    expect(colors({ tracks, tiers: rows(...titles) })).toEqual(expected);
  });
});

describe('template tracks', () => {
  const ofTemplate = (locale: Locale | undefined, tracks: RequestTrack[], ...titles: string[]) =>
    colors({ templateId: 7, locale, tracks, tiers: rows(...titles) });

  it('colour tiers by their title in any language, if the request does not', () => {
    expect(ofTemplate('en', [], 'daily', '从不', 'НИКОГДА', 'Sometimes', 'x')).toEqual([
      '#aa0000',
      '#0000bb',
      '#0000bb',
      null,
      null,
    ]);
    expect(ofTemplate('ru', [], 'Daily')).toEqual(['#aa0000']);
  });

  it('yield to the tracks of the request, and supply the colours that these leave out', () => {
    expect(
      ofTemplate(undefined, [{ title: 'Daily', color: red }, { title: 'Never' }], 'Daily', 'Never'),
    ).toEqual([red, '#0000bb']);
  });
});

describe('a track that draws nothing', () => {
  it.each<[string, RequestTrack[], string[]]>([
    [
      'is reported',
      [{ title: 'S' }, { title: 'Z', color: red }],
      ['tracks[1]: "Z" matches no tier, so it draws nothing'],
    ],
    [
      'is reported when it repeats another',
      [{ title: 'S' }, { title: ' s', color: red }],
      ['tracks[1]: " s" has the same title as tracks[0], so it draws nothing'],
    ],
    [
      'is reported when it repeats another without a tier',
      [{ title: 'Z' }, { title: 'Z' }],
      [
        'tracks[0]: "Z" matches no tier, so it draws nothing',
        'tracks[1]: "Z" has the same title as tracks[0], so it draws nothing',
      ],
    ],
  ])('%s', (_, tracks, warnings) => {
    expect(resolve({ tracks, tiers: rows('S') }).warnings).toEqual(warnings);
  });

  it('is not reported if it is a track of the template', () => {
    expect(resolve({ templateId: 7, tiers: rows('S') }).warnings).toEqual([]);
  });
});
