import sharp, { type JpegOptions } from 'sharp';
import type { Size } from '../../../src/model/vocabulary.ts';
import { adobe, type JpegShape, jfif, writeJpeg } from '../../support/jpeg-writer.ts';
import { seeded } from './hostile.ts';

export interface JpegCase {
  readonly name: string;
  readonly bytes: Buffer;
  /** The size to which it is decoded: its own, or a part of it. */
  readonly size: Size;
}

type Random = () => number;

function pick<T>(random: Random, list: readonly T[]): T {
  const value = list[Math.floor(random() * list.length)];
  if (value === undefined) throw new Error('an empty list');
  return value;
}

/** Returns RGB pixels with the detail of a photo: smooth colours, edges and grain. */
function photoPixels(random: Random, { width, height }: Size): Uint8Array {
  const pixels = new Uint8Array(width * height * 3);
  const [wave, tint, grain] = [3 + random() * 12, random() * 200, random() * 20];
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 3) {
      const noise = (random() - 0.5) * grain;
      const edge = (x >> 4) + (y >> 4) === 5 ? 60 : 0;
      pixels[at] = Math.max(0, Math.min(255, (x / width) * 200 + edge + noise));
      pixels[at + 1] = Math.max(0, Math.min(255, 30 + (y / height) * 180 + noise));
      pixels[at + 2] = Math.max(0, Math.min(255, tint + 40 * Math.sin((x + y) / wave) + edge + noise));
    }
  return pixels;
}

/** Returns a size of which, in one of two, both sides are multiples of 8. */
function sizeOf(random: Random, most: number): Size {
  const step = random() < 0.5 ? 8 : 1;
  const side = () => Math.ceil((random() ** 2 * most) / step) * step;
  const size = { width: side(), height: side() };
  return Math.max(size.width / size.height, size.height / size.width) > 90 ? sizeOf(random, most) : size;
}

/**
 * Returns some eighths of a size if they are whole, so that nothing is cropped, or the size itself. The decoders treat
 * the edges differently when they resize, which shows in sizes of a few pixels.
 */
function tileOf(random: Random, { width, height }: Size): Size {
  const eighths = pick(random, [6, 3, 2, 1]);
  if (width % 8 || height % 8 || Math.min(width, height) * eighths < 192) return { width, height };
  return { width: (width * eighths) / 8, height: (height * eighths) / 8 };
}

/** Returns a JPEG of sharp's: any quality, coding and metadata. */
async function encodedJpeg(random: Random, size: Size): Promise<Omit<JpegCase, 'size'>> {
  const options: JpegOptions = {
    quality: Math.ceil(random() * 100),
    chromaSubsampling: pick(random, ['4:4:4', '4:2:0']),
    progressive: random() < 0.2,
    optimiseCoding: random() < 0.5,
    trellisQuantisation: random() < 0.2,
    overshootDeringing: random() < 0.2,
    quantisationTable: Math.floor(random() * 9),
  };
  const extra = pick(random, ['', '', '', '', '', 'grey', 'cmyk', 'profile', 'orientation', 'exif'] as const);
  let image = sharp(photoPixels(random, size), { raw: { ...size, channels: 3 } });
  if (extra === 'grey') image = image.greyscale().toColourspace('b-w');
  if (extra === 'cmyk') image = image.toColourspace('cmyk');
  if (extra === 'profile') image = image.withIccProfile('p3');
  if (extra === 'orientation') image = image.withMetadata({ orientation: Math.ceil(random() * 8) });
  if (extra === 'exif') image = image.withExif({ IFD0: { Copyright: 'nobody' } });
  return { name: `${extra} ${JSON.stringify(options)}`, bytes: await image.jpeg(options).toBuffer() };
}

const usualSamplings = ['11 11 11', '21 11 11', '12 11 11', '22 11 11'] as const;
const samplings = [
  ...usualSamplings,
  ...usualSamplings,
  ...[
    '41 11 11',
    '14 11 11',
    '42 11 11',
    '24 11 11',
    '22 21 21',
    '22 12 12',
    '22 21 12',
    '11 21 21',
    '11 22 22',
  ],
  ...[
    '21 22 22',
    '31 11 11',
    '13 11 11',
    '21 21 21',
    '32 11 11',
    '41 21 21',
    '11 21 11',
    '22 11 22',
    '12 21 11',
  ],
  ...['22 22 22', '44 11 11', '11', '22', '21', '11 11 11 11', '22 11 11 22', '11 11'],
];
const idLists = [
  ...[
    [1, 2, 3, 4],
    [1, 2, 3, 4],
    [1, 2, 3, 4],
    [1, 2, 3, 4],
    [0, 1, 2, 3],
    [0, 1, 2, 3],
    [82, 71, 66, 75],
  ],
  ...[
    [2, 3, 4, 5],
    [1, 3, 2, 4],
    [3, 2, 1, 0],
    [34, 35, 36, 37],
    [1, 1, 1, 1],
    [7, 200, 31, 255],
  ],
];
const scanLists = [
  [[0], [1], [2]],
  [[0], [1, 2]],
  [[0, 1], [2]],
  [[2], [1], [0]],
  [[0]],
  [[0, 1]],
  [[0, 2, 1]],
];
const segmentLists = [[], [jfif], [jfif], [jfif], [adobe(0)], [adobe(1)], [adobe(2)], [jfif, adobe(0)]];

/** Returns a JPEG of any shape that the format can express, also of shapes that no decoder accepts. */
function writtenJpeg(random: Random, size: Size): Omit<JpegCase, 'size'> {
  const sampling = pick(random, samplings);
  const ids = pick(random, idLists);
  const parts = sampling.split(' ');
  const shape: JpegShape = {
    ...size,
    components: parts.map((part, at) => ({ id: ids[at] ?? 0, h: Number(part[0]), v: Number(part[1]) })),
    isRgb: parts.length === 3 && random() < 0.15,
    ...(parts.length === 3 && random() < 0.25 && { scans: pick(random, scanLists) }),
    restart: pick(random, [0, 0, 0, 1, 2, 3, 7, 16, 100, 1000]),
    step: pick(random, [1, 2, 8, 8, 20, 60, 255]),
    frame: random() < 0.85 ? 0xc0 : 0xc1,
    segments: pick(random, segmentLists),
  };
  const { width, height, components, segments, ...others } = shape;
  const markers = segments?.map((bytes) => `${bytes[1]}-${bytes.at(-1)}`).join();
  return {
    name: `written ${sampling} ids ${ids} markers ${markers} ${JSON.stringify(others)}`,
    bytes: writeJpeg(photoPixels(random, size), shape),
  };
}

/** Returns the JPEG with that number: half of sharp's, half of shapes that sharp does not write. */
export async function generatedJpeg(number: number): Promise<JpegCase> {
  const random = seeded(number + 1);
  const isEncoded = number % 2 === 0;
  const size = sizeOf(random, isEncoded ? 600 : 200);
  const { name, bytes } = await (isEncoded ? encodedJpeg : writtenJpeg)(random, size);
  return { name: `${number}: ${size.width} × ${size.height} ${name}`, bytes, size: tileOf(random, size) };
}

const endMarker = Buffer.from([0xff, 0xd9]);

/** Ways to damage the bytes of a file between two places. */
const damages: Readonly<Record<string, (bytes: Buffer, from: number, to: number, random: Random) => Buffer>> =
  {
    cut: (bytes, from) => bytes.subarray(0, from),
    'cut with an end': (bytes, from) => Buffer.concat([bytes.subarray(0, from), endMarker]),
    zeros: (bytes, from, to) => Buffer.from(bytes).fill(0, from, to),
    removed: (bytes, from, to) => Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]),
    doubled: (bytes, from, to) => Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)]),
    flipped: (bytes, from, to, random) => {
      const damaged = Buffer.from(bytes);
      for (let count = Math.ceil(random() * 6); count > 0; count--) {
        const at = from + Math.floor(random() * (to - from));
        damaged[at] = (damaged[at] ?? 0) ^ (1 << Math.floor(random() * 8));
      }
      return damaged;
    },
    byte: (bytes, from, _, random) => Buffer.from(bytes).fill(Math.floor(random() * 256), from, from + 1),
    marker: (bytes, from, _, random) =>
      Buffer.from(bytes).fill(
        Buffer.from([0xff, 0xc0 + Math.floor(random() * 64)]),
        from,
        Math.min(bytes.length, from + 2),
      ),
    spliced: (bytes, from, _, random) => {
      const other = Buffer.from(bytes).reverse();
      other.copy(other, 0, Math.floor(random() * other.length));
      return Buffer.concat([bytes.subarray(0, from), other.subarray(0, 40), bytes.subarray(from + 40)]);
    },
  };

/** Returns a plain JPEG that is damaged at one place: in half of them in the header. */
export async function damagedJpeg(number: number): Promise<JpegCase> {
  const random = seeded(number * 7 + 3);
  const size = { width: 20 + Math.floor(random() * 120), height: 20 + Math.floor(random() * 120) };
  const pixels = photoPixels(random, size);
  const sampling = pick(random, usualSamplings);
  const components = sampling
    .split(' ')
    .map((part, at) => ({ id: at + 1, h: Number(part[0]), v: Number(part[1]) }));
  const options: JpegOptions = {
    quality: 40 + Math.floor(random() * 55),
    chromaSubsampling: pick(random, ['4:4:4', '4:2:0']),
    optimiseCoding: random() < 0.7,
  };
  const whole =
    random() < 0.6
      ? await sharp(pixels, { raw: { ...size, channels: 3 } })
          .jpeg(options)
          .toBuffer()
      : writeJpeg(pixels, { ...size, components, restart: pick(random, [0, 1, 5, 9]), segments: [jfif] });
  const header = whole.indexOf(Buffer.from([0xff, 0xda])) + 14;
  const isHeader = random() < 0.5;
  const from = Math.floor(
    isHeader ? 2 + random() * (header - 2) : header + random() * (whole.length - header),
  );
  const to = Math.min(whole.length, from + 1 + Math.floor(random() * (isHeader ? 20 : 200)));
  const kind = pick(random, Object.keys(damages));
  const bytes = damages[kind]?.(whole, from, to, random) ?? whole;
  return {
    name: `${number}: ${kind} from ${from} to ${to} of ${whole.length}`,
    bytes,
    size: tileOf(random, size),
  };
}
