import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serveCli } from '../support/cli.ts';

const programs = new URL('../../dist/programs/', import.meta.url);
const drivers = ['aws4fetch', 'cockatiel', 'postgres'];

/** Returns which packages of drivers the built files contain that a service loads until it has drawn an image. */
async function loadedDrivers(settings: Record<string, string> = {}): Promise<string[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tierpress-loaded-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  // Node.js then names each module that it loads.
  const serving = await serveCli({ TIERPRESS_DATA_DIR: dataDir, NODE_DEBUG: 'esm', ...settings });
  const key = /Bearer (\S+)'/.exec(serving.printed)?.[1] ?? '';
  await fetch(`${serving.url}/api/v1/render`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ tiers: [{ title: 'S', items: ['Tea'] }] }),
  });
  const { stderr } = await serving.end('SIGTERM');
  const names = (await readdir(programs)).filter(
    (name) => name.endsWith('.js') && stderr.includes(`/${name}`),
  );
  expect(names.length).toBeGreaterThan(5);
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, programs), 'utf8')));
  return drivers.filter((name) => texts.some((text) => text.includes(`// node_modules/${name}/`)));
}

describe('the built service', () => {
  it('loads the package of no driver unless it is chosen', async () => {
    expect(await loadedDrivers()).toEqual([]);
    const images = 's3://tiers?endpoint=http://127.0.0.1:1';
    const credentials = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
    expect(await loadedDrivers({ TIERPRESS_IMAGES: images, ...credentials })).toEqual([
      'aws4fetch',
      'cockatiel',
    ]);
  });
});
