import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../support/accounts.ts';
import { type Replicas, startReplicas } from '../support/engines/replicas.ts';
import { plainPhoto } from '../support/photo-host.ts';
import { lacks, replicaPrograms } from '../support/programs.ts';
import { drawPhotos, fromPage, upload } from '../support/uploads.ts';

describe.skipIf(lacks(...replicaPrograms))('an uploaded photo of two replicas', () => {
  let replicas: Replicas;
  let key: string;
  beforeAll(async () => {
    replicas = await startReplicas({ TIERPRESS_VISITOR_UPLOADS_DAY: '5' });
    key = (await replicas.addMember('enterprise')).key;
  });
  afterAll(() => replicas?.close());

  it('is uploaded to one, drawn and shown by the other, and deleted by both', async () => {
    const [a, b] = replicas.both;
    const withKey = { 'X-API-Key': key };
    const photo = await plainPhoto('#c01020');
    const { status, id } = await upload(a, photo, withKey);
    expect(status).toBe(200);
    expect((await drawPhotos(b, key, [id])).status).toBe(200);
    expect((await fetch(`${b.url}/photos/${id}.webp`)).status).toBe(200);
    expect((await upload(b, photo, withKey)).id).toBe(id);
    const both = await Promise.all(
      [a, b].map(async (replica) => upload(replica, await plainPhoto('#01c020'), withKey)),
    );
    expect(both[0]?.id).toBe(both[1]?.id);
    expect((await ask(b, 'DELETE', `/api/v1/photos/${id}`, { headers: withKey })).status).toBe(200);
    for (const replica of [a, b]) {
      expect((await drawPhotos(replica, key, [id], { title: 'Later' })).status).toBe(400);
      expect((await fetch(`${replica.url}/photos/${id}.webp`)).status).toBe(404);
    }
  });

  it('is counted by both together', async () => {
    const photo = await plainPhoto('#0120c0');
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        upload(replicas.both[index % 2 === 0 ? 0 : 1], photo, fromPage),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  });

  it('is a 503 while S3 is away, and not a photo that is gone', async () => {
    const [a, b] = replicas.both;
    const { id } = await upload(a, await plainPhoto('#a0a000'), { 'X-API-Key': key });
    await replicas.swift.kill();
    try {
      expect((await drawPhotos(b, key, [id])).status).toBe(503);
      expect((await upload(a, await plainPhoto('#a0a001'), { 'X-API-Key': key })).status).toBe(503);
    } finally {
      await replicas.swift.start();
    }
    await expect
      .poll(async () => (await drawPhotos(b, key, [id])).status, { timeout: 20_000, interval: 500 })
      .toBe(200);
  });
});
