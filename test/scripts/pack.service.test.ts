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

it('npm pack ships what runs, and nothing that a service has written or that lies around in the clone', async () => {
  for (const name of ['package.json', '.gitignore']) await cp(join(root, name), join(dir, name));
  const shipped = [
    'data/glyphs/a.json',
    'data/schema/0001-a.sql',
    'data/templates/1-a.json',
    'data/templates/art/a.svg',
    'dist/assets/fonts/a.ttf',
    'dist/cli/main.js',
    'dist/client/tierpress.d.ts',
    'dist/programs/serve.js',
    'dist/workers/worker.js.map',
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
    'templates/notes.txt',
  ].map((file) => `data/${file}`);
  const around = [
    'notes.txt',
    '.env',
    'build/tests.json',
    'dist/model/board.js',
    'src/a.ts',
    'test/a.test.ts',
  ];
  for (const name of [...shipped, ...written, ...around]) {
    await mkdir(join(dir, dirname(name)), { recursive: true });
    await writeFile(join(dir, name), '{}');
  }
  const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: dir,
  });
  const [{ files }]: [{ files: { path: string }[] }] = JSON.parse(stdout);
  expect(files.map(({ path }) => path).sort()).toEqual([...shipped, 'package.json'].sort());
});
