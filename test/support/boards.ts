import fc from 'fast-check';
import type { Board, RenderSpec } from '../../src/model/board.ts';
import { aspectRatios, themeNames } from '../../src/model/vocabulary.ts';

/** Creates a board from `[tier title, labels, colour]` rows. */
export function boardOf(
  title: string,
  rows: readonly (readonly [title: string, labels: readonly string[], color?: string])[],
): Board {
  const tiers = rows.map(([tier, labels, color]) => ({
    title: tier,
    color: color ?? null,
    items: labels.map((label) => ({ kind: 'text' as const, label })),
  }));
  return { title, tiers };
}

export function specOf(board: Board, choices: Partial<RenderSpec> = {}): RenderSpec {
  return {
    board,
    aspectRatio: '3:4',
    scale: 1,
    theme: 'night',
    format: 'webp',
    watermark: true,
    ...choices,
  };
}

const flavours =
  'Chocolate Vanilla Strawberry Mint Pistachio Mango Lemon Coffee Caramel Hazelnut Coconut Raspberry Honey'.split(
    ' ',
  );

/** Creates a board of short labels, spread evenly over the tiers. */
export function flavourBoard(tiles: number, tiers: readonly string[]): Board {
  const labels = Array.from({ length: tiles }, (_, index) => flavours[(index * 5) % flavours.length] ?? '');
  return boardOf(
    `${tiles} flavours`,
    tiers.map((tier, row) => [tier, labels.filter((_, index) => index % tiers.length === row)]),
  );
}

const labels = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom('Pizza', 'Ramen', 'Fish and chips', 'Crème brûlée', 'Tea', 'Bánh mì'),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '北京烤鸭',
      '麻婆豆腐',
      '豆汁儿',
      '皮蛋瘦肉粥',
      'Борщ',
      'Пельмени со сметаной',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('🍕 Pizza', '🍜 Noodle soup', '👩‍🚀', '🇺🇦 Borscht', 'hot 🔥 stuff'),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'مرحبا بالعالم 123',
      'שלום עולם',
      'नमस्ते दुनिया',
      'สวัสดีชาวโลก',
      '안녕하세요 세계',
    ),
  },
  { weight: 2, arbitrary: fc.lorem({ maxCount: 14 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', 'Donaudampfschifffahrtsgesellschaftskapitän', 'Z̸̡̛̙̦̲̪̈a̷l̵g̶o̴', '\u{10ffff}'),
  },
);

const tierTitles = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('S', 'A', 'B', 'C', 'D', 'F', '') },
  { weight: 2, arbitrary: fc.constantFrom('人上人', 'Шедевр', 'Absolutely essential', '🔥', 'NPC') },
  { weight: 1, arbitrary: fc.lorem({ maxCount: 8 }) },
);

const colors = fc.option(
  fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`),
);

/** Any board that the service accepts: 1 to 30 tiers, up to 80 tiles, texts in many scripts. */
const anyBoard: fc.Arbitrary<Board> = fc
  .record({
    title: fc.oneof(fc.constant(''), fc.lorem({ maxCount: 25 }), fc.constantFrom('世界美食', 'Любимые супы')),
    tiers: fc.array(fc.record({ title: tierTitles, color: colors }), { minLength: 1, maxLength: 30 }),
    tiles: fc.array(fc.tuple(labels, fc.nat()), { maxLength: 80 }),
  })
  .map(({ title, tiers, tiles }) => ({
    title,
    tiers: tiers.map((tier, row) => ({
      ...tier,
      items: tiles
        .filter(([, place]) => place % tiers.length === row)
        .map(([label]) => ({ kind: 'text' as const, label })),
    })),
  }));

export const anyOrder: fc.Arbitrary<RenderSpec> = fc
  .record({
    board: anyBoard,
    aspectRatio: fc.constantFrom(...aspectRatios),
    theme: fc.constantFrom(...themeNames),
    watermark: fc.boolean(),
  })
  .map(({ board, ...choices }) => specOf(board, choices));
