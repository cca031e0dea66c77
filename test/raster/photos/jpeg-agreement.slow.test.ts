import { expect, test } from 'vitest';
import { UnusablePhotoError } from '../../../src/raster/photos/facts.ts';
import { readPlainJpeg } from '../../../src/raster/photos/plain-jpeg.ts';
import { preparePhoto } from '../../../src/raster/photos/prepare.ts';
import { runs } from '../../support/runs.ts';
import { damagedJpeg, generatedJpeg, type JpegCase } from './jpegs.ts';
import { difference } from './support.ts';

/** Over all 1800 files the mean difference was at most 0.41 and the largest 6, due to the chroma of 4:2:0. */
const maxMean = 0.6;
const maxMost = 12;

/** Returns how a JPEG is drawn unlike the general decoder does, or an empty string. */
async function disagreement({ bytes, size }: JpegCase): Promise<string> {
  // A trailing byte selects the general decoder, and a JPEG without an end already has it.
  const isWhole = bytes.subarray(-2).toString('hex') === 'ffd9';
  const other = Buffer.concat([bytes, Buffer.alloc(isWhole ? 1 : 0)]);
  const [left, right] = [await pixelsOf(bytes, size), await pixelsOf(other, size)];
  if (left === undefined || right === undefined)
    return left === right ? '' : `${left ? 'drawn' : 'refused'}, but not by the general decoder`;
  const { mean, most } = difference(left, right);
  return mean <= maxMean && most <= maxMost ? '' : `mean ${mean.toFixed(2)}, most ${most}`;
}

async function pixelsOf(bytes: Uint8Array, size: JpegCase['size']): Promise<Uint8Array | undefined> {
  try {
    return (await preparePhoto(bytes, size)).data;
  } catch (error) {
    if (error instanceof UnusablePhotoError) return undefined;
    throw error;
  }
}

test.for([
  ['of any shape', 1200, generatedJpeg],
  ['with damage', 600, damagedJpeg],
] as const)(
  'JPEGs %s are drawn or refused as by the general decoder',
  { timeout: 300_000 },
  async ([, count, make], { task }) => {
    task.meta.cases = runs(count);
    const wrong: string[] = [];
    let plain = 0;
    for (let number = 0; number < runs(count); number++) {
      const jpeg = await make(number);
      if (readPlainJpeg(jpeg.bytes) !== undefined) plain++;
      const found = await disagreement(jpeg);
      if (found) wrong.push(`${jpeg.name}: ${found}`);
    }
    expect(wrong).toEqual([]);
    // Otherwise the general decoder would be compared with itself.
    expect(plain).toBeGreaterThan(runs(count) / 10);
  },
);
