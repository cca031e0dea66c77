import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, expect, vi } from 'vitest';
import { runs } from './runs.ts';

fc.configureGlobal({ numRuns: runs(100) });

// Files share the modules of their worker, except for files that replace modules.
const { testPath } = expect.getState();
if (testPath !== undefined && readFileSync(testPath, 'utf8').includes('vi.mock(')) {
  vi.resetModules();
  afterAll(() => {
    vi.resetModules();
  });
}
