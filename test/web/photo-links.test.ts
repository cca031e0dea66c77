import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createPhotoLinks } from '../../src/web/tier/photo-links.ts';

const hour = 60 * 60 * 1000;
let time = Date.parse('2026-01-02T12:10:00Z');
const links = createPhotoLinks(randomBytes(32), () => new Date(time));
const photo = { address: 'https://photos.example/ä b.png?x=1&y= 2', width: 120, height: 150 };
const queryOf = (path: string) => Object.fromEntries(new URL(path, 'http://localhost').searchParams);
const forbidden = expect.objectContaining({ code: 'forbidden' });

describe('the address of a photo in a preview', () => {
  it('names the photo and its size, and is the same for an hour', () => {
    const path = links.pathTo(photo);
    expect(links.read(queryOf(path))).toEqual({ photo, secondsLeft: 110 * 60 });
    time += hour / 2;
    expect(links.pathTo(photo)).toBe(path);
    time += hour / 2;
    expect(links.pathTo(photo)).not.toBe(path);
    expect(links.pathTo({ ...photo, width: 121 })).not.toBe(links.pathTo(photo));
  });

  it('expires', () => {
    const query = queryOf(links.pathTo(photo));
    time += 2 * hour;
    expect(() => links.read(query)).toThrow(forbidden);
  });

  it('is refused when it was changed, or signed by another service', () => {
    const { u = '', s = '' } = queryOf(links.pathTo(photo));
    const other = queryOf(createPhotoLinks(randomBytes(32), () => new Date(time)).pathTo(photo));
    const text = Buffer.from(u, 'base64url').toString().replace('120', '999');
    const changed = [{}, { u }, { s }, { u, s: '' }, { u: [u, u], s }, { u: `${u}A`, s }, other];
    for (const query of [...changed, { u: Buffer.from(text).toString('base64url'), s }, { u, s: `${s}0` }])
      expect(() => links.read(query)).toThrow(forbidden);
  });
});
