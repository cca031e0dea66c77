import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { asBase64, inChild } from './child.ts';
import { encoded, kinds, quartered } from './support.ts';

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"/>');

const readEach = `
  blockLoaders(input.rasteriser);
  const answers = {};
  for (const [name, base64] of Object.entries(input.photos))
    answers[name] = await sharp(Buffer.from(base64, 'base64')).raw().toBuffer().then(() => 'read', () => 'refused');
  for (const path of input.paths)
    answers[path.split('.').at(-1) + ' file'] =
      await sharp(path).raw().toBuffer().then(() => 'read', () => 'refused');
  return answers;`;

test.each([
  { rasteriser: 'resvg', drawsSvg: false },
  { rasteriser: 'librsvg', drawsSvg: true },
])('only the allowed formats are read with %o', async ({ rasteriser, drawsSvg }) => {
  const photos: Record<string, Buffer> = { svg, tiff: await quartered().tiff().toBuffer() };
  for (const kind of kinds) photos[kind] = await encoded(quartered(), kind);
  const folder = mkdtempSync(join(tmpdir(), 'loaders-'));
  const paths = Object.entries(photos).map(([kind, bytes]) => {
    const path = join(folder, `picture.${kind}`);
    writeFileSync(path, bytes);
    return path;
  });
  expect(inChild(readEach, { rasteriser, photos: asBase64(photos), paths })).toEqual({
    ...Object.fromEntries(kinds.map((kind) => [kind, 'read'])),
    svg: drawsSvg ? 'read' : 'refused',
    tiff: 'refused',
    ...Object.fromEntries(paths.map((path) => [`${path.split('.').at(-1)} file`, 'refused'])),
  });
});

const prepareEach = `
  blockLoaders('resvg');
  const answers = {};
  for (const [name, base64] of Object.entries(input))
    answers[name] = await preparePhoto(Buffer.from(base64, 'base64'), { width: 60, height: 60 })
      .then((pixels) => pixels.data.length, (error) => error.name);
  return answers;`;

test('photos are prepared while other loaders are blocked', async () => {
  const photos: Record<string, Buffer> = { svg };
  for (const kind of kinds) photos[kind] = await encoded(quartered(), kind);
  expect(inChild(prepareEach, asBase64(photos))).toEqual({
    ...Object.fromEntries(kinds.map((kind) => [kind, 60 * 60 * 4])),
    svg: 'UnusablePhotoError',
  });
});
