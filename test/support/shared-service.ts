import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { serveCli } from './cli.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A service without special settings, and a key without limits. */
    readonly service: { readonly url: string; readonly key: string };
  }
}

/** Starts the built service in a process of its own, for all files of a project that need no special settings. */
export default async function startSharedService({ provide }: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tierpress-test-'));
  const { url, printed, end } = await serveCli({ TIERPRESS_DATA_DIR: dataDir });
  const [key = ''] = /sk_live_\w+/.exec(printed) ?? [];
  provide('service', { url, key });
  return async () => {
    await end('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  };
}
