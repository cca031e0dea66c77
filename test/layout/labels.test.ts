import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  areEmojiWellPlaced,
  labelBox,
  labelScale,
  largeEmojis,
  placeLabel,
  setLabel,
} from '../../src/layout/labels.ts';
import { roomForEmoji } from '../../src/layout/place-text.ts';
import { fitText } from '../../src/text/fit.ts';
import { FontStack } from '../../src/text/font-stack.ts';
import { type MeasuredText, measureText } from '../../src/text/measure.ts';
import { runs } from '../support/runs.ts';

const stack = new FontStack(['inter-600', 'noto-sans-sc-600']);
const measure = (text: string) => measureText(text, stack, 'large');
const tile = fc.record({
  width: fc.integer({ min: 80, max: 900 }),
  height: fc.integer({ min: 60, max: 900 }),
});

describe('the labels of tiles', () => {
  test('are as large as their tile allows when alone, like an exhaustive search in half pixels', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('Only', 'Smörgåstårta', '北京烤鸭', 'Fish and chips'),
        tile,
        (word, room) => {
          const text = measure(word);
          const [size = 0] = labelScale([text], room);
          const box = labelBox({ x: 0, y: 0, ...room });
          // A larger size would exceed the share of the tile for words, even with enough space.
          const poster = Math.max(
            60,
            Math.min(144, room.height * 0.2),
            Math.min(room.width, room.height) * 0.26,
          );
          const roomy = Math.max(room.height * 0.36, Math.min(room.height * 0.56, 22));
          const inOneLine = Math.min(
            room.height * 0.7,
            15 + room.height * 0.26,
            box.width / (text.widths[0] ?? 0),
          );
          const most = Math.max(14, Math.min(poster, Math.max(roomy, inOneLine)));
          let best = 0;
          for (let tried = 14; tried <= most; tried += 0.5) {
            const { lines, shortened } = fitText(text, tried, box);
            const high = (text.ascent + text.descent + (lines.length - 1) * text.pitch) * tried;
            const wide = Math.max(...lines.map(({ width }) => width)) * tried;
            const drawn = lines.map(({ runs }) => runs.map((run) => run.text).join('')).join(' ');
            const isBroken =
              word === '北京烤鸭'
                ? lines.some(({ width }) => width < 1.5)
                : drawn.split(/ +/).join(' ') !== word;
            const whole = !shortened && !isBroken;
            if (whole && high <= box.height * (tried < 20 ? 1 : 0.93) && wide <= box.width) best = tried;
          }
          const inOne = Math.floor((2 * box.width) / (text.widths[0] ?? 0)) / 2;
          // The size may be a little smaller to save a line.
          if (inOne < best && inOne >= best * 0.92) best = inOne;
          if (best > 20) expect(size).toBeCloseTo(best, 6);
        },
      ),
      { numRuns: runs(150) },
    );
  });

  test('have large emoji of one size above as many lines, the largest that the fullest such tile holds', () => {
    const words = fc.array(fc.constantFrom('🍜 Ramen', '🥑 Avocado toast', '🫖 Tea', '🍓 Strawberries'), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(words, tile, (labels, room) => {
        const texts = labels.map(measure);
        const scale = labelScale(texts, room);
        const emojis = largeEmojis(texts, room, scale);
        const whole = { x: 0, y: 0, ...room };
        const box = labelBox(whole);
        const linesOf = (text: MeasuredText) => setLabel(text, scale, whole).lines.length;
        const holds = (side: number, upTo: number) =>
          side <= room.height * 0.58 &&
          side <= box.width * 0.8 &&
          texts
            .filter((text) => linesOf(text) <= upTo)
            .every((text) => side <= roomForEmoji(text, setLabel(text, scale, whole), box.height));
        for (const lines of new Set(texts.map(linesOf))) {
          let best = -1;
          for (let side = 0; side <= room.height; side++) if (holds(side, lines)) best = side;
          if (best > 0) expect(emojis[lines]?.size).toBe(best);
        }
      }),
      { numRuns: runs(40) },
    );
  });

  test('are a little smaller under larger emoji when only one of many would take a second line', () => {
    const room = { width: 208, height: 144 };
    const short = ['🥯 Bagel', '🥓 Bacon', '🫖 Tea'].map(measure);
    const all = [...short, measure('🥑 Avocado toast')];
    const [size = 0] = labelScale(all, room);
    expect(size).toBeGreaterThan(20);
    for (const text of all) expect(setLabel(text, [size], { x: 0, y: 0, ...room }).lines).toHaveLength(1);
  });

  test('use the minimum space at their sides before they are shortened', () => {
    const room = { x: 0, y: 0, width: 168, height: 20 };
    const tight = measure('Hazelnuts, number 123');
    expect((tight.widths[0] ?? 0) * 14).toBeGreaterThan(labelBox(room).width);
    const { lines, shortened, box } = setLabel(tight, [14], room);
    expect(shortened).toBe(false);
    expect((lines[0]?.width ?? 0) * 14).toBeLessThanOrEqual(box.width);
    expect(box.x).toBe(4);
  });

  test('have a larger emoji above one line than above two, and one size and height above as many', () => {
    const room = { x: 0, y: 0, width: 110, height: 130 };
    const texts = ['🥓 Bacon', '🫖 Tea', '🥑 Avocado toast', '🍳 Scrambled eggs'].map(measure);
    const emojis = largeEmojis(texts, room, [20]);
    const placed = texts.map((text) => placeLabel(text, room, [20], emojis));
    expect(placed.map(({ lines }) => lines.length)).toEqual([1, 1, 2, 2]);
    const [bacon, tea, toast, eggs] = placed.map(({ emoji }) => emoji?.box);
    expect(tea).toEqual(bacon);
    expect(eggs).toEqual(toast);
    expect(bacon?.height).toBeGreaterThan(toast?.height ?? 0);
  });

  test('let an emoji without words fill its tile, even beside smaller ones with words', () => {
    const room = { x: 0, y: 0, width: 160, height: 120 };
    const [alone, worded] = ['🍕', '🍜 Ramen'].map(measure);
    if (!alone || !worded) throw new Error('no labels');
    const emojis = largeEmojis([alone, worded], room, [20]);
    const { height } = labelBox(room);
    expect(placeLabel(alone, room, [20], emojis).emoji?.box.width).toBe(Math.floor(height * 0.75));
    expect(placeLabel(worded, room, [20], emojis).emoji?.box.width).toBeLessThan(height * 0.7);
  });

  test('share a baseline with and without descenders', () => {
    const room = { x: 0, y: 0, width: 160, height: 60 };
    const emojis = largeEmojis([], room, [21]);
    const baselines = ['Mango', 'Lemon', 'Éclair', 'jelly'].map(
      (name) => placeLabel(measure(name), room, [21], emojis).lines[0]?.baseline,
    );
    expect(new Set(baselines).size).toBe(1);
  });

  test('have a large emoji on a single tile only if its words keep the size of the others', () => {
    const labels = [...'Bagel Bacon Tea Milk Honey Beans'.split(' '), '🍓 Strawberries'].map(measure);
    expect(areEmojiWellPlaced(labels, { width: 420, height: 110 })).toBe(false);
    expect(areEmojiWellPlaced(labels, { width: 420, height: 400 })).toBe(true);
  });

  test('are a little smaller if that sets many more of them in one line', () => {
    const room = { x: 0, y: 0, width: 253, height: 193 };
    const labels = ['北京烤鸭', '宫保鸡丁', '麻婆豆腐', '小笼包', '火锅', '饺子', '凉皮'].map(measure);
    const scale = labelScale(labels, room);
    for (const label of labels) expect(setLabel(label, scale, room).lines).toHaveLength(1);
    expect(scale[0]).toBeGreaterThan(0.9 * 60);
  });
});
