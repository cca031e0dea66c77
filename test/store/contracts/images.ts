import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { imageIds } from '../../../src/store/image-id.ts';
import { dayMs, type OpenDriver, openForTest } from './driver.ts';

const bytes = Buffer.from('an image');

/** The behaviour of every implementation of `ImageStore` and `ImageReader`. */
export function describeImagesContract(name: string, openDriver: OpenDriver): void {
  describe(`images of the ${name} driver`, () => {
    it('are read as they were saved, also after a restart', async () => {
      const { stores, clock, reopen } = await openForTest(openDriver);
      const expiresAt = new Date(clock.time + 7 * dayMs);
      const id = await stores.images.save(bytes, 'webp', expiresAt);
      expect(id).toMatch(/^[\w-]{40}$/);
      for (const { images } of [stores, await reopen()]) {
        const image = await images.open(`${id}.webp`);
        expect(image).toMatchObject({ id, format: 'webp', bytes: bytes.length, expiresAt });
        expect(await buffer(image.read())).toEqual(bytes);
      }
    });

    it.each([
      [0, 0],
      [3, 5],
      [7, 7],
      [0, 7],
    ])('are read from byte %i to byte %i, both included', async (start, end) => {
      const { stores, clock } = await openForTest(openDriver);
      const id = await stores.images.save(bytes, 'png', new Date(clock.time + dayMs));
      const image = await stores.images.open(`${id}.png`);
      expect(await buffer(image.read({ start, end }))).toEqual(bytes.subarray(start, end + 1));
    });

    it('can be closed without being read', async () => {
      const { stores, clock } = await openForTest(openDriver);
      const id = await stores.images.save(bytes, 'png', new Date(clock.time + dayMs));
      await (await stores.images.open(`${id}.png`)).close();
      const image = await stores.images.open(`${id}.png`);
      expect(await buffer(image.read())).toEqual(bytes);
    });

    it('are gone when they have expired, also after a restart', async () => {
      const { stores, clock, reopen } = await openForTest(openDriver);
      const id = await stores.images.save(bytes, 'png', new Date(clock.time + dayMs));
      clock.time += dayMs;
      const gone = { code: 'gone', status: 410 };
      await expect(stores.images.open(`${id}.png`)).rejects.toMatchObject(gone);
      await expect((await reopen()).images.open(`${id}.png`)).rejects.toMatchObject(gone);
    });

    it('are not found by a name that was never issued', async () => {
      const { stores, clock } = await openForTest(openDriver);
      const expiresAt = new Date(clock.time + dayMs);
      const id = await stores.images.save(bytes, 'png', expiresAt);
      const forged = `${id.slice(0, -1)}${id.endsWith('A') ? 'B' : 'A'}`;
      const unknown = [
        `${forged}.png`,
        `${id}.webp`,
        `${id}.PNG`,
        id,
        `${id}.png.png`,
        `${id}.`,
        '',
        '.',
        '..',
        '../keys.json',
        'x'.repeat(40),
        `${'x'.repeat(40)}.png`,
        `${imageIds(randomBytes(32), randomBytes).issue('png', expiresAt)}.png`,
      ];
      for (const name of unknown) {
        await expect(stores.images.open(name)).rejects.toMatchObject({ code: 'notFound', status: 404 });
      }
    });
  });
}
