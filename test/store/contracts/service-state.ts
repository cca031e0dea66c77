import { describe, expect, it, vi } from 'vitest';
import type { RenderResult } from '../../../src/render/ports.ts';
import { dayMs, drawingOf, type OpenDriver, openForTest } from './driver.ts';

const owner = { email: 'owner@localhost', plan: 'enterprise', admin: true } as const;

/** The behaviour of every implementation of `FirstStart` that creates an owner. */
export function describeFirstStartContract(name: string, openDriver: OpenDriver): void {
  describe(`the first start of the ${name} driver`, () => {
    it('is due until there is an account', async () => {
      const { stores } = await openForTest(openDriver);
      expect(await stores.firstStart.isDue()).toBe(true);
      await stores.accounts.addAccount(owner);
      expect(await stores.firstStart.isDue()).toBe(false);
    });

    it('is due again after a restart unless it has finished', async () => {
      const { stores, reopen } = await openForTest(openDriver);
      await stores.firstStart.begin();
      await stores.accounts.addAccount(owner);
      const { firstStart } = await reopen();
      expect(await firstStart.isDue()).toBe(true);
      await firstStart.begin();
      await firstStart.finish();
      expect(await firstStart.isDue()).toBe(false);
      expect(await (await reopen()).firstStart.isDue()).toBe(false);
    });
  });
}

/** The behaviour of every implementation of `TemplateUse` and `Drawing`. */
export function describeServiceStateContract(name: string, openDriver: OpenDriver): void {
  describe(`template use of the ${name} driver`, () => {
    it('counts the renders of the last seven days and those ever, also after a restart', async () => {
      const { stores, clock, reopen } = await openForTest(openDriver);
      for (let day = 0; day < 10; day++, clock.time += dayMs) stores.templateUse.countTemplate(3);
      clock.time -= dayMs;
      const { templateUse } = await reopen();
      expect(templateUse.templateRenders(3)).toEqual({ total: 10, recent: 7 });
      expect(templateUse.templateRenders(4)).toEqual({ total: 0, recent: 0 });
    });
  });

  describe(`drawing once with the ${name} driver`, () => {
    const record = {
      renderId: 'id',
      format: 'webp',
      createdAt: new Date(0),
      expiresAt: new Date(0),
      width: 1,
      height: 1,
      warnings: [],
    } as const;
    const result: RenderResult = { record, warnings: [], isComplete: false };
    const { signal } = new AbortController();

    it('runs the work once for all callers that want the same at the same time', async () => {
      const { stores } = await openForTest(openDriver);
      const begin = (letter: string) => drawingOf(stores, letter.repeat(43));
      let runs = 0;
      const work = async () => {
        runs += 1;
        return result;
      };
      const [one, other] = [await begin('a'), await begin('a')];
      const both = [other.once('', signal, work), one.once('', signal, work)];
      expect(await Promise.all(both)).toEqual([result, result]);
      expect(runs).toBe(1);
      for (const letter of ['a', 'b']) await (await begin(letter)).once('', signal, work);
      expect(runs).toBe(3);
    });

    it('rejects a caller that has left, and aborts the work when the last one has', async () => {
      const { stores } = await openForTest(openDriver);
      const begin = (letter: string) => drawingOf(stores, letter.repeat(43));
      const [first, second] = [new AbortController(), new AbortController()];
      const signals: AbortSignal[] = [];
      const work = (needed: AbortSignal) =>
        new Promise<RenderResult>((_, reject) => {
          signals.push(needed);
          needed.addEventListener('abort', () => reject(needed.reason));
        });
      const drawings = [await begin('a'), await begin('a')] as const;
      const both = [drawings[0].once('', first.signal, work), drawings[1].once('', second.signal, work)];
      const [one, other] = both.map((call) => expect(call).rejects.toThrow('left'));
      await vi.waitFor(() => expect(signals).toHaveLength(1));
      first.abort(new Error('left'));
      await one;
      expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
      second.abort(new Error('left'));
      await other;
      expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    });
  });
}
