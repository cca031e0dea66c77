import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { packagedData } from '../../src/files/package-files.ts';
import { resolveSpec } from '../../src/items/resolve.ts';
import { wholeTemplate } from '../../src/items/whole-template.ts';
import type { PlacedText, Rect } from '../../src/layout/placed.ts';
import type { RenderSpec } from '../../src/model/board.ts';
import { canvases, type Locale, locales, type ThemeName, themeNames } from '../../src/model/vocabulary.ts';
import type { CatalogTemplate } from '../../src/templates/catalog.ts';
import { loadTemplates } from '../../src/templates/load.ts';
import { templateFlaws } from '../../src/templates/previews/flaws.ts';
import { createEngine } from '../../src/workers/engine.ts';
import { sampleOf } from '../support/runs.ts';

const set = await loadTemplates(packagedData.templatesDir);
const templates = sampleOf(set.all);
const engine = createEngine({ rasteriser: 'resvg' });

/** Every board is drawn as a scene; each template is rasterised in one of these. */
const looks = themeNames.flatMap((theme) => locales.map((locale) => [theme, locale] as const));

function wholeBoard(template: CatalogTemplate, theme: ThemeName, locale: Locale): RenderSpec {
  const request = { ...wholeTemplate(template, locale), theme };
  const { spec, warnings } = resolveSpec(request, set, { watermark: true });
  expect(warnings).toEqual([]);
  return { ...spec, format: 'png' };
}

/** Returns how far a text's ink exceeds a box, in px; 0 if it is inside. */
function overhang({ lines, ascent, descent, emoji }: PlacedText, box: Rect): number {
  const inked = lines.map(({ x, width, baseline }) => ({
    x,
    y: baseline - ascent,
    width,
    height: ascent + descent,
  }));
  const sides = [...inked, ...(emoji ? [emoji.box] : [])].flatMap((ink) => [
    box.x - ink.x,
    box.y - ink.y,
    ink.x + ink.width - box.x - box.width,
    ink.y + ink.height - box.y - box.height,
  ]);
  return Math.max(0, ...sides);
}

/** Escapes a text as in SVG. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}

interface Raw {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly channels: number;
}

async function decoded(bytes: Uint8Array): Promise<Raw> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  return { data, ...info };
}

/** Whether an area has a single colour. */
function isPlain({ data, width, channels }: Raw, { x, y, ...part }: Rect): boolean {
  const at = (column: number, row: number) => (row * width + column) * channels;
  const [left, top] = [Math.ceil(x), Math.ceil(y)];
  const [right, bottom] = [Math.floor(x + part.width), Math.floor(y + part.height)];
  const first = at(left, top);
  for (let row = top; row < bottom; row++)
    for (let byte = at(left, row); byte < at(right, row); byte++)
      if (data[byte] !== data[first + ((byte - first) % channels)]) return false;
  return true;
}

it.each(templates.map((template) => [template.title.en, template] as const))(
  '%s has no flaws in any theme and language',
  (_, template) => {
    expect(templateFlaws(template, engine, themeNames)).toEqual([]);
  },
);

describe.each(looks.map((look) => [...look, look] as const))('in %s, %s', (theme, locale, look) => {
  it.each(templates.map((template) => [template.title[locale], template] as const))(
    'the scene of %s has every text inside its box, and every label as a title',
    (_, template) => {
      const spec = wholeBoard(template, theme, locale);
      const { rows, title } = engine.layOut(spec);
      const page = { x: 0, y: 0, ...canvases[spec.aspectRatio] };
      const overhangs = [
        ...(title ? [overhang(title.text, page)] : []),
        ...rows.flatMap(({ cell, tiles, ...row }) => [
          overhang(row.title, cell),
          ...tiles.map(({ label, box }) => overhang(label, box)),
        ]),
      ];
      // Baselines are rounded to whole pixels.
      expect(Math.max(...overhangs)).toBeLessThan(1);
      const svg = engine.draw(spec).svg();
      expect(svg).not.toMatch(/NaN|undefined|Infinity/);
      // The attribute remains only if an emoji has no drawing.
      expect(svg).not.toContain('data-emoji');
      const said = new Set(Array.from(svg.matchAll(/<title>([^<]*)<\/title>/g), ([, text]) => text));
      const labels = spec.board.tiers.flatMap(({ items }) => items.map(({ label }) => label));
      expect(labels.filter((label) => !said.has(escaped(label)))).toEqual([]);
    },
  );

  const chosen = templates.filter((_, index) => looks[index % looks.length] === look);
  it.each(chosen.map((template) => [template.title[locale], template] as const))(
    'the image of %s has ink on every tile',
    async (_, template) => {
      const spec = wholeBoard(template, theme, locale);
      const { bytes, warnings } = await engine.render(spec);
      expect(warnings).toEqual([]);
      const pixels = await decoded(bytes);
      const { width, height } = canvases[spec.aspectRatio];
      expect(pixels).toMatchObject({ width, height });
      const tiles = engine.layOut(spec).rows.flatMap((row) => row.tiles);
      const bare = tiles.filter(({ label, box }) => isPlain(pixels, label.emoji?.box ?? box));
      expect(bare.map(({ label }) => label.text)).toEqual([]);
    },
  );
});
