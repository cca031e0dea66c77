import { setTimeout as wait } from 'node:timers/promises';
import { memoryOf } from './process-memory.mjs';
import { startService } from './service.mjs';
import { table } from './tables.mjs';

// Boards that nobody has seen before: how many a second with one renderer and with two; then ten times as many as two
// can draw, steadily for `seconds`: how soon refusals and /healthz answer, how long the accepted ones take, and when
// it is as before again.
const seconds = Number(process.argv[2] ?? 20);
const perRound = 60;
const rounds = 3;
const words = 'Chocolate Vanilla Strawberry Mint Pistachio Mango Lemon Coffee Caramel Hazelnut'.split(' ');
let made = 0;

const [one, two] = [
  await startService({ TIERPRESS_RENDERERS: '1' }),
  await startService({ TIERPRESS_RENDERERS: '2' }),
];
const speeds = { one: [], two: [] };
for (let round = 0; round < rounds + 1; round++) {
  const pair = { one: await throughput(one), two: await throughput(two) };
  if (round > 0) for (const name of ['one', 'two']) speeds[name].push(pair[name]);
}
await one.stop();
const single = median(speeds.one);
const double = median(speeds.two);
console.log(
  `fresh boards a second: ${single.toFixed(1)} with one renderer, ${double.toFixed(1)} with two: ${(double / single).toFixed(2)} times`,
);

const usual = median(await inTurn(15));
const before = memoryOf(two.pid);
const { answers, health, peak } = await saturate(two, double * 10);
const ended = performance.now();
let back;
while (back === undefined && performance.now() - ended < 15_000) {
  const times = await inTurn(5);
  if (median(times) < 1.5 * usual) back = performance.now() - ended;
}
const of = (status) => answers.filter((answer) => answer.status === status).map((answer) => answer.ms);
const share = (times) => [times.length, ...[0.5, 0.99, 1].map((q) => Math.round(quantile(times, q)))];
console.log(`${Math.round(double * 10)} requests a second for ${seconds} s:`);
console.log(
  table(
    ['', 'count', 'median ms', 'p99 ms', 'longest ms'],
    [
      ['drawn (200)', ...share(of(200))],
      ['refused (503)', ...share(of(503))],
      ['/healthz', ...share(health)],
    ],
  ),
);
console.log(`others: ${answers.filter(({ status }) => status !== 200 && status !== 503).length}`);
console.log(`memory of all processes: ${before} MiB before, ${peak} MiB at most`);
console.log(
  `as fast as before ${back === undefined ? 'not within 15' : (back / 1000).toFixed(1)} s after the end`,
);
await two.stop();

/** Boards a second when there is always one that waits. */
async function throughput(service) {
  const began = performance.now();
  let left = perRound;
  const caller = async () => {
    while (left-- > 0) await service.post(board());
  };
  await Promise.all(Array.from({ length: 6 }, caller));
  return (perRound * 1000) / (performance.now() - began);
}

async function inTurn(count) {
  const times = [];
  for (let index = 0; index < count; index++) times.push(await two.post(board()));
  return times;
}

/** Sends at a steady rate, whatever comes back. */
async function saturate(service, perSecond) {
  const answers = [];
  const health = [];
  const pending = [];
  let peak = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      health.push(await timed(() => fetch(`${service.url}/healthz`)).then(({ ms }) => ms));
      peak = Math.max(peak, memoryOf(service.pid));
      await wait(100);
    }
  })();
  const began = performance.now();
  for (let sent = 0; performance.now() - began < seconds * 1000; ) {
    const due = ((performance.now() - began) / 1000) * perSecond;
    for (; sent < due; sent++)
      pending.push(timed(() => send(service)).then((answer) => answers.push(answer)));
    await wait(5);
  }
  await Promise.all(pending);
  isOver = true;
  await watching;
  return { answers, health, peak };
}

function send({ url, key }) {
  return fetch(`${url}/api/v1/render`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(board()),
  });
}

async function timed(call) {
  const began = performance.now();
  const answer = await call();
  await answer.arrayBuffer();
  return { status: answer.status, ms: performance.now() - began };
}

function board() {
  made += 1;
  const items = Array.from({ length: 40 }, (_, index) => words[(index * 3 + made) % words.length]);
  const tiers = ['S', 'A', 'B', 'C'].map((title, row) => ({
    title,
    items: items.slice(row * 10, row * 10 + 10),
  }));
  return { title: `Board ${made}`, tiers };
}

function median(values) {
  return quantile(values, 0.5);
}

function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
