import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { availableParallelism, cpus } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { startService } from '../scripts/service.mjs';
import { childrenOf, cpuOf } from './process-cpu.mjs';
import { memoryOf } from './process-memory.mjs';
import { inRounds } from './rounds.mjs';
import { table } from './tables.mjs';

// Measures boards that are not in any cache: how many per second with one renderer and with two; then ten times the
// capacity of two, at a steady rate for `seconds`: how fast refusals and /healthz answer, how long the accepted ones
// take, and when the service has recovered. This script, the service and its renderers share the machine's cores, so
// it reports the CPU time of each, and how long the service waited for a core: on a busy machine the times mean
// little.
const seconds = Number(process.argv[2] ?? 20);
const perRound = 300;
/** While the services warm up, V8 still compiles, and they prepare their search. */
const rounds = { warmUp: 5, rounds: 7 };
const callers = 6;
const words = 'Chocolate Vanilla Strawberry Mint Pistachio Mango Lemon Coffee Caramel Hazelnut'.split(' ');
let made = 0;
/** Uses less CPU than fetch, on cores that the service needs. */
const agent = new Agent({ keepAlive: true });

const [one, two] = [
  await startService({ TIERPRESS_RENDERERS: '1' }),
  await startService({ TIERPRESS_RENDERERS: '2' }),
];
const field = [one, two].map((service) => ({ ask: () => sampleOf(service) }));
const [ofOne, ofTwo] = (await inRounds(field, {}, rounds)).values();
await one.stop();
const single = median(ofOne.map(({ perSecond }) => perSecond));
const double = median(ofTwo.map(({ perSecond }) => perSecond));
console.log(
  `fresh boards a second: ${single.toFixed(1)} with one renderer, ${double.toFixed(1)} with two: ${(double / single).toFixed(2)} times`,
);

const msOnAllCores = ({ cpu }) => (cpu.renderers + cpu.service + cpu.script) / availableParallelism();
const perSecondAtMost = 1000 / median(ofTwo.map(msOnAllCores));
console.log(
  `their CPU time allows ${perSecondAtMost.toFixed(1)} on ${availableParallelism()} cores: with two renderers ${(double / perSecondAtMost).toFixed(2)} of that`,
);

const idle = median(ofTwo.map((sample) => sample.idle));
console.log(`with two renderers the cores are idle for ${(idle * 100).toFixed(1)} % of the time`);

const cpuOfBoards = (samples) => samples.map(({ cpu }) => cpu);
console.log(
  cpuTable([
    ['a board, one', cpuOfBoards(ofOne)],
    ['a board, two', cpuOfBoards(ofTwo)],
  ]),
);

const usual = median(await inTurn(15));
const before = memoryOf(two.pid);
const { answers, health, peak, cpu } = await saturate(two, double * 10);
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
console.log(cpuTable([['a request', [cpu]]]));
console.log(`others: ${answers.filter(({ status }) => status !== 200 && status !== 503).length}`);
console.log(`memory of all processes: ${before} MiB before, ${peak} MiB at most`);
console.log(
  `as fast as before ${back === undefined ? 'not within 15' : (back / 1000).toFixed(1)} s after the end`,
);
await two.stop();

/** Returns the time of all cores, and that in which they were idle, in milliseconds. */
function coreTimes() {
  const times = cpus().map((core) => core.times);
  const sum = (list) => list.reduce((total, each) => total + each, 0);
  return {
    all: sum(times.flatMap((each) => Object.values(each))),
    idle: sum(times.map((each) => each.idle)),
  };
}

function idleShare(before, after) {
  return (after.idle - before.idle) / (after.all - before.all);
}

/**
 * Draws boards of which some always wait. Measures from the first answers to the last request.
 *
 * @returns boards a second, the CPU time of one board, and the share of time in which cores were idle
 */
async function sampleOf(service) {
  let sent = 0;
  let done = 0;
  let began;
  let ended;
  const now = () => ({ at: performance.now(), done, cpu: cpuNow(service), cores: coreTimes() });
  const caller = async () => {
    while (sent < perRound) {
      sent += 1;
      if (sent === perRound) ended = now();
      await drawn(service);
      done += 1;
      if (done === callers) began = now();
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  const count = ended.done - began.done;
  return {
    perSecond: (count * 1000) / (ended.at - began.at),
    cpu: cpuOfEach(count, began.cpu, ended.cpu),
    idle: idleShare(began.cores, ended.cores),
  };
}

async function inTurn(count) {
  const times = [];
  for (let index = 0; index < count; index++) times.push(await drawn(two));
  return times;
}

/** Sends at a steady rate, regardless of the answers. */
async function saturate(service, perSecond) {
  const answers = [];
  const health = [];
  const pending = [];
  let peak = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      health.push((await send(service, '/healthz')).ms);
      peak = Math.max(peak, memoryOf(service.pid));
      await wait(100);
    }
  })();
  const before = cpuNow(service);
  const began = performance.now();
  for (let sent = 0; performance.now() - began < seconds * 1000; ) {
    const due = ((performance.now() - began) / 1000) * perSecond;
    for (; sent < due; sent++) pending.push(send(service).then((answer) => answers.push(answer)));
    await wait(5);
  }
  const after = cpuNow(service);
  await Promise.all(pending);
  isOver = true;
  await watching;
  return { answers, health, peak, cpu: cpuOfEach(answers.length, before, after) };
}

function cpuNow({ pid }) {
  const service = cpuOf(pid);
  const renderers = childrenOf(pid).map((child) => cpuOf(child).ran);
  const { user, system } = process.cpuUsage();
  return {
    renderers: renderers.reduce((sum, ran) => sum + ran, 0),
    service: service.ran,
    waited: service.waited,
    script: (user + system) / 1000,
  };
}

/** Returns the CPU time of one of `count` boards or requests. */
function cpuOfEach(count, before, after) {
  return Object.fromEntries(Object.entries(after).map(([who, ms]) => [who, (ms - before[who]) / count]));
}

/** @param rows a name, and samples of CPU time */
function cpuTable(rows) {
  const columns = ['renderers', 'service', 'script', 'waited'];
  return table(
    ['CPU ms', 'renderers', 'service', 'this script', 'the service waited'],
    rows.map(([name, samples]) => [
      name,
      ...columns.map((who) => median(samples.map((sample) => sample[who])).toFixed(2)),
    ]),
  );
}

/** @returns the milliseconds for an image */
async function drawn(service) {
  const { status, ms } = await send(service);
  if (status !== 200) throw new Error(`the service answered ${status}`);
  return ms;
}

/** @returns the status, and the milliseconds to the end of the response */
async function send({ url, key }, path = '/api/v1/render') {
  const body = path === '/healthz' ? undefined : JSON.stringify(board());
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const began = performance.now();
  const sent = request(`${url}${path}`, { agent, ...(body && { method: 'POST', headers }) });
  sent.end(body);
  const [answer] = await once(sent, 'response');
  answer.resume();
  await once(answer, 'end');
  return { status: answer.statusCode, ms: performance.now() - began };
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
