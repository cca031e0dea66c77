import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packagedData } from '../../src/files/package-files.ts';
import { findIcon } from '../../src/templates/art/icons.ts';
import { parseTemplate } from '../../src/templates/parse.ts';

const licences = readFileSync(new URL('../../docs/licences.md', import.meta.url), 'utf8');
/** Returns the table of icons by licence. */
const covered = new Map(
  [...licences.matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm)].map(([, licence = '', titles = '']) => [
    licence.replace(', as the collection', ''),
    titles.split(', '),
  ]),
);

it('docs/licences.md lists every icon of a template under its licence', async () => {
  const dir = packagedData.templatesDir;
  const used = new Set<string>();
  for (const file of await readdir(dir)) {
    if (!/^\d.*\.json$/.test(file)) continue;
    const parsed = parseTemplate(file, await readFile(join(dir, file), 'utf8'));
    if ('template' in parsed) for (const { icon } of parsed.template.items) if (icon) used.add(icon);
  }
  expect(used.size).toBeGreaterThan(20);
  const missing = [...used].filter((slug) => {
    const { title = '', license } = findIcon(slug) ?? {};
    return !covered.get(license?.type ?? 'CC0 1.0')?.includes(title);
  });
  expect(missing).toEqual([]);
});
