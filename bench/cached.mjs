import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { startService, until } from '../scripts/service.mjs';
import { keepResults } from './keep-results.mjs';
import { folderWithKeys } from './key-folder.mjs';
import { cpuOf } from './process-cpu.mjs';
import { inRounds, quantile } from './rounds.mjs';
import { table } from './tables.mjs';

// Measures cached renders, including key check, validation, quota and headers: requests per second, compared with a
// bare Koa that parses the same body and sends the same answer; with 10 keys in the store and with 50 000. The CPU
// time of each request gives the same comparison on a busy machine.
// npm run --prefix bench cached -- [seconds] [rounds] [connections]
const seconds = Number(process.argv[2] ?? 3);
const rounds = Number(process.argv[3] ?? 7);
const connections = Number(process.argv[4] ?? 32);
const body = readFileSync(new URL('../examples/inline.json', import.meta.url), 'utf8');

const services = [];
for (const count of [10, 50_000]) {
  const { folder, key } = await folderWithKeys(count);
  services.push({
    name: `tierpress, ${count.toLocaleString('en')} keys`,
    ...(await startService({}, { folder, key })),
  });
}
const answers = await Promise.all(services.map((service) => render(service)));
const bare = await startBare(answers[0]);

const field = [bare, ...services].map((server) => ({ name: server.name, ask: () => load(server) }));
const samples = await inRounds(field, {}, { warmUp: 1, rounds });
const perSecond = field.map((one) => quantile(samples.get(one), 'perSecond', 0.5));
const cpu = field.map((one) => quantile(samples.get(one), 'cpu', 0.5));
const p99 = field.map((one) => quantile(samples.get(one), 'p99', 0.5));
console.log(
  `a body of ${body.length} bytes, ${connections} connections, ${rounds} rounds of ${seconds} s; medians`,
);
console.log(
  table(
    ['', 'requests/s', 'p99 ms', 'of the bare one', 'CPU µs', 'of the bare one'],
    field.map((one, index) => [
      one.name,
      Math.round(perSecond[index]),
      p99[index].toFixed(1),
      (perSecond[index] / perSecond[0]).toFixed(2),
      Math.round(cpu[index]),
      (cpu[0] / cpu[index]).toFixed(2),
    ]),
  ),
);
console.log(
  `50 000 keys beside 10: ${(perSecond[2] / perSecond[1]).toFixed(2)} of the requests/s, ` +
    `${(cpu[1] / cpu[2]).toFixed(2)} by CPU time`,
);
keepResults(
  'cached',
  field.map(({ name }, index) => ({
    group: `${connections} connections`,
    name,
    perSecond: perSecond[index],
  })),
);
for (const server of [bare, ...services]) await server.stop();

async function render({ url, key }) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/v1/render`, { method: 'POST', headers, body });
  if (answer.status !== 200) throw new Error(`the service answered ${answer.status}`);
  return JSON.stringify({ ...(await answer.json()), cached: true });
}

async function load({ url, pid, key = 'none' }) {
  const before = cpuOf(pid).ran;
  const result = await autocannon({
    url: `${url}/api/v1/render`,
    method: 'POST',
    connections,
    duration: seconds,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body,
  });
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx + result.errors} requests failed`);
  const { total } = result.requests;
  return {
    perSecond: total / result.duration,
    p99: result.latency.p99,
    cpu: ((cpuOf(pid).ran - before) * 1000) / total,
  };
}

async function startBare(answer) {
  const script = fileURLToPath(new URL('peers/bare-koa.mjs', import.meta.url));
  const server = spawn(process.execPath, [script, answer], { stdio: ['ignore', 'pipe', 'inherit'] });
  const said = await until(server.stdout, /ready at (\S+)\n/);
  const stop = async () => {
    server.kill('SIGTERM');
    await new Promise((resolve) => server.once('exit', resolve));
  };
  return { name: 'bare Koa', pid: server.pid, url: /ready at (\S+)\n/.exec(said)[1], stop };
}
