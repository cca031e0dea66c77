import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isPhotoId } from '../../../src/model/photo.ts';
import type { Stores } from '../../../src/store/ports.ts';
import { dayMs, type OpenDriver, openForTest } from './driver.ts';

const megabyte = 1024 * 1024;
const newPhoto = (length = 1000) => ({ bytes: randomBytes(length), width: 30, height: 20 });

async function bytesOf({ photos }: Stores, id: string): Promise<Uint8Array | undefined> {
  return (await photos.find(id))?.read();
}

/** The behaviour of every implementation of `UploadedPhotos`. */
export function describePhotosContract(name: string, openDriver: OpenDriver): void {
  describe(`uploaded photos of the ${name} driver`, () => {
    it('are read as they were saved, also after a restart', async () => {
      const { stores, clock, reopen } = await openForTest(openDriver);
      const photo = newPhoto();
      const saved = await stores.photos.save(photo, 'ann');
      const expiresAt = new Date(clock.time + 30 * dayMs);
      expect(saved).toEqual({ id: expect.stringMatching(/^photo_/), width: 30, height: 20, expiresAt });
      const expectSame = async ({ photos }: Stores) => {
        const found = await photos.find(saved.id);
        expect(found).toMatchObject({ accountId: 'ann' });
        expect(Buffer.from((await found?.read()) ?? [])).toEqual(photo.bytes);
      };
      await expectSame(stores);
      await expectSame(await reopen());
    });

    it('have one id for the same photo of the same account, and another one for each account', async () => {
      const { stores, reopen, countPhotos } = await openForTest(openDriver);
      const photo = newPhoto();
      const { id } = await stores.photos.save(photo, 'ann');
      const both = await Promise.all([stores.photos.save(photo, 'bob'), stores.photos.save(photo, 'bob')]);
      expect(both[0]?.id).toBe(both[1]?.id);
      expect((await (await reopen()).photos.save(photo, 'ann')).id).toBe(id);
      expect(new Set([id, both[0]?.id]).size).toBe(2);
      expect(await countPhotos()).toBe(2);
    });

    it('of visitors always have a new id, and a key that deletes that photo alone', async () => {
      const { stores, reopen } = await openForTest(openDriver);
      const photo = newPhoto();
      const [one, other] = [await stores.photos.save(photo), await stores.photos.save(photo)];
      expect([one.id, other.id].every(isPhotoId)).toBe(true);
      expect(one.id).not.toBe(other.id);
      const { photos } = await reopen();
      const keys = [one.deleteKey, other.deleteKey, '', `${one.deleteKey}x`].map((key) => key ?? '');
      expect(keys.map((key) => photos.isDeleteKey(one.id, key))).toEqual([true, false, false, false]);
      expect(await photos.find(one.id)).toMatchObject({ accountId: undefined });
    });

    it('are gone when they are deleted, with their bytes, and can be saved again', async () => {
      const { stores, reopen, countPhotos } = await openForTest(openDriver);
      const photo = newPhoto();
      const { id } = await stores.photos.save(photo, 'ann');
      await stores.photos.remove(id);
      await stores.photos.remove(id);
      expect(await stores.photos.find(id)).toBeUndefined();
      expect(await countPhotos()).toBe(0);
      expect(await (await reopen()).photos.find(id)).toBeUndefined();
    });

    it('expire 30 days after they were last used', async () => {
      const { stores, clock, reopen } = await openForTest(openDriver);
      const { id } = await stores.photos.save(newPhoto(), 'ann');
      clock.time += 29 * dayMs;
      expect(await stores.photos.find(id)).toBeDefined();
      clock.time += 29 * dayMs;
      const { photos } = await reopen();
      expect(await photos.find(id)).toBeDefined();
      clock.time += 30 * dayMs;
      expect(await photos.find(id)).toBeUndefined();
    });

    it('that have expired are removed by the next upload', async () => {
      const { stores, clock, countPhotos } = await openForTest(openDriver);
      await stores.photos.save(newPhoto(), 'ann');
      await stores.photos.save(newPhoto());
      clock.time += 31 * dayMs;
      await stores.photos.save(newPhoto(), 'ann');
      expect(await countPhotos()).toBe(1);
    });

    it('are removed when there is no room, the least recently used first', async () => {
      const { stores, clock, countPhotos } = await openForTest(openDriver, { uploadMegabytes: 1 });
      const save = async () => {
        clock.time += dayMs;
        return (await stores.photos.save(newPhoto(megabyte / 4), 'ann')).id;
      };
      const [first, second, third, fourth] = [await save(), await save(), await save(), await save()];
      clock.time += dayMs;
      await stores.photos.find(first);
      const fifth = await save();
      expect(await stores.photos.find(second)).toBeUndefined();
      for (const id of [first, third, fourth, fifth]) expect(await bytesOf(stores, id)).toBeDefined();
      expect(await countPhotos()).toBe(4);
    });

    it("of visitors have a space of their own, and never remove an account's", async () => {
      const limits = { uploadMegabytes: 1, visitorUploadMegabytes: 1 };
      const { stores, clock, countPhotos } = await openForTest(openDriver, limits);
      const { id } = await stores.photos.save(newPhoto(megabyte), 'ann');
      for (let i = 0; i < 6; i++, clock.time += dayMs) await stores.photos.save(newPhoto(megabyte / 2));
      expect(await bytesOf(stores, id)).toBeDefined();
      expect(await countPhotos()).toBe(3);
    });

    it.each<[string, (bytes: Buffer) => Buffer]>([
      ['empty', () => Buffer.alloc(0)],
      ['cut', (whole) => whole.subarray(0, -1)],
      ['zeroed', (whole) => Buffer.alloc(whole.length)],
      ['changed in one bit', (whole) => Buffer.from(whole.map((byte, at) => (at === 5 ? byte ^ 1 : byte)))],
    ])('are gone when they are %s, and can be uploaded again', async (_, damage) => {
      const { stores, damagePhotos } = await openForTest(openDriver);
      const photo = newPhoto();
      const { id } = await stores.photos.save(photo, 'ann');
      await damagePhotos(damage);
      expect(await bytesOf(stores, id)).toBeUndefined();
      expect(await stores.photos.find(id)).toBeUndefined();
      // Also if the damage was never noticed.
      await stores.photos.save(photo, 'ann');
      await damagePhotos(damage);
      expect((await stores.photos.save(photo, 'ann')).id).toBe(id);
      expect(Buffer.from((await bytesOf(stores, id)) ?? [])).toEqual(photo.bytes);
    });

    it('are not found by an id that was never given out', async () => {
      const { stores } = await openForTest(openDriver);
      for (const id of ['', '..', 'photo_', `photo_${'A'.repeat(32)}`])
        expect(await stores.photos.find(id)).toBeUndefined();
    });
  });
}
