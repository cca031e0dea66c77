import { tmpdir } from 'node:os';
import { afterEach, expect, test, vi } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { packagedData } from '../../src/files/package-files.ts';
import { startRenderers } from '../../src/service/renderers.ts';
import type { ExitReason } from '../../src/workers/renderer-process.ts';
import { costly } from '../support/runs.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('a late observer of the renderers receives the earlier exits', costly, async () => {
  const env = { TIERPRESS_DATA_DIR: tmpdir() };
  const { config } = readConfig(env, undefined, { ...packagedData, renderers: 1 });
  // Node.js does not even start with this option.
  vi.stubEnv('NODE_OPTIONS', '--no-such-option');
  const renderers = startRenderers(config);
  vi.unstubAllEnvs();
  await expect(renderers.ready).rejects.toThrow('crashed');
  const losses: ExitReason[] = [];
  renderers.observe({ job: () => undefined, restart: (exitReason) => losses.push(exitReason) });
  const before = [...losses];
  await renderers.close();
  expect(before.slice(0, 2)).toEqual(['crashed', 'crashed']);
});
