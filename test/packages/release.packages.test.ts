import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, it } from 'vitest';
import { filesOf } from './form.ts';
import { startRegistry } from './registry.ts';

const run = promisify(execFile);
const root = inject('root');
const release = inject('release');
const installed = inject('installed');
const released = await readdir(release);
const megabyte = 1e6;

const sha256 = async (file: string) =>
  createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
const sizeOf = async (folder: string) => {
  const sizes = (await filesOf(folder)).map(async (path) => (await stat(join(folder, path))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
};

it('stays below its sizes', async () => {
  const archives = released.filter((name) => name.endsWith('.tar.gz'));
  expect(archives.map((name) => name.replace(/^.*?-(\w+-\w+)\.tar\.gz$/, '$1')).sort()).toEqual([
    'darwin-arm64',
    'linux-arm64',
    'linux-x64',
  ]);
  for (const name of archives) {
    expect((await stat(join(release, name))).size, name).toBeLessThanOrEqual(120 * megabyte);
  }
  expect(await sizeOf(join(installed, 'node_modules'))).toBeLessThanOrEqual(160 * megabyte);
});

it('has the sums of all that it made', async () => {
  const sums = await readFile(join(release, 'SHA256SUMS'), 'utf8');
  const listed = sums
    .trim()
    .split('\n')
    .map((line) => line.split('  '));
  const files = await Promise.all(
    released.map(async (name) => ((await stat(join(release, name))).isFile() ? [name] : [])),
  );
  expect(listed.map(([, name]) => name).sort()).toEqual(
    files
      .flat()
      .filter((name) => name !== 'SHA256SUMS')
      .sort(),
  );
  for (const [sum, name = ''] of listed) expect(await sha256(join(release, name))).toBe(sum);
});

it('lists every installed and every bundled package as a component, and Node.js', async () => {
  for (const name of released.filter((one) => one.endsWith('.cdx.json'))) {
    const { components } = JSON.parse(await readFile(join(release, name), 'utf8'));
    const listed = new Set(
      components.map(({ name, version }: Record<string, string>) => `${name}@${version}`),
    );
    const folder = join(release, name.slice(0, -'.cdx.json'.length));
    const manifests = (await filesOf(join(folder, 'node_modules'))).filter((path) =>
      /^((@[^/]+\/)?[^/]+|.*\/node_modules\/(@[^/]+\/)?[^/]+)\/package\.json$/.test(path),
    );
    expect(manifests.length).toBeGreaterThan(10);
    for (const path of manifests) {
      const manifest = JSON.parse(await readFile(join(folder, 'node_modules', path), 'utf8'));
      expect(listed).toContain(`${manifest.name}@${manifest.version}`);
    }
    for (const bundled of [
      'koa',
      'preact',
      '@discordapp/twemoji',
      'simple-icons',
      '@expo-google-fonts/inter',
    ]) {
      expect([...listed].filter((one) => String(one).startsWith(`${bundled}@`))).toHaveLength(1);
    }
    expect([...listed].some((one) => String(one).startsWith('node@'))).toBe(true);
  }
});

/** The first bytes of programs: ELF with its machine (x64, ARM64), and Mach-O with its type of processor. */
const beginnings = {
  'linux-x64': { offset: 18, bytes: '3e00', magic: '7f454c46' },
  'linux-arm64': { offset: 18, bytes: 'b700', magic: '7f454c46' },
  'darwin-arm64': { offset: 4, bytes: '0c000001', magic: 'cffaedfe' },
};

it.each(Object.entries(beginnings))(
  'has only native code for %s in its folder',
  async (platform, beginning) => {
    const folder = join(
      release,
      released.find((name) => name.endsWith(`-${platform}`) && name.includes('-0.')) ?? '',
    );
    const native = (await filesOf(folder)).filter((path) =>
      /\.(node|so[\d.]*|dylib)$|^node\/bin\/node$/.test(path),
    );
    // Node.js, sharp, libvips, the rasteriser, the file locks.
    expect(native.length).toBeGreaterThanOrEqual(5);
    for (const path of native) {
      const file = await open(join(folder, path));
      const { buffer } = await file.read(Buffer.alloc(64), 0, 64, 0);
      await file.close();
      const { offset, bytes, magic } = beginning;
      const found = [buffer.toString('hex', 0, 4), buffer.toString('hex', offset, offset + bytes.length / 2)];
      expect([path, ...found]).toEqual([path, magic, bytes]);
    }
  },
);

it('makes the same bytes from the same source in another folder', async () => {
  const copy = await mkdtemp(join(tmpdir(), 'tierpress-source-'));
  try {
    const sources = [
      'src',
      'data',
      'LICENSE',
      'README.md',
      'CHANGELOG.md',
      'package.json',
      'package-lock.json',
    ];
    for (const name of [...sources, 'tsconfig.json', 'tsconfig.build.json', 'scripts']) {
      const filter = (path: string) => !path.includes('node_modules');
      await cp(join(root, name), join(copy, name), { recursive: true, filter });
    }
    await writeFile(join(copy, 'notes.txt'), 'not to be released');
    for (const name of ['node_modules', 'scripts/release/node_modules']) {
      // Symbolic links would show in the paths of the bundles.
      await run('cp', ['-al', join(root, name), join(copy, name)]);
    }
    await run('npm', ['run', 'build'], { cwd: copy });
    await run(process.execPath, ['scripts/release/release.mjs', 'linux-x64'], { cwd: copy });
    const sums = await readFile(join(copy, 'build/release/SHA256SUMS'), 'utf8');
    const expected = await readFile(join(release, 'SHA256SUMS'), 'utf8');
    const here = expected.split('\n').filter((line) => line.includes('linux-x64'));
    expect(sums.trim().split('\n')).toEqual(here);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}, 600_000);

it('can be published: npm refuses nothing, and sends the files of the package', async () => {
  const registry = await startRegistry(join(root, 'node_modules'));
  try {
    const { stdout } = await run('npm', ['publish', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: root,
      env: { ...process.env, npm_config_registry: registry.url },
    });
    const parsed = JSON.parse(stdout);
    const { files } = parsed.files ? parsed : parsed.tierpress;
    const paths: readonly string[] = files.map(({ path }: { readonly path: string }) => path);
    const { stdout: packed } = await run('tar', ['-tzf', inject('tarball')]);
    const inTarball = packed
      .trim()
      .split('\n')
      .map((path) => path.replace(/^package\//, ''));
    expect([...paths].sort()).toEqual(inTarball.sort());
    expect(paths).toEqual(
      expect.arrayContaining(['dist/cli/main.js', 'dist/client/tierpress.d.ts', 'LICENSE']),
    );
    expect(paths.filter((path) => /keys\.json|\.ts$|^(src|test|scripts|docs|build)\//.test(path))).toEqual([
      'dist/client/tierpress.d.ts',
    ]);
  } finally {
    await registry.close();
  }
});
