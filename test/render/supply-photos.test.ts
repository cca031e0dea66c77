import { describe, expect, test } from 'vitest';
import type { Prepared, StoredPhoto } from '../../src/model/photo.ts';
import type { Call, PhotoSource, PrepareCall, Renderer } from '../../src/render/ports.ts';
import { supplyPhotos } from '../../src/render/supply-photos.ts';
import { specOf } from '../support/boards.ts';

const tile = { width: 100, height: 100 };

/** Creates a board of that many photos, whose digests are their positions. */
function board(count: number) {
  const addresses = Array.from({ length: count }, (_, index) => `https://pictures.example/${index}.png`);
  const items = addresses.map((address) => ({ kind: 'picture' as const, address, label: '' }));
  const spec = specOf({ title: '', tiers: [{ title: 'S', color: null, items }] });
  const needed = addresses.map((address, index) => ({ address, path: `tiers[0].items[${index}]` }));
  return { spec, needed };
}

function storedPhoto(digest: string): StoredPhoto {
  return { digest, file: `/photos/${digest}`, tilesFolder: '/tiles' };
}

/** Creates a source that returns all photos at once, except those with a problem. */
function source(problems: Readonly<Record<string, string>> = {}) {
  const log: string[] = [];
  let held = 0;
  const signals: (AbortSignal | undefined)[] = [];
  const photos: Pick<PhotoSource, 'fetchAll' | 'drop' | 'recordTile'> = {
    async fetchAll(addresses, signal) {
      signals.push(signal);
      signal?.throwIfAborted();
      held++;
      const outcomes = addresses.map((address, index) => {
        const problem = problems[address];
        return [address, problem === undefined ? storedPhoto(`${index}`) : { problem }] as const;
      });
      return { outcomes: new Map(outcomes), release: () => held-- };
    },
    drop: async (digest) => void log.push(`drop ${digest}`),
    recordTile: (digest, _, bytes) => log.push(`note ${digest} ${bytes}`),
  };
  return { photos, log, signals, held: () => held };
}

/** Creates a renderer that measures one size for every photo and prepares photos as the test specifies. */
function renderer(prepare: (digest: string, call: PrepareCall) => Prepared | Promise<Prepared>) {
  const calls: Call[] = [];
  const begun: string[] = [];
  const fake: Renderer = {
    render: () => Promise.reject(new Error('nothing is drawn here')),
    async measure({ board }, call) {
      calls.push(call);
      call.signal?.throwIfAborted();
      const sizes = board.tiers.flatMap(({ items }) =>
        items.flatMap((item) => (item.kind === 'picture' ? [{ address: item.address, ...tile }] : [])),
      );
      return { sizes, layout: JSON.stringify(board) };
    },
    async preparePhoto({ digest }, _, call) {
      calls.push(call);
      call.signal?.throwIfAborted();
      begun.push(digest);
      return prepare(digest, call);
    },
  };
  return { renderer: fake, calls, begun };
}

const ready: Prepared = { kind: 'prepared', bytes: 7 };
const reason = new Error('nobody waits for it any more');

describe('the photos of a spec', () => {
  test('are complete when all of them are loaded', async () => {
    const { spec, needed } = board(6);
    const { photos, log, held } = source();
    const { renderer: fake } = renderer(() => ready);
    const deps = { photos, renderer: fake };
    const supplied = await supplyPhotos(spec, needed, 'placeholder', deps, { owner: 'a' });
    expect(supplied).toMatchObject({ spec, warnings: [], complete: true });
    expect(log).toEqual(['note 0 7', 'note 1 7', 'note 2 7', 'note 3 7', 'note 4 7', 'note 5 7']);
    expect(held()).toBe(1);
    supplied.release();
    expect(held()).toBe(0);
  });

  test('are passed on with their files and the layout of the board', async () => {
    const { spec, needed } = board(2);
    const deps = { photos: source().photos, renderer: renderer(() => ready).renderer };
    const { input } = await supplyPhotos(spec, needed, 'fail', deps, { owner: 'a' });
    expect(input).toEqual({
      photos: {
        'https://pictures.example/0.png': storedPhoto('0'),
        'https://pictures.example/1.png': storedPhoto('1'),
      },
      layout: JSON.stringify(spec.board),
    });
  });

  test('keep their layout beside a placeholder for a photo that was not downloaded', async () => {
    const { spec, needed } = board(2);
    const { photos } = source({ 'https://pictures.example/1.png': '404 from host' });
    const deps = { photos, renderer: renderer(() => ready).renderer };
    const { input, ...supplied } = await supplyPhotos(spec, needed, 'placeholder', deps, { owner: 'a' });
    expect(input.layout).toBe(JSON.stringify(supplied.spec.board));
  });

  test('lose their layout when one of them turns out to be unusable', async () => {
    const { spec, needed } = board(2);
    const unusable: Prepared = { kind: 'unusable', problem: 'not a picture' };
    const { renderer: fake } = renderer((digest) => (digest === '1' ? unusable : ready));
    const deps = { photos: source().photos, renderer: fake };
    const { input } = await supplyPhotos(spec, needed, 'placeholder', deps, { owner: 'a' });
    expect(input.layout).toBeUndefined();
  });

  test('are complete when there are none', async () => {
    const deps = { photos: source().photos, renderer: renderer(() => ready).renderer };
    const { complete } = await supplyPhotos(board(0).spec, [], 'fail', deps, { owner: 'a' });
    expect(complete).toBe(true);
  });

  test.each([
    ['was not downloaded', { 'https://pictures.example/1.png': '404 from host' }, ready],
    ['is unusable', {}, { kind: 'unusable', problem: 'not a picture' } as const],
  ])('are incomplete when a placeholder replaces one that %s', async (_, problems, outcome) => {
    const { spec, needed } = board(3);
    const { renderer: fake } = renderer((digest) => (digest === '1' ? outcome : ready));
    const deps = { photos: source(problems).photos, renderer: fake };
    const supplied = await supplyPhotos(spec, needed, 'placeholder', deps, { owner: 'a' });
    expect(supplied.complete).toBe(false);
    expect(supplied.warnings).toEqual([expect.stringContaining('tiers[0].items[1]: ')]);
    expect(supplied.spec.board.tiers[0]?.items.map(({ kind }) => kind)).toEqual([
      'picture',
      'text',
      'picture',
    ]);
  });

  test('are downloaded and prepared for the owner, with the signal of the call', async () => {
    const { spec, needed } = board(3);
    const { photos, signals } = source();
    const { renderer: fake, calls } = renderer(() => ready);
    const { signal } = new AbortController();
    await supplyPhotos(spec, needed, 'fail', { photos, renderer: fake }, { owner: 'a', signal });
    expect(signals).toEqual([signal]);
    expect(calls).toHaveLength(4);
    for (const call of calls) expect(call).toMatchObject({ owner: 'a', signal });
  });
});

describe('supplying photos for an aborted call', () => {
  test('starts nothing', async () => {
    const { spec, needed } = board(3);
    const { photos, signals } = source();
    const deps = { photos, renderer: renderer(() => ready).renderer };
    const call = { owner: 'a', signal: AbortSignal.abort(reason) };
    await expect(supplyPhotos(spec, needed, 'fail', deps, call)).rejects.toBe(reason);
    expect(signals).toEqual([]);
  });

  test('does not report the cancelled download as a failure of the store', async () => {
    const { spec, needed } = board(3);
    const controller = new AbortController();
    const { photos } = source();
    const fetchAll: PhotoSource['fetchAll'] = (addresses, signal) => {
      controller.abort(reason);
      return photos.fetchAll(addresses, signal);
    };
    const deps = { photos: { ...photos, fetchAll }, renderer: renderer(() => ready).renderer };
    const call = { owner: 'a', signal: controller.signal };
    await expect(supplyPhotos(spec, needed, 'fail', deps, call)).rejects.toBe(reason);
  });

  test('stops preparing photos and releases those that are held', async () => {
    const { spec, needed } = board(40);
    const { photos, log, held } = source();
    const controller = new AbortController();
    let late = () => {};
    const { renderer: fake, begun } = renderer((digest, { signal, onLate }) => {
      if (digest !== '5') return ready;
      late = () => onLate?.({ kind: 'prepared', bytes: 9 });
      controller.abort(reason);
      return Promise.reject(signal?.reason);
    });
    const call = { owner: 'a', signal: controller.signal };
    const deps = { photos, renderer: fake };
    await expect(supplyPhotos(spec, needed, 'fail', deps, call)).rejects.toBe(reason);
    expect(held()).toBe(0);
    expect(begun.length).toBeLessThan(10);
    // The tile of a late photo is written anyway, and counts in the cache.
    late();
    expect(log).toContain('note 5 9');
  });
});

test('a photo that cannot be prepared stops the others and releases those that are held', async () => {
  const { spec, needed } = board(40);
  const { photos, held } = source();
  const { renderer: fake, begun } = renderer((digest) =>
    digest === '2' ? Promise.reject(new Error('no renderer is free')) : ready,
  );
  const deps = { photos, renderer: fake };
  await expect(supplyPhotos(spec, needed, 'fail', deps, { owner: 'a' })).rejects.toThrow(
    'no renderer is free',
  );
  expect(held()).toBe(0);
  expect(begun.length).toBeLessThan(10);
});

test('a file lost from the cache is downloaded again', async () => {
  const { spec, needed } = board(3);
  const { photos, log, held, signals } = source();
  let isLost = true;
  const { renderer: fake } = renderer((digest) => {
    if (digest !== '1' || !isLost) return ready;
    isLost = false;
    return { kind: 'lost' };
  });
  const deps = { photos, renderer: fake };
  const { complete } = await supplyPhotos(spec, needed, 'fail', deps, { owner: 'a' });
  expect(complete).toBe(true);
  expect(log).toContain('drop 1');
  expect([signals.length, held()]).toEqual([2, 1]);
});
