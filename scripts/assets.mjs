// Copies the fonts that themes can name to dist/assets/fonts/, packs emoji and icons, thousands of small files, into one file each
// (src/files/pack.ts), and compiles the codecs to WebAssembly. It does nothing while the packages and sources that they
// come from stay the same.
import { createHash } from 'node:crypto';
import { constants, readdirSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { writeNotices } from './notices.mjs';
import { replaceFile } from './replace-file.mjs';

const out = 'dist/assets';
/** By the name of its result, the folder and the main file of each program in AssemblyScript. */
const programs = {
  jpeg: ['src/raster/photos/jpeg', 'decoder.ts'],
  steps: ['src/raster/encoders/steps', 'coder.ts'],
  vp8: ['src/raster/encoders/webp/vp8', 'encoder.ts'],
};
const packages = createRequire(import.meta.url);
const emojiFolder = dirname(packages.resolve('@discordapp/twemoji/dist/svg/1f600.svg'));
const iconFolder = dirname(packages.resolve('simple-icons/icons/simpleicons.svg'));

/** @param fonts their module paths */
export async function buildAssets(fonts) {
  const folders = [
    ...new Set([...fonts, '@discordapp/twemoji', 'simple-icons', 'assemblyscript'].map(packageFolderOf)),
  ].sort();
  const manifests = await Promise.all(
    folders.map((folder) => readFile(join(folder, 'package.json'), 'utf8')),
  );
  const sources = await Promise.all(
    Object.values(programs).flatMap(([folder]) =>
      readdirSync(folder)
        .sort()
        .map((name) => readFile(join(folder, name), 'utf8')),
    ),
  );
  const inputs = [...fonts, ...manifests, ...sources, await readFile(import.meta.filename, 'utf8')];
  const stamp = createHash('sha256').update(inputs.join('\n')).digest('hex');
  if ((await readFile(`${out}/.stamp`, 'utf8').catch(() => undefined)) === stamp) return;

  await mkdir(`${out}/fonts`, { recursive: true });
  await Promise.all(fonts.map(copyFont));
  const wanted = new Set(fonts.map((font) => basename(font)));
  for (const name of await readdir(`${out}/fonts`)) {
    if (!wanted.has(name)) await rm(`${out}/fonts/${name}`, { force: true });
  }
  await pack('emoji.pack', await emoji());
  await pack('icons.pack', await icons());
  for (const [name, path] of Object.entries(programs)) await compile(join(...path), name);
  await writeNotices(out, folders);
  await replaceFile(`${out}/.stamp`, stamp);
}

async function compile(source, name) {
  const { main } = await import('assemblyscript/asc');
  const temporary = `${out}/.${name}.${process.pid}.wasm`;
  const options = [
    '--optimizeLevel',
    '3',
    '--runtime',
    'stub',
    '--enable',
    'simd',
    '--noAssert',
    '--use',
    'abort=',
  ];
  const { error, stderr } = await main([source, '--outFile', temporary, ...options]);
  if (error) throw new Error(stderr.toString(), { cause: error });
  await rename(temporary, `${out}/${name}.wasm`);
}

async function copyFont(font) {
  const temporary = `${out}/.${basename(font)}.${process.pid}`;
  await copyFile(packages.resolve(font), temporary, constants.COPYFILE_FICLONE);
  await rename(temporary, `${out}/fonts/${basename(font)}`);
}

/** Returns the inner markup of each drawing, by file name without extension. */
async function emoji() {
  const files = (await readdir(emojiFolder)).sort();
  return Promise.all(
    files.map(async (file) => {
      const svg = await readFile(join(emojiFolder, file), 'utf8');
      return [basename(file, '.svg'), svg.slice(svg.indexOf('>') + 1, svg.lastIndexOf('</svg>'))];
    }),
  );
}

/** Returns what a tile needs of each icon, by slug. */
async function icons() {
  const list = JSON.parse(await readFile(packages.resolve('simple-icons/icons.json'), 'utf8'));
  return Promise.all(
    list.map(async ({ slug, title, hex, license }) => {
      const svg = await readFile(join(iconFolder, `${slug}.svg`), 'utf8');
      const [, path] = /<path d="([^"]+)"\/>/.exec(svg) ?? [];
      if (path === undefined) throw new Error(`the icon "${slug}" has no path`);
      return [slug, JSON.stringify({ title, hex, license, path })];
    }),
  );
}

/** @param entries pairs of name and text */
async function pack(file, entries) {
  let offset = 0;
  const places = {};
  const parts = entries.map(([name, text]) => {
    const bytes = deflateRawSync(text, { level: 9 });
    places[name] = [offset, bytes.length];
    offset += bytes.length;
    return bytes;
  });
  const index = Buffer.from(JSON.stringify(places));
  const indexLength = Buffer.alloc(4);
  indexLength.writeUInt32LE(index.length);
  await replaceFile(`${out}/${file}`, Buffer.concat([indexLength, index, ...parts]));
}

function packageFolderOf(path) {
  const [name] = /^(@[^/]+\/)?[^/]+/.exec(path);
  return join('node_modules', name);
}
