import { describe, expect, it } from 'vitest';
import { bodyFor, isJsonFile } from '../../src/web/client/board/board-files.ts';

describe('a text that is opened as a board', () => {
  it.each([
    ['a request', ' {"tiers":[]}\n', '{"tiers":[]}'],
    ['a request after a byte order mark', '\ufeff{"tiers":[]}', '{"tiers":[]}'],
    ['a link', 'https://example.org/tier/1?b=1abc_-', '{"b":"1abc_-"}'],
    [
      'a link of a service below a path',
      ' http://localhost:3000/x/tier/custom?lang=ru&b=0e30#top ',
      '{"b":"0e30"}',
    ],
  ])('is %s', (_, text, body) => {
    expect(bodyFor(text)).toBe(body);
  });

  it.each([
    '',
    'null',
    '7',
    '"text"',
    '{',
    'Tea, Coffee',
    'https://example.org/',
    '/tier/1?b=1abc',
    'javascript:1',
  ])('is nothing that can be opened: %j', (text) => {
    expect(bodyFor(text)).toBeUndefined();
  });

  it('comes from files that are no photos', () => {
    const files = [
      { name: 'a.json', type: '' },
      { name: 'A.JSON', type: 'application/json' },
      { name: 'a', type: 'application/json' },
      { name: 'a.png', type: 'image/png' },
      { name: 'json', type: '' },
    ];
    expect(files.map(isJsonFile)).toEqual([true, true, true, false, false]);
  });
});
