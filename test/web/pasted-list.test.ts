import { describe, expect, it } from 'vitest';
import { asLines, itemsFrom, sortItems } from '../../src/web/client/board/pasted-list.ts';

const labelsOf = (text: string) => itemsFrom(text).map(({ label }) => label);

describe('a pasted list', () => {
  it.each([
    [
      'lines',
      ' Tea \n\nCoffee\r\nLock, Stock and Two Smoking Barrels',
      ['Tea', 'Coffee', 'Lock, Stock and Two Smoking Barrels'],
    ],
    ['one line with commas', 'Tea, Coffee,Cocoa,', ['Tea', 'Coffee', 'Cocoa']],
    ['one line with Chinese commas', '茶、咖啡，可可；水', ['茶', '咖啡', '可可', '水']],
    ['a number with commas', '1,000 lakes', ['1,000 lakes']],
    ['numbers', '1. Tea\n2) Coffee\n(3) Cocoa\n4、水\n#5 Milk', ['Tea', 'Coffee', 'Cocoa', '水', 'Milk']],
    [
      'bullets',
      '- Tea\n* Coffee\n• Cocoa\n– Milk\n- [x] Water\n- [ ] Juice',
      ['Tea', 'Coffee', 'Cocoa', 'Milk', 'Water', 'Juice'],
    ],
    [
      'titles that begin with a number or a dash',
      '1984\n2001: A Space Odyssey\n-7 °C\n3.14',
      ['1984', '2001: A Space Odyssey', '-7 °C', '3.14'],
    ],
    [
      'columns of a spreadsheet',
      'Tea\tCoffee\n"Cocoa, hot"\t"a ""real"" one"',
      ['Tea', 'Coffee', 'Cocoa, hot', 'a "real" one'],
    ],
    ['emoji', '🍵 Tea\n☕', ['🍵 Tea', '☕']],
    ['nothing', ' \n\t\n,', []],
  ])('of %s has an item for each', (_, text, labels) => {
    expect(labelsOf(text)).toEqual(labels);
  });

  it('has a photo for each address, with the words beside it as its caption', () => {
    const text = [
      'https://x.org/a.png',
      'HTTP://x.org/b.png  A cat, asleep',
      'see https://x.org',
      'http://',
      'A dog\thttps://x.org/c.png',
    ];
    expect(itemsFrom(text.join('\n'))).toEqual([
      { url: 'https://x.org/a.png', label: '' },
      { url: 'HTTP://x.org/b.png', label: 'A cat, asleep' },
      { label: 'see https://x.org' },
      { label: 'http://' },
      { url: 'https://x.org/c.png', label: 'A dog' },
    ]);
  });

  it('is separated into what the board has already, what is too long, and what is new', () => {
    const present = [{ label: 'Tea' }, { url: 'https://x.org/a.png', label: 'A' }];
    const items = itemsFrom('tea\nCocoa\nhttps://x.org/a.png B\ncocoa\nhttps://x.org/b.png A\nHot lemonade');
    const { fresh, doubles, tooLong } = sortItems(items, present, 9);
    expect(asLines(fresh)).toBe('Cocoa\nhttps://x.org/b.png A');
    expect(asLines(tooLong)).toBe('Hot lemonade');
    expect(asLines(doubles)).toBe('tea\nhttps://x.org/a.png B\ncocoa');
  });
});
