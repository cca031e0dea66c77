import { describe, expect, it } from 'vitest';
import { labels, resolve } from './support.ts';

const tiers = [{ title: 'S', items: [] }];

describe('the mode', () => {
  it.each([
    [
      'templateId implies template',
      { templateId: 7, tiers: [{ title: 'S', items: ['item_0'] }] },
      [['🍵 Tea']],
    ],
    ['items imply custom', { items: ['a'], tiers: [{ title: 'S', items: [0] }] }, [['a']]],
    ['an empty pool implies custom', { items: [], tiers }, [[]]],
    ['neither implies inline', { tiers: [{ title: 'S', items: ['item_0'] }] }, [['item_0']]],
    [
      'templateId takes precedence over items',
      { templateId: 7, items: ['a'], tiers: [{ title: 'S', items: ['item_2'] }] },
      [['Cocoa']],
    ],
    [
      'an explicit mode takes precedence over both',
      { mode: 'inline' as const, templateId: 7, items: ['a'], tiers: [{ title: 'S', items: ['x'] }] },
      [['x']],
    ],
  ])('is inferred: %s', (_, request, expected) => {
    expect(labels(request)).toEqual(expected);
  });

  it('warns about sources of items that it ignores', () => {
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

describe('the resolved spec', () => {
  it('has the default for every field that a request leaves out', () => {
    expect(resolve({ tiers }).spec).toEqual({
      board: { title: '', tiers: [{ title: 'S', color: null, items: [] }] },
      aspectRatio: '3:4',
      scale: 1,
      theme: 'night',
      format: 'webp',
      watermark: false,
    });
  });

  it('keeps the fields of the request', () => {
    const said = { aspectRatio: '16:9', scale: 2, theme: 'paper', format: 'png' } as const;
    expect(resolve({ ...said, tiers }).spec).toMatchObject(said);
  });

  it.each([true, false])('takes the watermark %s from the plan, not from the request', (watermark) => {
    expect(resolve({ watermark: !watermark, tiers }, watermark).spec.watermark).toBe(watermark);
  });
});

describe('the title', () => {
  it.each([
    ['omitted', { tiers }, ''],
    ['written', { title: 'Mine', tiers }, 'Mine'],
    ['empty', { title: '', tiers }, ''],
    ['omitted, template', { templateId: 7, tiers }, 'Hot Drinks'],
    ['omitted, template in Russian', { templateId: 7, locale: 'ru' as const, tiers }, 'Горячие напитки'],
    ['written, template', { templateId: 7, title: 'Mine', tiers }, 'Mine'],
    ['empty, template: no title block', { templateId: 7, title: '', tiers }, ''],
  ])('is resolved when it is %s', (_, request, expected) => {
    expect(resolve(request).spec.board.title).toBe(expected);
  });
});

describe('tiers', () => {
  it('keep the order of the request, including empty and untitled ones', () => {
    const rows = ['B', '', 'A', 'B'].map((title) => ({ title, items: [] }));
    expect(resolve({ tiers: rows }).spec.board.tiers.map((tier) => tier.title)).toEqual(['B', '', 'A', 'B']);
  });

  it('draw only items that they place', () => {
    expect(labels({ items: ['a', 'b', 'c'], tiers: [{ title: 'S', items: [2] }] })).toEqual([['c']]);
  });
});

it('does not change the request', () => {
  const request = Object.freeze({
    tiers: Object.freeze([Object.freeze({ title: 'S', items: Object.freeze(['a']) })]),
  });
  expect(() => resolve(request)).not.toThrow();
});
