import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember, ask, logIn, refusal } from '../support/accounts.ts';
import { parseAnswer, rawExchange } from '../support/http.ts';
import { plainPhoto } from '../support/photo-host.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { drawPhotos, fromPage, upload } from '../support/uploads.ts';

const dayMs = 24 * 60 * 60 * 1000;
let time = Date.now();
let test: TestService;
beforeAll(async () => {
  const env = {
    TIERPRESS_TRUST_PROXIES: '127.0.0.0/8 ::1',
    TIERPRESS_VISITOR_UPLOADS_DAY: '3',
    TIERPRESS_UPLOADS_DAY: '40',
  };
  test = await startTestService(env, { now: () => new Date(time) });
});
afterAll(() => test.stop());

const withKey = (key = test.key) => ({ 'X-API-Key': key });
let colours = 0;
/** Returns a photo that no other test has. */
const newPhoto = (size = {}) => plainPhoto(`#${(++colours * 4001).toString(16).padStart(6, '0')}`, size);
let networks = 0;
/** Returns the headers of a visitor of a network of its own. */
const newVisitor = () => ({ ...fromPage, 'X-Forwarded-For': `203.0.113.${++networks}` });

const show = (id: string, headers = {}) => fetch(`${test.url}/photos/${id}.webp`, { headers });
const remove = (id: string, headers: Record<string, string>) =>
  ask(test, 'DELETE', `/api/v1/photos/${id}`, { headers });

/** Returns the pixels of the image in an answer to a render request. */
async function areaOf(imagePath: unknown, color: readonly number[]): Promise<number> {
  const image = Buffer.from(await (await fetch(`${test.url}${imagePath}`)).arrayBuffer());
  const data = await sharp(image).ensureAlpha().raw().toBuffer();
  let area = 0;
  for (let at = 0; at < data.length; at += 4)
    if (color.every((value, channel) => Math.abs((data[at + channel] ?? 0) - value) < 14)) area++;
  return area;
}

describe('an uploaded photo', () => {
  it('is stored upright, in 1024 pixels at most, and without metadata', async () => {
    const photo = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#2040c0' } })
      .withExif({ IFD0: { Make: 'Canary' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(photo.includes('Canary')).toBe(true);
    const { status, body, id, headers } = await upload(test, photo, withKey());
    expect([status, body]).toEqual([
      200,
      { success: true, id, width: 683, height: 1024, expiresAt: new Date(time + 30 * dayMs).toISOString() },
    ]);
    expect(headers.get('Cache-Control')).toBe('no-store');
    const shown = await show(id);
    expect(shown.headers.get('Content-Type')).toBe('image/webp');
    expect(shown.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(shown.headers.get('Cache-Control')).toBe('private, max-age=3600');
    const bytes = Buffer.from(await shown.arrayBuffer());
    const { format, width, height, exif, icc, xmp, orientation } = await sharp(bytes).metadata();
    expect({ format, width, height, exif, icc, xmp, orientation }).toEqual({
      format: 'webp',
      width: 683,
      height: 1024,
    });
    for (const name of await readdir(join(test.dataDir, 'photos')))
      expect((await readFile(join(test.dataDir, 'photos', name))).includes('Canary')).toBe(false);
    expect((await show(id, { 'If-None-Match': shown.headers.get('ETag') ?? '' })).status).toBe(304);
  });

  it('keeps its size and its transparent parts when it is small', async () => {
    const logo = await sharp({ create: { width: 40, height: 30, channels: 4, background: '#ff000080' } })
      .png()
      .toBuffer();
    const { id, body } = await upload(test, logo, { ...withKey(), 'Content-Type': 'image/png' });
    expect(body).toMatchObject({ width: 40, height: 30 });
    const { data } = await sharp(Buffer.from(await (await show(id)).arrayBuffer()))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 4)]).toEqual([
      expect.closeTo(255, -1),
      expect.any(Number),
      expect.any(Number),
      128,
    ]);
  });

  it('is drawn from the pool and inline, with a caption, also for others who know its id', async () => {
    const { id } = await upload(test, await plainPhoto('#c01020'), newVisitor());
    const red = [0xc0, 0x10, 0x20];
    const inline = await drawPhotos(test, test.key, [id]);
    expect([inline.status, inline.body['warnings']]).toEqual([200, undefined]);
    expect(await areaOf(inline.body['imagePath'], red)).toBeGreaterThan(20_000);
    const items = ['words', { type: 'photo', id, label: 'Ann' }];
    const custom = await ask(test, 'POST', '/api/v1/render', {
      headers: withKey(),
      body: { format: 'png', items, tiers: [{ title: 'S', items: [0, 1] }] },
    });
    expect(await areaOf(custom.body['imagePath'], red)).toBeGreaterThan(20_000);
    const page = await ask(test, 'POST', '/tier/render', {
      headers: newVisitor(),
      body: { items, tiers: [{ title: 'S', items: [1] }] },
    });
    expect(page.status).toBe(200);
  });

  it('is a photo of its own on a board: another photo is another image', async () => {
    const [one, other] = [
      await upload(test, await newPhoto(), withKey()),
      await upload(test, await newPhoto(), withKey()),
    ];
    const draw = async (id: string) => (await drawPhotos(test, test.key, [id])).body;
    const first = await draw(one.id);
    expect(await draw(other.id)).toMatchObject({ cached: false });
    expect(await draw(one.id)).toMatchObject({ cached: true, renderId: first['renderId'] });
  });

  it('has the same id for the same photo of the same account, and always a new one for visitors', async () => {
    const photo = await newPhoto();
    const member = await addMember(test);
    const cookie = await logIn(test, member.email);
    const ids = [
      await upload(test, photo, withKey()),
      await upload(test, photo, withKey(member.key)),
      await upload(test, photo, { ...fromPage, Cookie: cookie }),
      await upload(test, photo, newVisitor()),
      await upload(test, photo, newVisitor()),
    ].map(({ id }) => id);
    expect(ids[1]).toBe(ids[2]);
    expect(new Set(ids).size).toBe(4);
    expect((await upload(test, photo, withKey())).id).toBe(ids[0]);
  });

  it('is gone 30 days after it was last drawn or shown', async () => {
    const { id } = await upload(test, await newPhoto(), withKey());
    time += 29 * dayMs;
    expect((await show(id)).status).toBe(200);
    time += 29 * dayMs;
    expect((await drawPhotos(test, test.key, [id])).status).toBe(200);
    time += 30 * dayMs;
    expect((await show(id)).status).toBe(404);
    expect((await drawPhotos(test, test.key, [id], { title: 'x' })).status).toBe(400);
  });
});

describe('an item with a photo that is not there', () => {
  const unknown = `photo_${'A'.repeat(32)}`;

  it('is refused with its path in the request', async () => {
    const inline = await drawPhotos(test, test.key, [unknown]);
    const gone = 'there is no such photo, or it has expired';
    expect([inline.status, inline.body]).toEqual([400, refusal(`tiers[0].items[0].id: ${gone}`)]);
    const body = { items: ['x', { type: 'photo', id: unknown }], tiers: [{ title: 'S', items: [1] }] };
    const custom = await ask(test, 'POST', '/api/v1/render', { headers: withKey(), body });
    expect([custom.status, custom.body]).toEqual([400, refusal(`items[1].id: ${gone}`)]);
  });

  it('is a placeholder with its caption if the request allows it', async () => {
    const tiers = [{ title: 'S', items: [{ type: 'photo', id: unknown, label: 'Ann' }] }];
    const { status, body } = await drawPhotos(test, test.key, [], { tiers, onImageError: 'placeholder' });
    expect(status).toBe(200);
    expect(body['warnings']).toEqual([expect.stringContaining('a placeholder is drawn')]);
  });

  it.each(['', 'photo_', 'https://example.org/a.png', `photo_${'A'.repeat(31)}/`, 7])(
    'is refused at once for the id %j',
    async (id) => {
      const tiers = [{ title: 'S', items: [{ type: 'photo', id }] }];
      const { status, body } = await drawPhotos(test, test.key, [], { tiers });
      expect([status, body]).toEqual([
        400,
        refusal('tiers[0].items[0].id: must be the id of an uploaded photo'),
      ]);
    },
  );
});

describe('an upload', () => {
  it.each<[string, () => Record<string, string>, number]>([
    ['without a key, from no page', () => ({}), 401],
    ['with an invalid key', () => ({ 'X-API-Key': 'sk_live_x' }), 401],
    ['with an invalid key, from a page', () => ({ ...fromPage, Authorization: 'Bearer x' }), 401],
    ['from a page of another site', () => ({ 'Sec-Fetch-Site': 'cross-site' }), 403],
    ['from a page of another origin', () => ({ Origin: 'https://example.org' }), 403],
    ['of a page', () => ({ ...withKey(), 'Content-Type': 'text/html' }), 415],
    ['of an SVG', () => ({ ...withKey(), 'Content-Type': 'image/svg+xml' }), 415],
    ['of JSON', () => ({ ...withKey(), 'Content-Type': 'application/json' }), 415],
    ['that is compressed', () => ({ ...withKey(), 'Content-Encoding': 'gzip' }), 415],
  ])('%s is refused', async (_, headers, status) => {
    expect((await upload(test, await newPhoto(), headers())).status).toBe(status);
  });

  it('is recognised by its content, whatever photo it is called', async () => {
    const { status, id } = await upload(test, await newPhoto({ kind: 'png' }), withKey());
    expect(status).toBe(200);
    expect((await show(id)).status).toBe(200);
  });

  it.each<[string, () => Promise<Buffer> | Buffer, string]>([
    ['nothing', () => Buffer.alloc(0), 'not a picture that can be read'],
    ['a text', () => Buffer.from('<svg></svg>'), 'not a picture that can be read'],
    [
      'a photo that is cut',
      async () => (await plainPhoto('#123456')).subarray(0, 300),
      'the picture is damaged',
    ],
    [
      'too many pixels',
      async () => {
        const { pngBomb } = await import('../raster/photos/hostile.ts');
        return pngBomb(20_000, 20_000);
      },
      'has 20000 × 20000 pixels, and 40 million is the most',
    ],
  ])('of %s is refused with the reason', async (_, photo, reason) => {
    const { status, body } = await upload(test, Buffer.from(await photo()), withKey());
    expect([status, body]).toEqual([400, refusal(`photo: ${reason}`)]);
  });

  it('of more than 4 MiB is refused, however its length is announced', async () => {
    const large = Buffer.alloc(4 * 1024 * 1024 + 1, 0xff);
    const said = await upload(test, large, withKey());
    expect([said.status, said.body]).toEqual([413, refusal('4194304 bytes')]);
    const head = [
      'POST /api/v1/photos HTTP/1.1',
      'Host: localhost',
      `X-API-Key: ${test.key}`,
      'Content-Type: image/png',
    ];
    const chunked = Buffer.concat([
      Buffer.from([...head, 'Transfer-Encoding: chunked', '', large.length.toString(16), ''].join('\r\n')),
      large,
      Buffer.from('\r\n0\r\n\r\n'),
    ]);
    expect(parseAnswer(await rawExchange(test.port, chunked)).status).toBe(413);
    // Nothing has to arrive.
    const announced = [...head, 'Content-Length: 99999999999', '', ''].join('\r\n');
    expect(parseAnswer(await rawExchange(test.port, announced)).status).toBe(413);
  });

  it('of a visitor counts for the client network and the day, and a refused photo only after it was decoded', async () => {
    const visitor = newVisitor();
    const twice = [
      await upload(test, await newPhoto(), visitor),
      await upload(test, await newPhoto(), visitor),
    ];
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    expect((await upload(test, Buffer.from('nothing'), visitor)).status).toBe(400);
    const damaged = Buffer.from((await newPhoto()).subarray(0, 300));
    expect((await upload(test, damaged, visitor)).status).toBe(400);
    const refused = await upload(test, await newPhoto(), visitor);
    expect([refused.status, refused.body]).toEqual([429, refusal('Too many photos were uploaded today')]);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await upload(test, await newPhoto(), newVisitor())).status).toBe(200);
    time += dayMs;
    expect((await upload(test, await newPhoto(), visitor)).status).toBe(200);
  });

  it('of an account counts for all its keys together, and costs no quota', async () => {
    const { id, key, email } = await addMember(test);
    const second = await test.service.accounts.createKey(id, 'second');
    const photo = await newPhoto();
    for (let i = 0; i < 40; i++)
      expect((await upload(test, photo, withKey(i % 2 ? key : second.key))).status).toBe(200);
    expect((await upload(test, photo, withKey(key))).status).toBe(429);
    const { body } = await ask(test, 'GET', '/api/v1/keys', { cookie: await logIn(test, email) });
    expect(body).toMatchObject({ usage: { minute: 0, day: 0 } });
  });
});

describe('DELETE of an uploaded photo', () => {
  it('is for its account, with any key of it or a session', async () => {
    const { id: accountId, key, email } = await addMember(test);
    const other = await test.service.accounts.createKey(accountId, 'other');
    const cookie = await logIn(test, email);
    const ways = [withKey(key), withKey(other.key), { Cookie: cookie }, { ...fromPage, Cookie: cookie }];
    for (const way of ways) {
      const { id } = await upload(test, await newPhoto(), withKey(key));
      expect((await remove(id, way)).status).toBe(200);
      expect((await show(id)).status).toBe(404);
      expect((await remove(id, way)).status).toBe(404);
    }
  });

  it('is for an admin, and with its deleteKey for anyone', async () => {
    const { id, body } = await upload(test, await newPhoto(), newVisitor());
    const admin = await addMember(test, { admin: true });
    expect((await remove(id, withKey(admin.key))).status).toBe(200);
    const visitors = await upload(test, await newPhoto(), newVisitor());
    const wrong = { 'Delete-Key': String(body['deleteKey']) };
    expect((await remove(visitors.id, wrong)).status).toBe(403);
    expect((await remove(visitors.id, { 'Delete-Key': String(visitors.body['deleteKey']) })).status).toBe(
      200,
    );
    expect((await show(visitors.id)).status).toBe(404);
  });

  it('is for no other account', async () => {
    const [ann, bob] = [await addMember(test), await addMember(test)];
    const { id, body } = await upload(test, await newPhoto(), withKey(ann.key));
    const visitors = await upload(test, await newPhoto(), newVisitor());
    expect(body['deleteKey']).toBeUndefined();
    const strangers: (readonly [Record<string, string>, number])[] = [
      [{}, 401],
      [withKey(bob.key), 403],
      [{ Cookie: await logIn(test, bob.email) }, 403],
      [newVisitor(), 403],
      [{ 'Delete-Key': String(visitors.body['deleteKey']) }, 403],
      [{ ...withKey(ann.key), 'Sec-Fetch-Site': 'cross-site' }, 403],
    ];
    for (const [headers, status] of strangers) expect((await remove(id, headers)).status).toBe(status);
    expect((await remove(visitors.id, withKey(bob.key))).status).toBe(403);
    for (const one of [id, visitors.id]) expect((await show(one)).status).toBe(200);
  });

  it('leaves finished images as they are, and draws no others', async () => {
    const { id } = await upload(test, await newPhoto(), withKey());
    const { body } = await drawPhotos(test, test.key, [id]);
    expect((await remove(id, withKey())).status).toBe(200);
    expect((await fetch(`${test.url}${body['imagePath']}`)).status).toBe(200);
    const again = await drawPhotos(test, test.key, [id]);
    expect([again.status, again.body['renderId']]).toEqual([200, body['renderId']]);
    expect((await drawPhotos(test, test.key, [id], { title: 'Another board' })).status).toBe(400);
  });
});

describe('the address of an uploaded photo', () => {
  it.each([
    'photo_x.webp',
    'x',
    '..%2f..%2fkeys.json',
    `photo_${'A'.repeat(32)}.png`,
    `photo_${'A'.repeat(32)}.webp`,
  ])('is a 404 for %s', async (file) => {
    expect((await fetch(`${test.url}/photos/${file}`)).status).toBe(404);
  });
});
