import emojiData from 'emojibase-data/en/data.json' with { type: 'json' };
import { describe, expect, test } from 'vitest';
import { inset } from '../../src/layout/place-text.ts';
import type { Rect } from '../../src/layout/placed.ts';
import type { Pixels } from '../../src/model/drawing.ts';
import { createRasteriser } from '../../src/raster/index.ts';
import { emojiOf, leadingEmoji, splitEmoji } from '../../src/text/emoji.ts';
import { createEngine } from '../../src/workers/engine.ts';
import { boardOf, specOf } from '../support/boards.ts';
import { noPhotos } from '../support/pixels.ts';

const engine = createEngine({ rasteriser: 'resvg' });
const resvg = createRasteriser('resvg');

/** Every RGI emoji of Unicode 17, and its component letters and skin tones. */
const all = emojiData.flatMap(({ emoji, skins = [] }) => [emoji, ...skins.map((skin) => skin.emoji)]);

/** Emoji without a drawing in Twemoji 16: the additions of Unicode 17, as listed in `docs/text.md`. */
const newEmoji = '🫪 🫯 🫈 🫍 🛘 🪊 🪎'.split(' ');
const newSequences = /^(?:👯|🤼)\p{Emoji_Modifier}|\p{Emoji_Modifier}\u200d(?:🐰|🫯)\u200d|\u200d🩰$/u;

/** Whether at least that many pixels of a tile are far from its colour: by 40 in RGB of up to 441. */
function isSeen({ data, width }: Pixels, box: Rect, least: number): boolean {
  const inner = inset(box, 6, 6);
  const ground = (inner.y * width + inner.x) * 4;
  const apart = (at: number, channel: number) => (data[at + channel] ?? 0) - (data[ground + channel] ?? 0);
  let seen = 0;
  for (let y = inner.y; y < inner.y + inner.height; y++)
    for (let at = (y * width + inner.x) * 4; at < (y * width + inner.x + inner.width) * 4; at += 4)
      if (apart(at, 0) ** 2 + apart(at, 1) ** 2 + apart(at, 2) ** 2 > 40 ** 2 && ++seen >= least) return true;
  return false;
}

const perBoard = 120;
const chunks = Array.from({ length: Math.ceil(all.length / perBoard) }, (_, index) =>
  all.slice(index * perBoard, (index + 1) * perBoard),
);

describe('emoji', () => {
  test('includes about four thousand sequences', () => expect(all.length).toBeGreaterThan(3900));

  test('has a drawing for all but the additions of Unicode 17', () => {
    const missing = all.filter((emoji) => !emojiOf(emoji));
    const known = (emoji: string) => newEmoji.includes(emoji) || newSequences.test(emoji);
    expect(missing.filter((emoji) => !known(emoji))).toEqual([]);
    expect(missing).toHaveLength(163);
  });

  test('is visible on a dark and on a pale theme; without a drawing, as its parts or as a box', async () => {
    for (const [index, labels] of chunks.entries()) {
      const theme = index % 2 === 0 ? 'night' : 'paper';
      const spec = specOf(boardOf('', [['S', labels]]), { theme, aspectRatio: '1:1', watermark: false });
      const pixels = await resvg.rasterise(engine.draw(spec), 1, noPhotos);
      for (const { box, label } of engine.layOut(spec).rows.flatMap((row) => row.tiles))
        if (!isSeen(pixels, box, 40)) expect(label.text).toBe('seen');
    }
  });

  test('draws a contour around a black heart on a dark tile and a white heart on a pale one, and nowhere else', () => {
    const contours = (label: string, theme: 'night' | 'paper') =>
      engine
        .draw(specOf(boardOf('', [['S', [label]]]), { theme, watermark: false }))
        .svg()
        .includes('stroke-linejoin="round" opacity');
    expect(['🖤', '🤍', '❤️'].map((label) => contours(label, 'night'))).toEqual([true, false, false]);
    expect(['🖤', '🤍', '❤️'].map((label) => contours(label, 'paper'))).toEqual([false, true, false]);
  });

  test.each([
    ['🍕', '1f355'],
    ['❤️', '2764'],
    ['👍🏽', '1f44d-1f3fd'],
    ['👍\ufe0f', '1f44d'],
    ['🇺🇦', '1f1fa-1f1e6'],
    ['👩‍🚀', '1f469-200d-1f680'],
    ['🏳️‍🌈', '1f3f3-fe0f-200d-1f308'],
    ['👁️‍🗨️', '1f441-200d-1f5e8'],
    ['👁‍🗨', '1f441-200d-1f5e8'],
    ['1️⃣', '31-20e3'],
    ['🏴󠁧󠁢󠁳󠁣󠁴󠁿', '1f3f4-e0067-e0062-e0073-e0063-e0074-e007f'],
  ])('finds the drawing of %s', (emoji, name) => {
    expect(emojiOf(emoji)?.name).toBe(name);
    expect(splitEmoji(emoji)).toEqual([{ emoji: { characters: emoji, name } }]);
  });

  test.each(['©', '™', '1', '#', 'plain', '☺', '❤\ufe0e', '⌚\ufe0e'])('treats %s as text', (text) => {
    expect(splitEmoji(text)).toEqual([{ text }]);
  });

  test.each([
    ['👯🏽', ['👯', '🏽']],
    ['👯🏽‍♀️', ['👯', '🏽', '♀️']],
    ['🧑🏻‍🐰‍🧑🏿', ['🧑🏻', '🐰', '🧑🏿']],
    ['🧑🏻‍🫯‍🧑🏿', ['🧑🏻', '🫯', '🧑🏿']],
    ['👨‍🍕', ['👨', '\u200d', '🍕']],
  ])('draws %s, which has no drawing, as its parts', (sequence, parts) => {
    const drawn = splitEmoji(sequence).map((part) => ('emoji' in part ? part.emoji.characters : part.text));
    expect(drawn).toEqual(parts);
    expect(leadingEmoji(sequence)).toBeUndefined();
  });

  test('draws an emoji that Node.js does not know yet as large as others', () => {
    expect(leadingEmoji('🫩 Tired')).toMatchObject({ words: 'Tired' });
  });
});
