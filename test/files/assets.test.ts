import { readdirSync, readFileSync, truncateSync } from 'node:fs';
import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { packAt } from '../../src/files/pack.ts';
import { assets, packagedData } from '../../src/files/package-files.ts';
import { findIcon, iconArt } from '../../src/templates/art/icons.ts';
import { parseTemplate } from '../../src/templates/parse.ts';
import { emojiMarkup } from '../../src/text/emoji.ts';
import { fontFiles } from '../../src/text/font-files.ts';

const packages = createRequire(import.meta.url);

it('has every font that a theme can name, and no other', () => {
  const names = Object.values(fontFiles).map(({ file }) => basename(file));
  expect(readdirSync(assets.fontsDir).sort()).toEqual([...new Set(names)].sort());
  for (const { file } of Object.values(fontFiles)) {
    const packaged = readFileSync(join(assets.fontsDir, basename(file)));
    expect(packaged.equals(readFileSync(packages.resolve(file))), file).toBe(true);
  }
});

it('has every drawing of Twemoji', () => {
  const folder = dirname(packages.resolve('@discordapp/twemoji/dist/svg/1f600.svg'));
  const files = readdirSync(folder);
  expect(files.length).toBeGreaterThan(3000);
  for (const file of files) {
    expect(readFileSync(join(folder, file), 'utf8')).toContain(
      `>${emojiMarkup(basename(file, '.svg'))}</svg>`,
    );
  }
});

it('has every icon of Simple Icons, with its path and its colour', () => {
  const list = JSON.parse(readFileSync(packages.resolve('simple-icons/icons.json'), 'utf8'));
  const slugs = v.parse(v.array(v.object({ slug: v.string(), hex: v.string() })), list);
  expect(slugs.length).toBeGreaterThan(3000);
  const folder = dirname(packages.resolve('simple-icons/icons/simpleicons.svg'));
  for (const { slug, hex } of slugs) {
    const [shape] = iconArt(slug).shapes;
    expect(shape?.color).toBe(`#${hex.toLowerCase()}`);
    expect(readFileSync(join(folder, `${slug}.svg`), 'utf8')).toContain(`"${shape?.path}"`);
  }
});

it('has every icon that a template names', async () => {
  const files = (await readdir(packagedData.templatesDir)).filter((name) => /^\d.*\.json$/.test(name));
  const texts = await Promise.all(
    files.map(async (file) => [file, await readFile(join(packagedData.templatesDir, file), 'utf8')] as const),
  );
  const named = texts.flatMap(([file, text]) => {
    const parsed = parseTemplate(file, text);
    return 'template' in parsed ? parsed.template.items.flatMap(({ icon }) => icon ?? []) : [];
  });
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((slug) => findIcon(slug) === undefined)).toEqual([]);
});

it('reports a pack that is cut off', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tierpress-'));
  try {
    const path = join(folder, 'icons.pack');
    await copyFile(assets.icons, path);
    const last = packAt(path).names().at(-1) ?? '';
    expect(packAt(path).read(last)).toContain('"path"');
    expect(packAt(path).read('no such icon')).toBeUndefined();
    truncateSync(path, readFileSync(path).length - 1);
    expect(() => packAt(path).read(last)).toThrow(`${path} is cut off`);
  } finally {
    await rm(folder, { recursive: true });
  }
});
