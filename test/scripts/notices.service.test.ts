import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = join(root, 'dist');
const read = (...path: readonly string[]) => readFileSync(join(...path), 'utf8');

/** Returns the packages whose code is in the programs, by their source maps. */
function bundledPackages(): readonly string[] {
  const maps = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.js.map'),
  );
  const names = maps.flatMap((path) => {
    const { sources }: { sources: readonly string[] } = JSON.parse(read(dist, path));
    return sources.flatMap((source) => /^.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? []);
  });
  // The source maps of some packages name the tools that these were built with.
  return [...new Set(names)].filter((name) => existsSync(join(root, 'node_modules', name))).sort();
}

test('every bundled package is named in the notices with its licence', () => {
  const packages = bundledPackages();
  expect(packages.length).toBeGreaterThan(30);
  const headings = read(dist, 'THIRD-PARTY-NOTICES.txt').match(/^\S+ \d+\.\d+\.\d+\S* \(.+\)$/gm) ?? [];
  const named = new Set(headings.map((heading) => heading.split(' ')[0]));
  const missing = packages.filter((name) => !named.has(name));
  expect(missing).toEqual([]);
});
