import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { startService } from '../scripts/service.mjs';
import { memoryOf } from './process-memory.mjs';

// One client posts 80 photos of 12 million pixels and nearly 2 MB each, while another posts text boards one after the
// other. The service runs as in production. Memory is the sum over its processes according to /proc.
const noise = { type: 'gaussian', mean: 128, sigma: 12 };
let photo;
for (let quality = 96; !photo || photo.length > 2 * 1024 * 1024; quality -= 4)
  photo = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#888', noise } })
    .blur(0.8)
    .jpeg({ quality })
    .toBuffer();
// Bytes after the end of a JPEG are ignored, and make each copy a different photo.
const host = createServer((request, response) =>
  response.end(Buffer.concat([photo, Buffer.from(request.url)])),
);
await new Promise((resolve) => host.listen(0, '127.0.0.1', resolve));
const at = (index) => `http://127.0.0.1:${host.address().port}/${index}.jpg`;

const service = await startService({
  TIERPRESS_ALLOW_ADDRESSES: '127.0.0.0/8',
  TIERPRESS_ALLOW_PORTS: '1-65535',
});

const usual = [];
for (let index = 0; index < 15; index++) usual.push(await words(index));
const before = memoryOf(service.pid);
let peak = 0;
let isOver = false;
const photos = Array.from({ length: 80 }, (_, index) => at(index));
const heavy = service.post({ tiers: [{ title: 'S', items: photos }] }).finally(() => {
  isOver = true;
});
const meanwhile = [];
for (let index = 100; !isOver; index++) {
  meanwhile.push(await words(index));
  peak = Math.max(peak, memoryOf(service.pid));
  await wait(100);
}
const seconds = (await heavy) / 1000;
console.log(`80 pictures of 12 Mpx and ${(photo.length / 1e6).toFixed(1)} MB: after ${seconds.toFixed(1)} s`);
console.log(`memory of all processes: ${before} MiB before, ${peak} MiB at most`);
console.log(
  `a board of 80 words: ${median(usual.slice(5))} ms alone, meanwhile ${median(meanwhile)} ms (median), ${Math.max(...meanwhile)} ms at most, of ${meanwhile.length}`,
);
await service.stop();
host.close();
host.closeAllConnections();

async function words(round) {
  const items = Array.from({ length: 80 }, (_, index) => `Words ${(index * 7 + round) % 97}`);
  return Math.round(await service.post({ title: `Round ${round}`, tiers: [{ title: 'S', items }] }));
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
