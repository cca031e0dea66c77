import { tmpdir } from 'node:os';
import { afterEach, expect, test, vi } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { packagedData } from '../../src/files/package-files.ts';
import { startRenderers } from '../../src/service/renderers.ts';
import type { ExitReason } from '../../src/workers/renderer-process.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('whoever comes to watch the renderers is told of those that are lost already', async () => {
  const env = { TIERPRESS_DATA_DIR: tmpdir() };
  const { config } = readConfig(env, undefined, { ...packagedData, renderers: 1 });
  // Node does not even start with it.
  vi.stubEnv('NODE_OPTIONS', '--no-such-option');
  const renderers = startRenderers(config);
  vi.unstubAllEnvs();
  await expect(renderers.ready).rejects.toThrow('crashed');
  const losses: ExitReason[] = [];
  renderers.observe({ job: () => undefined, restart: (exitReason) => losses.push(exitReason) });
  const before = [...losses];
  await renderers.close();
  expect(before).toEqual(['crashed']);
});
