import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { withAccounts } from '../dist/control/with-accounts.js';
import { startService } from '../scripts/service.mjs';
import { startPostgres } from './postgres.mjs';
import { cpuOf } from './process-cpu.mjs';
import { inRounds, quantile } from './rounds.mjs';
import { table } from './tables.mjs';

// Compares the stores: files, and PostgreSQL on this machine. Cached renders over 100 accounts, 32 and 8 at a time, and the
// CPU time of the service (without its renderers and the database) for a board that is drawn.
// npm run --prefix bench stores -- [seconds] [rounds]
const seconds = Number(process.argv[2] ?? 3);
const rounds = Number(process.argv[3] ?? 5);
const accounts = 100;
const freshBoards = 30;
const body = readFileSync(new URL('../examples/inline.json', import.meta.url), 'utf8');
let made = 0;

const database = await startPostgres();
const services = [await serviceOn('files', 'file:'), await serviceOn('PostgreSQL', database.address)];
for (const service of services) await render(service, service.keys[0], body);

const field = services.map((service) => ({ name: service.name, ask: ({ wide }) => load(service, wide) }));
const samples = new Map();
for (const wide of [32, 8]) samples.set(wide, await inRounds(field, { wide }, { warmUp: 1, rounds }));
const drawing = services.map((service) => ({ name: service.name, ask: () => drawn(service) }));
const fresh = await inRounds(drawing, {}, { warmUp: 1, rounds });

const of = (one, wide, key) => quantile(samples.get(wide).get(one), key, 0.5);
console.log(`cached renders over ${accounts} accounts; medians of ${rounds} rounds of ${seconds} s`);
console.log(
  table(
    [
      '',
      'requests/s, 32 wide',
      'of files',
      'p50 ms, 8 wide',
      'more',
      'service CPU ms of a new board',
      'of files',
    ],
    field.map((one, index) => {
      const perSecond = of(one, 32, 'perSecond');
      const p50 = of(one, 8, 'p50');
      const cpu = quantile(fresh.get(drawing[index]), 'cpu', 0.5);
      return [
        one.name,
        Math.round(perSecond),
        (perSecond / of(field[0], 32, 'perSecond')).toFixed(2),
        p50.toFixed(2),
        (p50 - of(field[0], 8, 'p50')).toFixed(2),
        cpu.toFixed(2),
        (cpu / quantile(fresh.get(drawing[0]), 'cpu', 0.5)).toFixed(2),
      ];
    }),
  ),
);
for (const service of services) await service.stop();
await database.stop();

async function serviceOn(name, store) {
  const folder = mkdtempSync(join(tmpdir(), 'tierpress-bench-'));
  const secretFile = join(folder, 'secret');
  writeFileSync(secretFile, randomBytes(32).toString('hex'), { mode: 0o600 });
  const deps = { now: () => new Date(), randomBytes };
  const keys = await withAccounts({ dataDir: folder, store, secretFile }, deps, async (accountsOf) => {
    const made = [];
    for (let index = 0; index < accounts; index++) {
      const account = { email: `user${index}@example.org`, plan: 'enterprise', admin: index === 0 };
      const { id } = await accountsOf.addAccount(account);
      made.push((await accountsOf.createKey(id, 'bench')).key);
    }
    return made;
  });
  const service = await startService({ TIERPRESS_STORE: store }, { folder, key: keys[0] });
  return { name, keys, ...service };
}

async function render({ url }, key, text) {
  const answer = await fetch(`${url}/api/v1/render`, { method: 'POST', headers: headersOf(key), body: text });
  if (answer.status !== 200) throw new Error(`the service answered ${answer.status}`);
  await answer.arrayBuffer();
}

async function load({ url, keys }, wide) {
  const result = await autocannon({
    url: `${url}/api/v1/render`,
    connections: wide,
    duration: seconds,
    requests: keys.map((key) => ({ method: 'POST', headers: headersOf(key), body })),
  });
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx + result.errors} requests failed`);
  return { perSecond: result.requests.total / result.duration, p50: result.latency.p50 };
}

async function drawn(service) {
  const before = cpuOf(service.pid).ran;
  for (let index = 0; index < freshBoards; index++) {
    const text = JSON.stringify({ ...JSON.parse(body), title: `Board ${++made}` });
    await render(service, service.keys[index], text);
  }
  return { cpu: (cpuOf(service.pid).ran - before) / freshBoards };
}

function headersOf(key) {
  return { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
}
