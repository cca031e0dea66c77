import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Replicas, startReplicas } from '../support/engines/replicas.ts';
import { startLoad } from '../support/load.ts';
import { lacks, replicaPrograms } from '../support/programs.ts';
import { boardNamed, drawBoard, postBoard } from '../support/shared-requests.ts';

describe.skipIf(lacks(...replicaPrograms))('a rolling restart', () => {
  let replicas: Replicas;
  let key: string;

  beforeAll(async () => {
    replicas = await startReplicas({ TIERPRESS_DRAIN_SECONDS: '2' });
    ({ key } = await replicas.addMember('enterprise'));
  });
  afterAll(() => replicas?.close());

  it('of both replicas fails no request', async () => {
    const { url } = replicas;
    const board = boardNamed('Cached');
    const path = await drawBoard(url, key, board);
    const load = startLoad([
      ...Array.from({ length: 6 }, () => () => postBoard(url, key, board)),
      (count) => postBoard(url, key, boardNamed(`New ${count}`)),
      () => fetch(`${url}${path}`),
    ]);
    await load.more(50);
    for (const replica of replicas.both) {
      expect((await replica.end('SIGTERM')).code).toBe(0);
      await load.more(50);
      await replica.start();
      await expect.poll(() => replica.metric('tierpress_renderers{state="warm"}')).toBe(1);
      await load.more(50);
    }
    const replies = await load.stop();
    expect(replies.length).toBeGreaterThan(300);
    expect(replies.filter(({ status }) => status !== 200)).toEqual([]);
    const posted = 'tierpress_http_requests_total{route="/api/v1/render",method="POST",status="200"}';
    for (const replica of replicas.both) expect(await replica.metric(posted)).toBeGreaterThan(0);
  });
});
