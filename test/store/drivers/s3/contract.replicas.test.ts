import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { type Swift, startSwift } from '../../../support/engines/swift.ts';
import { lacks, swiftPrograms } from '../../../support/programs.ts';
import type { OpenDriver } from '../../contracts/driver.ts';
import { describeImagesContract } from '../../contracts/images.ts';
import { openStoresForTest } from '../../contracts/open-stores.ts';
import { describePhotosContract } from '../../contracts/photos.ts';

describe.skipIf(lacks(...swiftPrograms))('with Swift', () => {
  let swift: Swift;
  beforeAll(async () => {
    swift = await startSwift();
  });
  afterAll(() => swift?.close());

  const openDriver: OpenDriver = async (...options) => {
    const { client, photos, images } = await swift.createBucket();
    const dataDir = await mkdtemp(join(tmpdir(), 'tierpress-contract-'));
    const env = { TIERPRESS_DATA_DIR: dataDir, TIERPRESS_IMAGES: images, ...swift.env };
    const change = async (at: typeof client, name: string, damage: (bytes: Buffer) => Buffer) => {
      const bytes = await (await at.get(name))?.read(1e6);
      await at.put(name, damage(bytes ?? Buffer.alloc(0)), 'image/png');
    };
    const photoNames = async () => {
      const { objects } = await photos.list(undefined, new AbortController().signal);
      return objects.map(({ key }) => key);
    };
    return openStoresForTest(env, options, {
      damageImage: (name, damage) => change(client, name, damage),
      async damagePhotos(damage) {
        for (const name of await photoNames()) await change(photos, name, damage);
      },
      countPhotos: async () => (await photoNames()).length,
    });
  };
  describeImagesContract('S3', openDriver);
  describePhotosContract('S3', openDriver);
});
