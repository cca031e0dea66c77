import { expect, test } from 'vitest';
import type { RenderSpec } from '../../src/model/board.ts';
import { defaults } from '../../src/model/vocabulary.ts';
import { builtInThemes } from '../../src/themes/theme-set.ts';
import { createEngine, type Engine } from '../../src/workers/engine.ts';
import { finalWarmUpSpec, warmUp, warmUpRest } from '../../src/workers/warm-up.ts';

const { names } = builtInThemes;
const others = names.filter((name) => name !== defaults.theme);

/** A real engine, and the specs it has received. */
function watchedEngine(onDraw = () => {}) {
  const engine = createEngine({ rasteriser: 'resvg' });
  const orders: RenderSpec[] = [];
  const watched: Engine = {
    ...engine,
    draw(spec) {
      orders.push(spec);
      onDraw();
      return engine.draw(spec);
    },
    render(spec) {
      orders.push(spec);
      return engine.render(spec);
    },
  };
  return { watched, orders };
}

/** The letters and digits that some specs lack. */
function missingIn(orders: readonly RenderSpec[]): string[] {
  const labels = orders.flatMap(({ board }) =>
    board.tiers.flatMap(({ items }) => items.map(({ label }) => label)),
  );
  const drawn = labels.join('').toLowerCase();
  return Array.from('abcdefghijklmnopqrstuvwxyz0123456789').filter((letter) => !drawn.includes(letter));
}

test('the warm-up draws every theme, and all letters of the default theme, before the renderer is ready', async () => {
  const { watched, orders } = watchedEngine();
  await warmUp(watched, names);
  await watched.render(finalWarmUpSpec());
  expect(new Set(orders.map(({ theme }) => theme))).toEqual(new Set(names));
  expect(missingIn(orders.filter(({ theme }) => theme === defaults.theme))).toEqual([]);
});

test('the later warm-up draws all letters of the other themes', async () => {
  const { watched, orders } = watchedEngine();
  await warmUpRest(watched, names, () => false);
  for (const theme of others) expect(missingIn(orders.filter((spec) => spec.theme === theme))).toEqual([]);
});

test('the later warm-up draws boards of new long labels, with emoji on each', async () => {
  const { watched, orders } = watchedEngine();
  await warmUpRest(watched, [defaults.theme], () => false);
  const labels = orders.flatMap(({ board }) =>
    board.tiers.flatMap(({ items }) => items.map((item) => item.label)),
  );
  expect(new Set(labels).size).toBe(labels.length);
  expect(Math.min(...labels.map((label) => label.length))).toBeGreaterThan(100);
  const figures = orders.map((spec) => watched.draw(spec).figures().length);
  expect(Math.min(...figures)).toBeGreaterThan(0);
});

test('the later warm-up pauses while an image is drawn', async () => {
  let questions = 0;
  let drawn = 0;
  let drawnBefore: number | undefined;
  const { watched, orders } = watchedEngine(() => drawn++);
  await warmUpRest(watched, names, () => {
    questions++;
    // An image is being drawn from the third check to the tenth.
    if (questions === 3) drawnBefore = drawn;
    if (questions === 10) expect(drawn).toBe(drawnBefore);
    return questions >= 3 && questions < 10;
  });
  expect(drawnBefore).toBe(2);
  expect(new Set(orders.map(({ theme }) => theme))).toEqual(new Set(names));
});
