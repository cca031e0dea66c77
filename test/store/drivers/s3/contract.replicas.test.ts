import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { type Swift, startSwift } from '../../../support/engines/swift.ts';
import { lacks, swiftPrograms } from '../../../support/programs.ts';
import type { OpenDriver } from '../../contracts/driver.ts';
import { describeImagesContract } from '../../contracts/images.ts';
import { openStoresForTest } from '../../contracts/open-stores.ts';

describe.skipIf(lacks(...swiftPrograms))('with Swift', () => {
  let swift: Swift;
  beforeAll(async () => {
    swift = await startSwift();
  });
  afterAll(() => swift?.close());

  const openDriver: OpenDriver = async (...options) => {
    const { client, images } = await swift.createBucket();
    const dataDir = await mkdtemp(join(tmpdir(), 'tierpress-contract-'));
    const env = { TIERPRESS_DATA_DIR: dataDir, TIERPRESS_IMAGES: images, ...swift.env };
    return openStoresForTest(env, options, async (fileName, change) => {
      const bytes = await (await client.get(fileName))?.read(1e6);
      await client.put(fileName, change(bytes ?? Buffer.alloc(0)), 'image/png');
    });
  };
  describeImagesContract('S3', openDriver);
});
