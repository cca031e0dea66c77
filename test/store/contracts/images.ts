import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { formats } from '../../../src/model/vocabulary.ts';
import { imageIds } from '../../../src/store/image-id.ts';
import type { Stores } from '../../../src/store/ports.ts';
import { dayMs, type OpenDriver, openForTest, remember } from './driver.ts';

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

    it.each(formats)('are those of their format alone: %s', async (format) => {
      const { stores, clock } = await openForTest(openDriver);
      const id = await stores.images.save(bytes, format, new Date(clock.time + dayMs));
      for (const other of formats) {
        const opened = stores.images.open(`${id}.${other}`);
        if (other !== format) await expect(opened).rejects.toMatchObject({ code: 'notFound' });
        else await opened.then((image) => image.close());
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

    const damages: readonly (readonly [string, (bytes: Buffer) => Buffer])[] = [
      ['empty', () => Buffer.alloc(0)],
      ['cut', (whole) => whole.subarray(0, -1)],
      ['longer', (whole) => Buffer.concat([whole, whole])],
      ['zeroed', (whole) => Buffer.alloc(whole.length)],
      [
        'changed in one bit',
        (whole) => Buffer.from(whole.map((byte, index) => (index === 5 ? byte ^ 1 : byte))),
      ],
    ];
    it.each(damages)(
      'are gone when they are %s, and the same request draws them again',
      async (_, damage) => {
        const { stores, clock, reopen, damageImage } = await openForTest(openDriver);
        const [createdAt, expiresAt] = [new Date(clock.time), new Date(clock.time + dayMs)];
        const keep = async (stores: Stores, fingerprint: string) => {
          const renderId = await stores.images.save(bytes, 'png', expiresAt);
          const size = { width: 1, height: 1, warnings: [] };
          await remember(stores, fingerprint, { renderId, format: 'png', createdAt, expiresAt, ...size });
          return `${renderId}.png`;
        };
        const isGone = async ({ images, ledger }: Stores, name: string, fingerprint: string) => {
          await expect(images.open(name)).rejects.toMatchObject({ code: 'gone', status: 410 });
          const { known } = await ledger.begin({ accountId: 'a', plan: 'enterprise' }, fingerprint);
          expect(known).toBeUndefined();
        };
        // Never read, read before, and read before a restart.
        const names = [await keep(stores, '1'.repeat(43)), await keep(stores, '2'.repeat(43))] as const;
        const later = await keep(stores, '3'.repeat(43));
        for (const name of [names[1], later])
          expect(await buffer((await stores.images.open(name)).read())).toEqual(bytes);
        for (const name of names) await damageImage(name, damage);
        await isGone(stores, names[0], '1'.repeat(43));
        await isGone(stores, names[1], '2'.repeat(43));
        await damageImage(later, damage);
        await isGone(await reopen(), later, '3'.repeat(43));
      },
    );

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
        `${imageIds(randomBytes(32), randomBytes).issue(bytes, 'png', expiresAt)}.png`,
      ];
      for (const name of unknown) {
        await expect(stores.images.open(name)).rejects.toMatchObject({ code: 'notFound', status: 404 });
      }
    });
  });
}
