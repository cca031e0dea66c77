import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { resolveSpec } from '../../src/items/resolve.ts';
import { wholeTemplate } from '../../src/items/whole-template.ts';
import { locales } from '../../src/model/vocabulary.ts';
import { hasArt } from '../../src/templates/has-art.ts';
import { checkTemplates, loadTemplates } from '../../src/templates/load.ts';

const folder = fileURLToPath(new URL('../../data/templates', import.meta.url));
const set = await loadTemplates(folder);
const art = join(
  dirname(createRequire(import.meta.url).resolve('@discordapp/twemoji/package.json')),
  'dist',
  'svg',
);

/** Returns the name of an emoji's drawing, with the variation selector only if a joiner is present. */
function artName(emoji: string): string {
  const points = Array.from(emoji, (character) => character.codePointAt(0) ?? 0);
  const kept = points.includes(0x200d) ? points : points.filter((point) => point !== 0xfe0f);
  return `${kept.map((point) => point.toString(16)).join('-')}.svg`;
}

it('the catalogue is valid', async () => {
  expect((await checkTemplates([folder])).problems).toEqual([]);
});

it('the catalogue has at least three templates', () => {
  expect(set.all.length).toBeGreaterThanOrEqual(3);
});

describe.each(set.all.map((template) => [template.title.en, template] as const))('%s', (_, template) => {
  const emoji = template.items.flatMap((item) => item.emoji ?? []);

  it('has a drawing for every emoji', () => {
    expect(emoji.filter((one) => !existsSync(join(art, artName(one))))).toEqual([]);
  });

  it('has a figure on nearly all items or on none, so that a board looks even', () => {
    const bare = template.items.filter((item) => !hasArt(item));
    if (bare.length === template.items.length) return;
    expect(bare.length).toBeLessThanOrEqual(template.items.length / 10);
  });

  it.each(locales)('uses the script of %s in its texts', (locale) => {
    const letters = {
      en: /^[^\p{Script=Han}\p{Script=Cyrillic}]+$/u,
      zh: /^\P{Script=Cyrillic}+$/u,
      ru: /^\P{Script=Han}+$/u,
    };
    const spoken = [template.title, template.description, ...template.items.map((item) => item.label)];
    expect(spoken.map((text) => text[locale]).filter((text) => !letters[locale].test(text))).toEqual([]);
  });

  it.each(locales)('resolves as a board of all items in %s', (locale) => {
    const { spec, warnings } = resolveSpec(wholeTemplate(template, locale), set, { watermark: false });
    expect(warnings).toEqual([]);
    expect(spec.board.tiers.flatMap((tier) => tier.items)).toHaveLength(template.items.length);
    expect(spec.board.tiers.map((tier) => tier.color)).toEqual(
      template.tracks.map((track) => track.color ?? null),
    );
  });
});
