import sharp from 'sharp';
import { expect, test } from 'vitest';
import { pixelFormats } from '../../../src/model/vocabulary.ts';
import { encode } from '../../../src/raster/encoders/encode.ts';
import { createRasteriser } from '../../../src/raster/index.ts';
import { createEngine } from '../../../src/workers/engine.ts';
import { flavourBoard, specOf } from '../../support/boards.ts';
import { difference, noPhotos, pixelsOf } from '../../support/pixels.ts';

const drawing = createEngine({ rasteriser: 'resvg' }).draw(specOf(flavourBoard(20, ['S', 'A'])));

test.each(pixelFormats)('%s preserves every pixel', async (format) => {
  const pixels = await createRasteriser('resvg').rasterise(drawing, 1, noPhotos);
  const bytes = await encode(pixels, format, false);
  expect((await sharp(bytes).metadata()).format).toBe(format);
  expect(difference(pixels, await pixelsOf(bytes))).toEqual({ most: 0, mean: 0 });
});
