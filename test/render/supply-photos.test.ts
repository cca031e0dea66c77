import { describe, expect, test } from 'vitest';
import type { Prepared, StoredPhoto } from '../../src/model/photo.ts';
import type { Call, PhotoSource, PrepareCall, Renderer } from '../../src/render/ports.ts';
import { supplyPhotos } from '../../src/render/supply-photos.ts';
import { specOf } from '../support/boards.ts';

const tile = { width: 100, height: 100 };

/** A board of that many pictures, whose digests are their positions. */
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

/** Downloads at once what it has; a problem stands for a picture that it has not. */
function source(problems: Readonly<Record<string, string>> = {}) {
  const log: string[] = [];
  let held = 0;
  const signals: (AbortSignal | undefined)[] = [];
  const photos: PhotoSource = {
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
    noteTile: (digest, _, bytes) => log.push(`note ${digest} ${bytes}`),
  };
  return { photos, log, signals, held: () => held };
}

/** A renderer that finds every picture of an order in one size and makes it ready as the test says. */
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

describe('the pictures of an order', () => {
  test('are complete when every one is there', async () => {
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

  test('are handed on with their places and the layout of the board', async () => {
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
    ['is none', {}, { kind: 'unusable', problem: 'not a picture' } as const],
  ])('are not complete when a placeholder stands for one that %s', async (_, problems, outcome) => {
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

  test('are got and made ready for the owner, as long as the signal says', async () => {
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

describe('when nobody waits for them any more', () => {
  test('nothing is begun', async () => {
    const { spec, needed } = board(3);
    const { photos, signals } = source();
    const deps = { photos, renderer: renderer(() => ready).renderer };
    const call = { owner: 'a', signal: AbortSignal.abort(reason) };
    await expect(supplyPhotos(spec, needed, 'fail', deps, call)).rejects.toBe(reason);
    expect(signals).toEqual([]);
  });

  test('a download that was called off is no failure of the store', async () => {
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

  test('no more are made ready, and what is held is released', async () => {
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
    // Its file is written all the same, and takes room in the cache.
    late();
    expect(log).toContain('note 5 9');
  });
});

test('when one cannot be made ready, the rest is left, and what is held is released', async () => {
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

test('a file that was lost is downloaded anew', async () => {
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
