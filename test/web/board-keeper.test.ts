import { describe, expect, it } from 'vitest';
import { BoardKeeper } from '../../src/web/client/board/board-keeper.ts';
import { type BoardStore, memoryStore } from '../../src/web/client/board/board-store.ts';
import { type Board, type BoardSetup, blankBoard } from '../../src/web/client/board/state.ts';

const same = (text: string) => ({ en: text, zh: text, ru: text });
const setupOf = (id: number | 'custom'): BoardSetup => ({
  template: {
    id,
    title: same(`Template ${id}`),
    tracks: [{ title: same('S') }],
    items: [{ label: same('Tea') }],
  },
  theme: 'night',
  aspectRatio: '3:4',
  locale: 'en',
  maxTiers: 4,
  maxItems: 5,
});

/** A browser in which every tab has its own view of one storage. */
function browser() {
  const memory = memoryStore();
  const watchers: { readonly tab: number; readonly listener: (id: string) => void }[] = [];
  let tabs = 0;
  let clock = 0;
  let ids = 0;
  let isFull = false;
  const storeOf = (tab: number): BoardStore => {
    const notify = (id: string) => {
      for (const watcher of watchers) if (watcher.tab !== tab) watcher.listener(id);
    };
    return {
      ...memory,
      async put(board, replaces) {
        if (isFull) throw new Error('no space left');
        const isStored = await memory.put(board, replaces);
        if (isStored) notify(board.id);
        return isStored;
      },
      async delete(id) {
        await memory.delete(id);
        notify(id);
      },
      watch: (listener) => void watchers.push({ tab, listener }),
    };
  };
  return {
    memory,
    setFull(value: boolean) {
      isFull = value;
    },
    async open(id: number | 'custom' = 7, legacy?: Board) {
      tabs += 1;
      const setup = setupOf(id);
      const deps = {
        store: storeOf(tabs),
        setup,
        themes: ['night'],
        blank: () => blankBoard(setup),
        copyName: ({ name }: { name: string }) => `${name} (copy)`,
        now: () => (clock += 10),
        newId: () => `id${++ids}`,
      };
      return BoardKeeper.start(deps, legacy && { pageLocale: 'en', board: legacy });
    },
  };
}
const titled = (title: string): Board => ({ ...blankBoard(setupOf(7)), title });
const titleOf = (keeper: BoardKeeper) => keeper.current.board.title;
/** Resolves when the keeper and those of other tabs have nothing more to do. */
const settled = async (...keepers: readonly BoardKeeper[]) => {
  for (const keeper of keepers) await keeper.refresh();
};

describe('a board of this browser', () => {
  it('is stored when it is changed, and opened again as the one used last', async () => {
    const { open, memory } = browser();
    const first = await open();
    expect(await memory.list()).toEqual([]);
    first.save(titled('One'), undefined);
    await settled(first);
    await first.startNew('', titled('Two'));
    expect((await memory.list()).map(({ board }) => board.title)).toEqual(['Two', 'One']);
    expect(titleOf(await open())).toBe('Two');
    expect(titleOf(await open('custom'))).toBeNull();
  });

  it('takes over the board that an earlier version stored', async () => {
    const { open, memory } = browser();
    expect(titleOf(await open(7, titled('Old')))).toBe('Old');
    expect(await memory.list()).toHaveLength(1);
    expect(titleOf(await open())).toBe('Old');
  });

  it('stores the last of many changes, with the board before it was started over', async () => {
    const { open, memory } = browser();
    const tab = await open();
    for (let n = 0; n < 20; n += 1) tab.save(titled(`${n}`), titled('Before'));
    await settled(tab);
    const [stored] = await memory.list();
    expect([stored?.board.title, stored?.before?.title]).toEqual(['19', 'Before']);
    expect((await open()).current.before?.title).toBe('Before');
  });
});

describe('the list of boards', () => {
  it('renames the current board and others, and copies one without opening the copy', async () => {
    const { open, memory } = browser();
    const tab = await open();
    await tab.startNew('', titled('One'));
    await tab.startNew('', titled('Two'));
    const [two, one] = await memory.list();
    if (one === undefined || two === undefined) throw new Error('the boards are not stored');
    await tab.rename(one, 'First');
    await tab.rename(two, 'Second');
    await tab.duplicate(two, 'Third');
    expect((await memory.list()).map(({ name }) => name)).toEqual(['Second', 'Third', 'First']);
    expect([titleOf(tab), tab.current.name]).toEqual(['Two', 'Second']);
    tab.save(titled('Two again'), undefined);
    await settled(tab);
    expect((await memory.list()).map(({ board }) => board.title)).toEqual(['Two again', 'Two', 'One']);
  });

  it('deletes the current board, goes on with the one before, and brings it back', async () => {
    const { open, memory } = browser();
    const tab = await open();
    const loads: string[] = [];
    tab.onLoad((how) => loads.push(`${how} ${titleOf(tab)}`));
    await tab.startNew('', titled('One'));
    await tab.startNew('', titled('Two'));
    const { current } = tab;
    await tab.remove(current);
    expect(titleOf(tab)).toBe('One');
    await tab.restore(current);
    expect(await tab.open(current.id)).toBe(true);
    expect(loads).toEqual(['opened One', 'opened Two', 'opened One', 'opened Two']);
    for (const board of await memory.list()) await tab.remove(board);
    expect(titleOf(tab)).toBeNull();
    expect(await memory.list()).toEqual([]);
  });

  it('has boards of other pages, which are the ones used last when they were opened', async () => {
    const { open } = browser();
    const tab = await open(7);
    const id = await tab.add(titled('Away'), setupOf('custom').template, 'Name');
    await tab.add(titled('Later'), setupOf('custom').template, '');
    expect(titleOf(tab)).toBeNull();
    expect(await tab.open(id)).toBe(true);
    expect(titleOf(tab)).toBeNull();
    const there = await open('custom');
    expect([titleOf(there), there.current.name]).toEqual(['Away', 'Name']);
  });
});

describe('two tabs with one board', () => {
  const start = async () => {
    const window = browser();
    const left = await window.open();
    left.save(titled('Start'), undefined);
    await settled(left);
    return { ...window, left, right: await window.open() };
  };

  it('show the changes of each other', async () => {
    const { left, right, memory } = await start();
    const loads: string[] = [];
    right.onLoad((how) => loads.push(how));
    left.save(titled('Left'), undefined);
    await settled(left, right);
    expect(titleOf(right)).toBe('Left');
    expect(loads).toEqual(['changed']);
    right.save(titled('Right'), undefined);
    await settled(right, left);
    expect(titleOf(left)).toBe('Right');
    expect(await memory.list()).toHaveLength(1);
    expect([left.notice, right.notice]).toEqual([undefined, undefined]);
  });

  it('keep both when both have changed it', async () => {
    const { left, right, memory } = await start();
    left.save(titled('Left'), undefined);
    right.save(titled('Right'), undefined);
    await settled(left, right);
    expect([titleOf(left), titleOf(right)]).toEqual(['Left', 'Right']);
    expect(right.notice).toEqual({ kind: 'keptBoth', name: ' (copy)' });
    expect((await memory.list()).map(({ board }) => board.title).sort()).toEqual(['Left', 'Right']);
    right.save(titled('Right again'), undefined);
    await settled(right, left);
    expect(titleOf(left)).toBe('Left');
  });

  it('keep a change that could not be stored while the other tab goes on', async () => {
    const { left, right, memory, setFull } = await start();
    setFull(true);
    right.save(titled('Right'), undefined);
    await settled(right);
    expect(right.isFailing).toBe(true);
    expect(await right.open(right.current.id)).toBe(false);
    expect(titleOf(right)).toBe('Right');
    setFull(false);
    left.save(titled('Left'), undefined);
    await settled(left, right);
    expect([right.isFailing, titleOf(right)]).toEqual([false, 'Right']);
    expect((await memory.list()).map(({ board }) => board.title).sort()).toEqual(['Left', 'Right']);
  });

  it('lose nothing when one of them deletes it', async () => {
    const { left, right, memory } = await start();
    await left.store.delete(left.current.id);
    await settled(right);
    expect(right.notice).toEqual({ kind: 'deletedElsewhere' });
    expect(titleOf(right)).toBe('Start');
    right.save(titled('Right'), undefined);
    await settled(right);
    expect((await memory.list()).map(({ board }) => board.title)).toEqual(['Right']);
  });
});
