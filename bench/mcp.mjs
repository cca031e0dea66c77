import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { quantile } from './rounds.mjs';
import { table } from './tables.mjs';

// Measures `tierpress mcp` from the start of its process: until it has answered `initialize`, listed its tools, and drawn its
// first and its second picture. The goals on a quiet machine are 500 ms for the first and 1 200 ms for the third.
const starts = Number(process.argv[2] ?? 10);
const main = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const board = (title) => ({
  name: 'render_tier_list',
  arguments: {
    title,
    tiers: ['S', 'A', 'B', 'C', 'D'].map((tier) => ({
      title: tier,
      items: Array.from({ length: 8 }, (_, index) => `${title} ${tier} ${index}`),
    })),
  },
});

const dataDir = await mkdtemp(join(tmpdir(), 'tierpress-bench-'));
const rows = [];
for (let start = 0; start < starts; start++) rows.push(await timeStart());
await rm(dataDir, { recursive: true, force: true });

const medians = rows[0].map((_, column) => quantile(rows, column, 0.5));
console.log(
  table(
    ['start', 'initialize ms', 'tools/list', '1st picture', '2nd picture takes', 'its kB as base64'],
    [
      ...rows.map((row, index) => [index + 1, ...row.map(Math.round)]),
      ['median', ...medians.map(Math.round)],
    ],
  ),
);

async function timeStart() {
  const began = performance.now();
  const child = spawn(process.execPath, [main, 'mcp'], {
    env: { PATH: process.env.PATH, TIERPRESS_DATA_DIR: dataDir },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const ask = async (method, params) => {
    send({ id: 1, method, params });
    return JSON.parse((await lines.next()).value).result;
  };
  const since = () => performance.now() - began;

  await ask('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1' },
  });
  const initialized = since();
  send({ method: 'notifications/initialized' });
  await ask('tools/list', {});
  const listed = since();
  await ask('tools/call', board('First'));
  const first = since();
  const { content } = await ask('tools/call', board('Second'));
  const second = since() - first;
  child.stdin.end();
  await once(child, 'exit');
  return [initialized, listed, first, second, content[0].data.length / 1000];
}
