import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRenderRequest } from '../../src/api/wire/parse-render-request.ts';
import { night } from '../../src/themes/night.ts';
import { shuffled, sortedBack } from '../../src/web/client/board/arrange.ts';
import { boardFrom } from '../../src/web/client/board/from-request.ts';
import { applyStep, type Step, startHistory } from '../../src/web/client/board/history.ts';
import { keyAction } from '../../src/web/client/board/keyboard.ts';
import {
  curlOf,
  hasPlacedItems,
  requestOf,
  tierColor,
  withPoolInOrder,
} from '../../src/web/client/board/request.ts';
import {
  type Action,
  applyAction,
  type Board,
  type BoardSetup,
  blankBoard,
} from '../../src/web/client/board/state.ts';
import { parseSavedText, restoreBoard } from '../../src/web/client/board/storage.ts';
import type { BoardTemplate } from '../../src/web/tier/board-data.ts';

const same = (text: string) => ({ en: text, zh: text, ru: text });
const drinks: BoardTemplate = {
  id: 7,
  title: { en: 'Drinks', zh: '饮料', ru: 'Напитки' },
  tracks: [{ title: { en: 'Best', zh: '最好', ru: 'Лучшее' }, color: '#112233' }, { title: same('B') }],
  items: [
    { label: { en: 'Tea', zh: '茶', ru: 'Чай' }, emoji: '🍵' },
    { label: same('Cola') },
    { label: same('Milk') },
  ],
};
const blankTemplate: BoardTemplate = {
  id: 'custom',
  title: same(''),
  tracks: [{ title: same('S') }],
  items: [],
};
const choices = { theme: 'night', aspectRatio: '3:4', locale: 'en', maxTiers: 4, maxItems: 5 } as const;
const setup: BoardSetup = { template: drinks, ...choices };
const own: BoardSetup = { template: blankTemplate, ...choices };

const boardAfter = (actions: readonly Action[], of: BoardSetup = setup): Board =>
  actions.reduce((board, action) => applyAction(board, action, of), blankBoard(of));
const rows = (board: Board) => [...board.tiers.map(({ items }) => items.join(' ')), board.pool.join(' ')];

describe('a board', () => {
  it('begins with the tiers of the template and everything in the pool', () => {
    expect(rows(boardAfter([]))).toEqual(['', '', 'item_0 item_1 item_2']);
  });

  it.each<[string, readonly Action[], readonly string[]]>([
    ['to the end', [place('item_1', 0), place('item_0', 0)], ['item_1 item_0', '', 'item_2']],
    ['before others', [place('item_1', 0), place('item_0', 0, 0)], ['item_0 item_1', '', 'item_2']],
    ['further right in its row', [place('item_0', 'pool', 2)], ['', '', 'item_1 item_2 item_0']],
    ['past the end', [place('item_0', 1, 99)], ['', 'item_0', 'item_1 item_2']],
    ['back', [place('item_0', 1), place('item_0', 'pool', 0)], ['', '', 'item_0 item_1 item_2']],
  ])('moves an item %s', (_, actions, expected) => {
    expect(rows(boardAfter(actions))).toEqual(expected);
  });

  it('changes the order of the pool, and moves all of it to the end of a tier', () => {
    const mixed = shuffled(['item_0', 'item_1', 'item_2'], () => 0);
    expect(mixed.toSorted()).toEqual(['item_0', 'item_1', 'item_2']);
    expect(mixed).not.toEqual(['item_0', 'item_1', 'item_2']);
    const board = boardAfter([{ type: 'orderPool', pool: mixed }]);
    expect(board.pool).toEqual(mixed);
    expect(sortedBack(['own_10', 'own_9', 'own_0'])).toEqual(['own_0', 'own_9', 'own_10']);
    expect(rows(boardAfter([place('item_1', 1), { type: 'placeRest', tier: 1 }]))).toEqual([
      '',
      'item_1 item_0 item_2',
      '',
    ]);
  });

  it('stays the same object when an action changes nothing', () => {
    const board = boardAfter([place('item_0', 0)]);
    const idle: readonly Action[] = [
      place('item_0', 0),
      place('item_0', 99),
      place('nothing', 0),
      { type: 'moveTier', tier: 0, to: 0 },
      { type: 'moveTier', tier: 0, to: 9 },
      { type: 'moveTier', tier: 9, to: 0 },
      { type: 'title', title: 'Drinks' },
      { type: 'renameTier', tier: 0, title: 'Best' },
      { type: 'removeItem', item: 'item_0' },
      { type: 'locale', locale: 'en' },
      { type: 'orderPool', pool: board.pool },
    ];
    for (const action of idle) expect(applyAction(board, action, setup)).toBe(board);
  });

  it.each([
    [0, 1, ['B', 'Best', 'New']],
    [0, 2, ['B', 'New', 'Best']],
    [2, 0, ['New', 'Best', 'B']],
  ])('moves tier %i to row %i', (tier, to, titles) => {
    const board = boardAfter([
      { type: 'addTier', title: 'New' },
      { type: 'moveTier', tier, to },
    ]);
    expect(board.tiers.map(({ title }) => title)).toEqual(titles);
  });

  it('returns the items of a removed tier to the pool, and keeps its last tier', () => {
    const board = boardAfter([place('item_2', 0), { type: 'removeTier', tier: 0 }]);
    expect(rows(board)).toEqual(['', 'item_0 item_1 item_2']);
    expect(applyAction(board, { type: 'removeTier', tier: 1 }, setup)).toBe(board);
  });

  it('has at most as many tiers and items as a request', () => {
    const tiers: readonly Action[] = Array(9).fill({ type: 'addTier', title: 'New' });
    expect(boardAfter(tiers).tiers.map(({ key }) => key)).toEqual([0, 1, 2, 3]);
    const items = Array.from({ length: 9 }, (_, index) => ({ label: `${index}` }));
    expect(boardAfter([{ type: 'addItems', items }], own).pool).toHaveLength(5);
  });

  it("translates the template's tier titles and leaves edited ones alone", () => {
    const board = boardAfter([
      { type: 'renameTier', tier: 1, title: 'So so' },
      { type: 'locale', locale: 'zh' },
    ]);
    expect(board.tiers.map(({ title }) => title)).toEqual(['最好', 'So so']);
  });

  it('has every item exactly once after any steps, and undoing all of them restores it', () => {
    const key = fc.integer({ min: -1, max: 5 });
    const item = fc.integer({ min: 0, max: 4 }).map((index) => `item_${index}`);
    const step = fc.oneof<fc.Arbitrary<Step>[]>(
      fc.record({
        type: fc.constant('place' as const),
        item,
        to: fc.oneof(key, fc.constant('pool' as const)),
        at: fc.integer({ min: -2, max: 5 }),
      }),
      fc.record({ type: fc.constant('removeTier' as const), tier: key }),
      fc.record({ type: fc.constant('addTier' as const), title: fc.string() }),
      fc.record({
        type: fc.constant('moveTier' as const),
        tier: key,
        to: fc.integer({ min: -1, max: 5 }),
      }),
      fc.record({ type: fc.constant('renameTier' as const), tier: key, title: fc.string() }),
      fc.constant({ type: 'undo' as const }),
      fc.constant({ type: 'redo' as const }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const first = blankBoard(setup);
        let history = startHistory(first);
        for (const one of steps) {
          history = applyStep(history, one, setup);
          const all = rows(history.present).flatMap((row) => row.split(' ').filter(Boolean));
          expect(all.sort()).toEqual(['item_0', 'item_1', 'item_2']);
        }
        while (history.past.length > 0) history = applyStep(history, { type: 'undo' }, setup);
        expect(history.present).toBe(first);
      }),
    );
  });

  it('undoes consecutive edits of a title as one change', () => {
    let history = startHistory(blankBoard(setup));
    for (const title of ['M', 'My', 'My d']) history = applyStep(history, { type: 'title', title }, setup);
    expect(history.present.title).toBe('My d');
    expect(applyStep(history, { type: 'undo' }, setup).present.title).toBeNull();
  });
});

const saved = (board: Board) => ({ pageLocale: 'en' as const, board });

describe('a stored board', () => {
  it('is restored unchanged', () => {
    const board = boardAfter([place('item_1', 0), { type: 'colorTier', tier: 0, color: '#abcdef' }]);
    expect(restoreBoard(saved(board), setup, ['night'])).toEqual(board);
  });

  it('is adapted to a template that has changed since', () => {
    const board = boardAfter([place('item_1', 0), place('item_2', 1)]);
    const [tea, cola, , ...none] = drinks.items;
    const fewer = { ...setup, template: { ...drinks, items: [tea, cola].flatMap((one) => one ?? none) } };
    expect(rows(restoreBoard(saved(board), fewer, ['night']))).toEqual(['item_1', '', 'item_0']);
    const more = { ...setup, template: { ...drinks, items: [...drinks.items, { label: same('Water') }] } };
    expect(rows(restoreBoard(saved(board), more, ['night']))).toEqual(['item_1', 'item_2', 'item_0 item_3']);
  });

  it.each([
    null,
    '',
    '{',
    'null',
    '[]',
    '{"version":2}',
    '{"version":1,"pageLocale":"en","board":{"tiers":[]}}',
    JSON.stringify({ version: 1, ...saved({ ...boardAfter([]), tiers: [] }) }),
  ])('is not taken over from localStorage when its text is invalid: %j', (text) => {
    expect(parseSavedText(text)).toBeUndefined();
  });

  it('gets the default theme when its own no longer exists', () => {
    const board = boardAfter([{ type: 'theme', theme: 'gone' }]);
    expect(restoreBoard(saved(board), setup, ['night']).theme).toBe('night');
  });
});

describe('the request of a board', () => {
  it('names items of a template and the differences from it', () => {
    const board = boardAfter([
      place('item_2', 0),
      { type: 'colorTier', tier: 1, color: '#00ff00' },
      { type: 'title', title: 'Mine' },
    ]);
    expect(requestOf(board, setup)).toEqual({
      templateId: 7,
      title: 'Mine',
      locale: 'en',
      theme: 'night',
      aspectRatio: '3:4',
      tracks: [{ title: 'B', color: '#00ff00' }],
      tiers: [
        { title: 'Best', items: ['item_2'] },
        { title: 'B', items: [] },
      ],
    });
    expect(hasPlacedItems(board)).toBe(true);
    expect(hasPlacedItems(boardAfter([]))).toBe(false);
  });

  it('refers to own items by their index', () => {
    const items = [{ label: 'Tea' }, { label: 'A cat', url: 'https://example.org/cat.png' }];
    const board = boardAfter([{ type: 'addItems', items }, place('own_1', 0)], own);
    expect(requestOf(board, own)).toMatchObject({
      mode: 'custom',
      onImageError: 'placeholder',
      items: ['Tea', { type: 'url', url: 'https://example.org/cat.png', label: 'A cat' }],
      tiers: [{ title: 'S', items: [1] }],
    });
  });

  it('draws own photos with their captions, and a text in place of one that is being uploaded', () => {
    const [stored, id] = ['new_1', `photo_${'A'.repeat(32)}`];
    const board = boardAfter(
      [
        {
          type: 'addItems',
          items: [
            { photo: stored, label: '' },
            { photo: 'new_2', label: '' },
          ],
        },
        { type: 'labelItem', item: 'own_0', label: 'Ann' },
        { type: 'place', item: 'own_0', to: 0 },
      ],
      own,
    );
    const request = requestOf(board, own, (photo) => (photo === stored ? id : undefined));
    expect(request).toMatchObject({
      onImageError: 'placeholder',
      items: [{ type: 'photo', id, label: 'Ann' }, '🖼️'],
    });
    const opened = boardFrom(parseRenderRequest(request).request, own);
    expect(opened.own[0]).toMatchObject({ photo: id, label: 'Ann' });
  });

  it('is quoted for the shell', () => {
    const board = boardAfter([{ type: 'title', title: "it's" }]);
    const curl = curlOf(requestOf(board, setup), 'http://localhost/api/v1/render');
    expect(curl).toContain(`"title":"it'\\''s"`);
    expect(curl).toContain('Authorization: Bearer $KEY');
  });

  it("has each tier's own colour, else the template's, else the theme's", () => {
    const board = boardAfter([{ type: 'colorTier', tier: 1, color: '#00ff00' }]);
    expect([0, 1].map((row) => tierColor(board, row, night, setup))).toEqual(['#112233', '#00ff00']);
    expect(tierColor(boardAfter([], own), 0, night, own)).toBe(night.palette[0]);
  });
});

describe('a key on a tile', () => {
  const board = boardAfter([place('item_2', 0)]);
  it.each<[string, string, boolean, ReturnType<typeof keyAction>]>([
    ['item_0', 'ArrowRight', false, { kind: 'focus', item: 'item_1' }],
    ['item_0', 'ArrowLeft', false, undefined],
    ['item_1', 'ArrowUp', false, { kind: 'focus', item: 'item_2' }],
    ['item_2', 'ArrowDown', false, { kind: 'focus', item: 'item_0' }],
    ['item_0', '2', false, { kind: 'place', to: 1 }],
    ['item_0', '9', false, undefined],
    ['item_2', '0', false, { kind: 'place', to: 'pool' }],
    ['item_1', 'ArrowUp', true, { kind: 'place', to: 1, at: 1 }],
    ['item_0', 'ArrowRight', true, { kind: 'place', to: 'pool', at: 1 }],
    ['item_1', 'ArrowRight', true, undefined],
    ['item_1', 'Escape', true, { kind: 'putBack' }],
    ['item_1', 'Escape', false, undefined],
    ['item_1', 'x', true, undefined],
  ])('acts on %s: %s (picked up: %s)', (item, key, isPickedUp, action) => {
    expect(keyAction(board, item, key, isPickedUp)).toEqual(action);
  });
});

function place(item: string, to: number | 'pool', at?: number): Action {
  return { type: 'place', item, to, ...(at !== undefined && { at }) };
}

describe('a board that is made from a request', () => {
  const shown = ({ tiers, pool, ...board }: Board) => ({
    ...board,
    tiers: tiers.map(({ title, color, items }) => ({ title, color, items })),
    pool: [...pool].sort(),
  });

  it('is the board that the request was made from', () => {
    const board = boardAfter([
      place('item_1', 0),
      place('item_2', 1),
      { type: 'title', title: 'Mine' },
      { type: 'renameTier', tier: 1, title: 'Meh' },
      { type: 'colorTier', tier: 1, color: '#abcdef' },
      { type: 'addTier', title: 'New' },
      { type: 'moveTier', tier: 2, to: 0 },
      { type: 'theme', theme: 'paper' },
      { type: 'aspectRatio', aspectRatio: '16:9' },
      { type: 'locale', locale: 'ru' },
    ]);
    expect(shown(boardFrom(requestIn(board, setup), setup))).toEqual(shown(board));
  });

  it('has the items of the pool, and of tiers in inline mode', () => {
    const items = [{ label: 'Tea' }, { label: 'Photo', url: 'https://example.org/a.png' }, { label: '' }];
    const board = boardAfter([{ type: 'addItems', items }, place('own_1', 0)], own);
    expect(shown(boardFrom(requestIn(board, own), own))).toEqual(shown(board));
    const inline = { tiers: [{ title: 'S', items: ['Tea', { type: 'text' as const, label: 'Cola' }] }] };
    expect(rows(boardFrom(inline, own))).toEqual(['own_0 own_1', '']);
    expect(boardFrom(inline, own).own.map(({ label }) => label)).toEqual(['Tea', 'Cola']);
  });

  it('has the own items that are not placed in the order in which they were saved', () => {
    const labels = ['Tea', 'Cola', 'Milk', 'Juice'];
    const board = boardAfter(
      [
        { type: 'addItems', items: labels.map((label) => ({ label })) },
        place('own_2', 0),
        { type: 'orderPool', pool: ['own_3', 'own_0', 'own_1'] },
      ],
      own,
    );
    const opened = boardFrom(requestIn(withPoolInOrder(board), own), own);
    const labelsOf = (items: readonly string[]) =>
      items.map((key) => opened.own.find((item) => item.key === key)?.label);
    expect(labelsOf(opened.pool)).toEqual(['Juice', 'Tea', 'Cola']);
    expect(labelsOf(opened.tiers.flatMap(({ items }) => items))).toEqual(['Milk']);
  });

  it('has an item that was placed twice in its first place', () => {
    const twice = { templateId: 7, tiers: [{ title: 'S', items: ['item_1', 'item_0', 'item_1'] }] };
    expect(rows(boardFrom(twice, setup))).toEqual(['item_1 item_0', 'item_2']);
  });

  it('leaves the board before it to be restored', () => {
    const before = boardAfter([place('item_1', 0)]);
    const opened = applyStep(startHistory(before), { type: 'open', board: boardAfter([]) }, setup);
    expect(applyStep(opened, { type: 'undo' }, setup).present).toBe(before);
  });

  /** As the service reads it from an address. */
  function requestIn(board: Board, of: BoardSetup) {
    return parseRenderRequest(JSON.parse(JSON.stringify(requestOf(board, of)))).request;
  }
});
