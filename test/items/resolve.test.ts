import { describe, expect, it } from 'vitest';
import { labels, resolve } from './support.ts';

const tiers = [{ title: 'S', items: [] }];

describe('mode', () => {
  it.each([
    ['templateId says template', { templateId: 7, tiers: [{ title: 'S', items: ['item_0'] }] }, [['🍵 Tea']]],
    ['items say custom', { items: ['a'], tiers: [{ title: 'S', items: [0] }] }, [['a']]],
    ['an empty pool says custom', { items: [], tiers }, [[]]],
    ['neither says inline', { tiers: [{ title: 'S', items: ['item_0'] }] }, [['item_0']]],
    [
      'templateId outweighs items',
      { templateId: 7, items: ['a'], tiers: [{ title: 'S', items: ['item_2'] }] },
      [['Cocoa']],
    ],
    [
      'a written mode outweighs both',
      { mode: 'inline' as const, templateId: 7, items: ['a'], tiers: [{ title: 'S', items: ['x'] }] },
      [['x']],
    ],
  ])('%s', (_, request, expected) => {
    expect(labels(request)).toEqual(expected);
  });

  it('warns about sources of items that it does not read', () => {
    expect(resolve({ mode: 'inline', templateId: 7, items: ['a'], tiers }).warnings).toEqual([
      'templateId: not used in inline mode',
      'items: not used in inline mode',
    ]);
    expect(resolve({ templateId: 7, items: ['a'], tiers }).warnings).toEqual([
      'items: not used in template mode',
    ]);
    expect(resolve({ mode: 'custom', templateId: 7, items: ['a'], tiers }).warnings).toEqual([
      'templateId: not used in custom mode',
    ]);
  });
});

describe('defaults', () => {
  it('fills in what a request leaves out', () => {
    expect(resolve({ tiers }).spec).toEqual({
      board: { title: '', tiers: [{ title: 'S', color: null, items: [] }] },
      aspectRatio: '3:4',
      scale: 1,
      theme: 'night',
      format: 'webp',
      watermark: false,
    });
  });

  it('keeps what a request says', () => {
    const said = { aspectRatio: '16:9', scale: 2, theme: 'paper', format: 'png' } as const;
    expect(resolve({ ...said, tiers }).spec).toMatchObject(said);
  });

  it.each([true, false])('takes the watermark from the plan, not from the request (%s)', (watermark) => {
    expect(resolve({ watermark: !watermark, tiers }, watermark).spec.watermark).toBe(watermark);
  });
});

describe('title', () => {
  it.each([
    ['omitted', { tiers }, ''],
    ['written', { title: 'Mine', tiers }, 'Mine'],
    ['empty', { title: '', tiers }, ''],
    ['omitted, template', { templateId: 7, tiers }, 'Hot Drinks'],
    ['omitted, template in Russian', { templateId: 7, locale: 'ru' as const, tiers }, 'Горячие напитки'],
    ['written, template', { templateId: 7, title: 'Mine', tiers }, 'Mine'],
    ['empty, template: no title block', { templateId: 7, title: '', tiers }, ''],
  ])('%s', (_, request, expected) => {
    expect(resolve(request).spec.board.title).toBe(expected);
  });
});

describe('rows', () => {
  it('are the tiers in the order given, empty and nameless ones included', () => {
    const rows = ['B', '', 'A', 'B'].map((title) => ({ title, items: [] }));
    expect(resolve({ tiers: rows }).spec.board.tiers.map((tier) => tier.title)).toEqual(['B', '', 'A', 'B']);
  });

  it('draw nothing that no tier places', () => {
    expect(labels({ items: ['a', 'b', 'c'], tiers: [{ title: 'S', items: [2] }] })).toEqual([['c']]);
  });
});

it('leaves the request as it was', () => {
  const request = Object.freeze({
    tiers: Object.freeze([Object.freeze({ title: 'S', items: Object.freeze(['a']) })]),
  });
  expect(() => resolve(request)).not.toThrow();
});
