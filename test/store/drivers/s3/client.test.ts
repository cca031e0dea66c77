import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { S3Client } from '../../../../src/store/drivers/s3/client.ts';
import { S3Error } from '../../../../src/store/drivers/s3/s3-error.ts';
import { collectGarbage } from '../../../support/garbage.ts';

const withinMs = 400;

async function startClient(answer: RequestListener): Promise<S3Client> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  const port = typeof bound === 'object' ? bound?.port : undefined;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = { bucketUrl: `http://127.0.0.1:${port}/bucket/`, prefix: '', region: 'us-east-1' };
  return new S3Client(address, { accessKeyId: 'id', secretAccessKey: 'secret' });
}

/** Collects garbage again and again until a promise is settled. */
async function amidCollections<T>(promise: Promise<T>): Promise<T> {
  let isSettled = false;
  const settled = promise.finally(() => {
    isSettled = true;
  });
  settled.catch(() => undefined);
  while (!isSettled) {
    collectGarbage();
    await wait(20);
  }
  return settled;
}

it.each<[string, RequestListener]>([
  ['never answers', () => undefined],
  [
    'stops in the middle of its answer',
    (_, answer) => answer.writeHead(500, { 'Content-Length': 9 }).write('<'),
  ],
])('a request to an S3 that %s ends in its time, also while garbage is collected', async (_, answer) => {
  const client = await startClient(answer);
  await expect(amidCollections(client.delete('image', withinMs))).rejects.toEqual(new S3Error('Timeout'));
});
