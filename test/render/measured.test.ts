import { expect, test } from 'vitest';
import { createEngine } from '../../src/render/engine.ts';
import { flavourBoard, orderOf } from '../support/boards.ts';

const [one, other] = [6, 7].map((flavours) => orderOf(flavourBoard(flavours, ['S', 'A'])));

test('a board whose pictures have been asked for is drawn as it is without that', async () => {
  if (!one || !other) throw new Error('there are two boards');
  const alone = createEngine({ rasteriser: 'resvg' });
  const asked = createEngine({ rasteriser: 'resvg' });
  asked.pictureSizes(one);
  // What was asked for is not what is drawn.
  expect(await asked.render(other)).toEqual(await alone.render(other));
  asked.pictureSizes(one);
  expect(await asked.render(one)).toEqual(await alone.render(one));
  expect(await asked.render(one)).toEqual(await alone.render(one));
});
