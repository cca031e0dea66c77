import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tierpress-pack-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

it('npm pack ships nothing that a service has written into the clone', async () => {
  for (const name of ['package.json', '.gitignore']) await cp(join(root, name), join(dir, name));
  const shipped = [
    'data/config.schema.json',
    'data/glyphs/a.json',
    'data/templates/1-a.json',
    'dist/cli/main.js',
  ];
  const written = [
    'keys.json',
    'keys.json.bak',
    'secret',
    'config.json',
    'sessions.json',
    'renders.journal',
    'images/a.webp',
    'themes/mine.json',
  ];
  for (const name of [...shipped, ...written.map((file) => `data/${file}`)]) {
    await mkdir(join(dir, dirname(name)), { recursive: true });
    await writeFile(join(dir, name), '{}');
  }
  const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: dir,
  });
  const [{ files }]: [{ files: { path: string }[] }] = JSON.parse(stdout);
  expect(files.map(({ path }) => path).sort()).toEqual([...shipped, 'package.json'].sort());
});
