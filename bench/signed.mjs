import autocannon from 'autocannon';
import { startService } from '../scripts/service.mjs';
import { fromBuild } from './build.mjs';
import { cpuOf } from './process-cpu.mjs';
import { inRounds, quantile } from './rounds.mjs';
import { table } from './tables.mjs';

// Measures signed addresses whose images are stored, beside the images' own addresses: requests per second and CPU time,
// and the CPU time of checking one signature.
const seconds = Number(process.argv[2] ?? 3);
const rounds = Number(process.argv[3] ?? 7);
const request = {
  title: 'Drinks',
  items: Array.from({ length: 40 }, (_, index) => `Drink ${index}`),
  tiers: ['S', 'A', 'B', 'C'].map((title, tier) => ({
    title,
    items: Array.from({ length: 10 }, (_, index) => 10 * tier + index),
  })),
};

const service = await startService({});
const { imagePath } = await post('/api/v1/render');
const signed = (await post('/api/v1/sign')).url.replace(service.url, '');

const field = [
  { name: '/images/…', ask: () => load(imagePath) },
  { name: '/i/…', ask: () => load(signed) },
];
const samples = await inRounds(field, {}, { warmUp: 1, rounds });
const median = (one, measure) => quantile(samples.get(one), measure, 0.5);
console.log(
  `an address of ${signed.length} characters, 32 connections, ${rounds} rounds of ${seconds} s; medians`,
);
console.log(
  table(
    ['', 'requests/s', 'of /images/…', 'p99 ms', 'CPU µs'],
    field.map((one) => [
      one.name,
      Math.round(median(one, 'perSecond')),
      (median(one, 'perSecond') / median(field[0], 'perSecond')).toFixed(2),
      median(one, 'p99').toFixed(1),
      Math.round(median(one, 'cpu')),
    ]),
  ),
);
await service.stop();
console.log(`checking a signature: ${(await microsecondsOfCheck()).toFixed(1)} µs CPU`);

async function post(path) {
  const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };
  const answer = await fetch(`${service.url}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(request),
  });
  if (answer.status !== 200) throw new Error(`the service answered ${answer.status}`);
  return answer.json();
}

async function load(path) {
  const before = cpuOf(service.pid).ran;
  const result = await autocannon({ url: `${service.url}${path}`, connections: 32, duration: seconds });
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx + result.errors} requests failed`);
  const { total } = result.requests;
  return {
    perSecond: total / result.duration,
    p99: result.latency.p99,
    cpu: ((cpuOf(service.pid).ran - before) * 1000) / total,
  };
}

async function microsecondsOfCheck() {
  const { isSignedWith, signedPath } = await fromBuild('api/wire/signed-address.js');
  const image = {
    b: signed.slice(3, signed.indexOf('.')),
    format: 'webp',
    scale: 1,
    keyId: 'key_8YtR1mB6qKx0',
  };
  const secret = `ss_live_${'A'.repeat(43)}`;
  const signature = signedPath(image, secret).slice(-32);
  const times = 100_000;
  const check = () => {
    const before = process.cpuUsage();
    for (let time = 0; time < times; time++)
      if (!isSignedWith(signature, image, secret)) throw new Error('the signature is not right');
    const { user, system } = process.cpuUsage(before);
    return (user + system) / times;
  };
  check();
  return check();
}
