import { expect, test } from 'vitest';
import { createEngine } from '../../src/workers/engine.ts';
import { flavourBoard, specOf } from '../support/boards.ts';

const [one, other] = [6, 7].map((flavours) => specOf(flavourBoard(flavours, ['S', 'A'])));

test('a board whose pictures have been asked for is drawn as it is without that', async () => {
  if (!one || !other) throw new Error('there are two boards');
  const alone = createEngine({ rasteriser: 'resvg' });
  const asked = createEngine({ rasteriser: 'resvg' });
  asked.photoSizes(one);
  // What was asked for is not what is drawn.
  expect(await asked.render(other)).toEqual(await alone.render(other));
  asked.photoSizes(one);
  expect(await asked.render(one)).toEqual(await alone.render(one));
  expect(await asked.render(one)).toEqual(await alone.render(one));
});
