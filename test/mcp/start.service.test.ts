import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { serveCli } from '../support/cli.ts';

const programs = fileURLToPath(new URL('../../dist/programs', import.meta.url));

/** Returns the names of the built files with code of the SDK. */
async function filesWithSdk(): Promise<string[]> {
  const maps = (await readdir(programs)).filter((name) => name.endsWith('.js.map'));
  const found = await Promise.all(
    maps.map(async (name) => {
      const { sources }: { sources: string[] } = JSON.parse(await readFile(join(programs, name), 'utf8'));
      return sources.some((source) => source.includes('@modelcontextprotocol'))
        ? [name.replace('.map', '')]
        : [];
    }),
  );
  return found.flat();
}

/** Returns which of the files a service loads that handles one request. */
async function loadedBy(path: string, body: object, names: readonly string[]): Promise<readonly string[]> {
  const dir = await mkdtemp(join(tmpdir(), 'tierpress-loaded-'));
  try {
    const coverage = join(dir, 'coverage');
    const env = { TIERPRESS_DATA_DIR: join(dir, 'data'), NODE_V8_COVERAGE: coverage };
    const { url, printed, end } = await serveCli(env);
    const [key = ''] = /sk_live_\w+/.exec(printed) ?? [];
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
    await end('SIGTERM');
    const reports = await Promise.all(
      (await readdir(coverage)).map((name) => readFile(join(coverage, name), 'utf8')),
    );
    const loaded = reports.flatMap((report) => {
      const { result }: { result: { url: string }[] } = JSON.parse(report);
      return result.map((script) => basename(script.url));
    });
    return names.filter((name) => loaded.includes(name));
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

it('a service loads the SDK of MCP for the first message to its tools, and not before', async () => {
  const names = await filesWithSdk();
  expect(names.length).toBeGreaterThan(0);
  const board = { tiers: [{ title: 'S', items: ['Tea'] }] };
  expect(await loadedBy('/api/v1/render', board, names)).toEqual([]);
  expect(await loadedBy('/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' }, names)).not.toEqual([]);
});
