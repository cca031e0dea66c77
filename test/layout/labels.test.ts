import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emojiSize, labelBox, labelScale, setLabel } from '../../src/layout/labels.ts';
import { roomForEmoji } from '../../src/layout/place-text.ts';
import { fitText, measureText } from '../../src/text/measure.ts';
import { FontStack } from '../../src/text/runs.ts';

const stack = new FontStack(['inter-600', 'noto-sans-sc-600']);
const measure = (text: string) => measureText(text, stack, 'large');
const tile = fc.record({
  width: fc.integer({ min: 80, max: 900 }),
  height: fc.integer({ min: 60, max: 900 }),
});

describe('the labels of tiles', () => {
  test('a lone label is as large as its tile allows: every half pixel is tried by hand', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('Only', 'Smörgåstårta', '北京烤鸭', 'Fish and chips'),
        tile,
        (word, room) => {
          const text = measure(word);
          const [size = 0] = labelScale([text], room);
          const box = labelBox({ x: 0, y: 0, ...room });
          // What is larger than the words' share of the tile is no longer a matter of room.
          const poster = Math.max(60, Math.min(144, room.height * 0.2));
          const roomy = Math.max(room.height * 0.36, Math.min(room.height * 0.56, 22));
          const most = Math.max(14, Math.min(poster, roomy));
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
          if (best > 20) expect(size).toBeCloseTo(best, 6);
        },
      ),
      { numRuns: 150 },
    );
  });

  test('large emoji are of one size, the largest at which the fullest tile holds words and emoji', () => {
    const words = fc.array(fc.constantFrom('🍜 Ramen', '🥑 Avocado toast', '🫖 Tea', '🍓 Strawberries'), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(words, tile, (labels, room) => {
        const texts = labels.map(measure);
        const scale = labelScale(texts, room);
        const size = emojiSize(texts, room, scale);
        const box = labelBox({ x: 0, y: 0, ...room });
        const holds = (side: number) =>
          side <= box.height * 0.62 &&
          side <= box.width * 0.8 &&
          side <= Math.max((scale[0] ?? 0) * 3.6, box.height * 0.5) &&
          texts.every((text) => side <= roomForEmoji(text, setLabel(text, scale, box), box.height));
        let best = -1;
        for (let side = 0; side <= room.height; side++) if (holds(side)) best = side;
        if (best > 0) expect(size).toBe(best);
      }),
      { numRuns: 40 },
    );
  });

  test('where one label of many would take a second line, all are set a little smaller under larger emoji', () => {
    const room = { width: 208, height: 144 };
    const short = ['🥯 Bagel', '🥓 Bacon', '🫖 Tea'].map(measure);
    const all = [...short, measure('🥑 Avocado toast')];
    const [size = 0] = labelScale(all, room);
    expect(size).toBeGreaterThan(20);
    for (const text of all)
      expect(setLabel(text, [size], labelBox({ x: 0, y: 0, ...room })).lines).toHaveLength(1);
  });
});
