import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { table } from './tables.mjs';

// From `node dist/cli/main.js serve` to ready, and what the first pictures cost: the service as people start it,
// several times over, each time on an empty data directory.
const starts = Number(process.argv[2] ?? 5);
const pictures = 12;
const cli = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const example = JSON.parse(readFileSync(new URL('../examples/eighty-items.json', import.meta.url), 'utf8'));

const rows = [];
for (let start = 1; start <= starts; start++) {
  const folder = mkdtempSync(join(tmpdir(), 'tierpress-bench-'));
  const began = performance.now();
  const service = spawn(process.execPath, [cli, 'serve'], {
    env: { ...process.env, TIERPRESS_DATA_DIR: folder, TIERPRESS_PORT: '0', TIERPRESS_LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = await until(service.stdout, /ready at (\S+)/);
  const ready = performance.now() - began;
  const [, url] = /ready at (\S+)/.exec(said);
  const [key] = /sk_live_\w+/.exec(said);
  const times = [];
  // The client's own first call loads half of what it needs.
  await fetch(`${url}/healthz`);
  for (let picture = 0; picture < pictures; picture++)
    times.push(await post(`${url}/api/v1/render`, key, JSON.stringify(boardOf(picture))));
  rows.push([start, ready, times[0], times[1], times[9]].map((value) => Math.round(value)));
  service.kill('SIGTERM');
  await new Promise((resolve) => service.once('exit', resolve));
  rmSync(folder, { recursive: true, force: true });
}
console.log(table(['start', 'ready after ms', '1st picture ms', '2nd', '10th'], rows));

/** Another board for each picture, with tiles and type of another size: nobody has seen its glyphs before. */
function boardOf(picture) {
  const tiers = example.tiers.map(({ title, items }) => ({ title, items: items.slice(picture % 6) }));
  return { ...example, title: `Picture ${picture}`, tiers: tiers.slice(0, 6 - (picture % 2)) };
}

/** What a stream has said once it matches. */
async function until(stream, pattern) {
  let text = '';
  for await (const chunk of stream.setEncoding('utf8')) {
    text += chunk;
    if (pattern.test(text)) return text;
  }
  throw new Error(`the service ended without saying ${pattern}:\n${text}`);
}

/** Milliseconds for one picture, from the request to the whole answer. */
async function post(url, key, body) {
  const began = performance.now();
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body,
  });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`the service answered ${answer.status}`);
  return performance.now() - began;
}
