import { expect, test } from 'vitest';
import type { RenderOrder } from '../../src/model/board.ts';
import { defaults } from '../../src/model/words.ts';
import { createEngine, type Engine } from '../../src/render/engine.ts';
import { lastOfWarmUp, warmUp, warmUpRest } from '../../src/render/warm-up.ts';
import { builtInThemes } from '../../src/themes/theme-set.ts';

const { names } = builtInThemes;
const others = names.filter((name) => name !== defaults.theme);

/** A real engine, and the orders it has been given. */
function watchedEngine(onDraw = () => {}) {
  const engine = createEngine({ rasteriser: 'resvg' });
  const orders: RenderOrder[] = [];
  const watched: Engine = {
    ...engine,
    draw(order) {
      orders.push(order);
      onDraw();
      return engine.draw(order);
    },
    render(order) {
      orders.push(order);
      return engine.render(order);
    },
  };
  return { watched, orders };
}

/** The letters and digits that some orders lack. */
function missingIn(orders: readonly RenderOrder[]): string[] {
  const labels = orders.flatMap(({ board }) =>
    board.tiers.flatMap(({ items }) => items.map(({ label }) => label)),
  );
  const drawn = labels.join('').toLowerCase();
  return Array.from('abcdefghijklmnopqrstuvwxyz0123456789').filter((letter) => !drawn.includes(letter));
}

test('before the service is ready, every theme has been drawn, and all letters in the one that is the default', async () => {
  const { watched, orders } = watchedEngine();
  await warmUp(watched, names);
  await watched.render(lastOfWarmUp());
  expect(new Set(orders.map(({ theme }) => theme))).toEqual(new Set(names));
  expect(missingIn(orders.filter(({ theme }) => theme === defaults.theme))).toEqual([]);
});

test('afterwards the other themes get all letters', async () => {
  const { watched, orders } = watchedEngine();
  await warmUpRest(watched, names, () => false);
  for (const theme of others) expect(missingIn(orders.filter((order) => order.theme === theme))).toEqual([]);
});

test('which stops for as long as a picture is drawn', async () => {
  let questions = 0;
  let drawn = 0;
  let drawnBefore: number | undefined;
  const { watched, orders } = watchedEngine(() => drawn++);
  await warmUpRest(watched, names, () => {
    questions++;
    // From the third question to the tenth a picture is drawn.
    if (questions === 3) drawnBefore = drawn;
    if (questions === 10) expect(drawn).toBe(drawnBefore);
    return questions >= 3 && questions < 10;
  });
  expect(drawnBefore).toBe(2);
  expect(new Set(orders.map(({ theme }) => theme))).toEqual(new Set(others));
});
