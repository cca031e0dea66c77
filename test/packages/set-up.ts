import { execFile } from 'node:child_process';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { startRegistry } from './registry.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const release = join(root, 'build', 'release');
const into = join(root, 'build', 'installed');

declare module 'vitest' {
  interface ProvidedContext {
    /** The checkout, built. */
    root: string;
    /** The folder of the project that the npm package is installed in. */
    installed: string;
    /** The archive of the npm package. */
    tarball: string;
    /** The unpacked folder of this platform. */
    folder: string;
    /** The single executable. */
    singleFile: string;
    /** What `npm run release` has written. */
    release: string;
  }
}

/** Installs what `npm run release` has made, each form in an empty place: `npm run test:packages`. */
export default async function setUp(project: TestProject): Promise<void> {
  await rm(into, { recursive: true, force: true });
  const installed = join(into, 'project');
  await mkdir(installed, { recursive: true });

  const [archive] = (await readdir(release)).filter((name) => name.endsWith('-linux-x64.tar.gz'));
  if (archive === undefined) throw new Error('there is no release: npm run release makes it');
  await run('tar', ['-xzf', join(release, archive), '-C', into]);

  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', into], { cwd: root });
  const [tarball = ''] = (await readdir(into)).filter((name) => name.endsWith('.tgz'));
  const registry = await startRegistry(join(root, 'node_modules'));
  try {
    await writeFile(join(installed, 'package.json'), '{"private": true}');
    await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', join(into, tarball)], {
      cwd: installed,
      env: {
        PATH: process.env['PATH'],
        HOME: into,
        npm_config_registry: registry.url,
        npm_config_cache: join(into, 'cache'),
      },
    });
  } finally {
    await registry.close();
  }
  project.provide('root', root);
  project.provide('installed', installed);
  project.provide('tarball', join(into, tarball));
  project.provide('folder', join(into, archive.slice(0, -'.tar.gz'.length)));
  project.provide('singleFile', join(release, 'tierpress-linux-x64'));
  project.provide('release', release);
}
