import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Refusal } from '../../src/web/client/board/post-board.ts';
import { createPreviewLoop, type Preview } from '../../src/web/client/board/preview-loop.ts';

type Outcome = { readonly kind: 'drawn'; readonly drawn: NonNullable<Preview['drawn']> } | Refusal;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Starts a loop whose requests the test answers. */
function start() {
  const asked: string[] = [];
  const answers: ((outcome: Outcome) => void)[] = [];
  let preview: Preview = { state: 'none' };
  const loop = createPreviewLoop(
    (json) => {
      asked.push(json);
      return new Promise((resolve) => answers.push(resolve));
    },
    (change) => {
      preview = change(preview);
    },
  );
  const answer = async (outcome: Outcome) => {
    answers.shift()?.(outcome);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { loop, asked, answer, preview: () => preview };
}

/** The element is only passed on. */
const drawn = (warning: string): Outcome => ({
  kind: 'drawn',
  drawn: { svg: Object.create(null), warnings: [warning] },
});
const failed = (code: string): Outcome => ({ kind: 'failed', failure: { code, message: '' } });

describe('the loop of previews', () => {
  it('has one request in flight, and then draws the newest board alone', async () => {
    const { loop, asked, answer, preview } = start();
    for (const board of ['a', 'b', 'c']) loop.want(board);
    expect([asked, preview().state]).toEqual([['a'], 'drawing']);
    await answer(drawn('of a'));
    expect(preview()).toMatchObject({ state: 'drawing', drawn: { warnings: ['of a'] } });
    expect(asked).toEqual(['a', 'c']);
    await answer(drawn('of c'));
    expect(preview()).toMatchObject({ state: 'shown', drawn: { warnings: ['of c'] } });
  });

  it('shows nothing when there is nothing to draw, even if an answer arrives later', async () => {
    const { loop, answer, preview } = start();
    loop.want('a');
    loop.want(undefined);
    await answer(drawn('of a'));
    expect(preview()).toEqual({ state: 'none' });
    loop.want('b');
    await answer(drawn('of b'));
    expect(preview().state).toBe('shown');
  });

  it('waits as long as the service says, counts the seconds, and draws the newest board then', async () => {
    const { loop, asked, answer, preview } = start();
    loop.want('a');
    await answer({ kind: 'wait', code: 'quotaExceeded', seconds: 2, message: '' });
    expect(preview()).toMatchObject({ state: 'waiting', code: 'quotaExceeded', seconds: 2 });
    loop.want('b');
    loop.retry();
    await vi.advanceTimersByTimeAsync(1000);
    expect([asked, preview().seconds]).toEqual([['a'], 1]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toEqual(['a', 'b']);
  });

  it.each(['noConnection', 'internal', ''])(
    'tries again after the failure “%s”, ever more rarely',
    async (code) => {
      const { loop, asked, answer, preview } = start();
      loop.want('a');
      let pause = 1000;
      for (let attempt = 1; attempt < 8; attempt += 1) {
        await answer(failed(code));
        expect(preview()).toMatchObject({ state: 'failed', failure: { code } });
        await vi.advanceTimersByTimeAsync(pause - 1);
        expect(asked).toHaveLength(attempt);
        await vi.advanceTimersByTimeAsync(1);
        expect(asked).toHaveLength(attempt + 1);
        pause = Math.min(2 * pause, 30_000);
      }
      await answer(drawn('of a'));
      loop.want('b');
      await answer(failed(code));
      await vi.advanceTimersByTimeAsync(1000);
      expect(asked.slice(-2)).toEqual(['b', 'b']);
    },
  );

  it('tries again at once on request, or when the board changes', async () => {
    const { loop, asked, answer } = start();
    loop.want('a');
    await answer(failed('noConnection'));
    loop.retry();
    expect(asked).toEqual(['a', 'a']);
    await answer(failed('noConnection'));
    loop.want('b');
    expect(asked).toEqual(['a', 'a', 'b']);
    await answer(drawn('of b'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(3);
  });

  it('does not draw again what it shows, after a retry or a change that was undone in a wait', async () => {
    const { loop, asked, answer, preview } = start();
    loop.want('a');
    await answer(drawn('of a'));
    loop.retry();
    loop.want('b');
    await answer({ kind: 'wait', code: 'noCapacity', seconds: 1, message: '' });
    loop.want('a');
    expect(preview().state).toBe('shown');
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toEqual(['a', 'b']);
  });

  it.each([
    failed('invalidRequest'),
    failed('noConnection'),
    { kind: 'wait', code: '', seconds: 9, message: '' },
  ] as const)(
    'shows the drawing that it has when a change is undone before its request fails (%o)',
    async (outcome) => {
      const { loop, asked, answer, preview } = start();
      loop.want('a');
      await answer(drawn('of a'));
      loop.want('b');
      loop.want('a');
      await answer(outcome);
      await vi.advanceTimersByTimeAsync(2000);
      expect([asked, preview().state]).toEqual([['a', 'b'], 'shown']);
    },
  );

  it('does not repeat what the service refuses', async () => {
    const { loop, asked, answer, preview } = start();
    loop.want('a');
    await answer(failed('invalidRequest'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect([asked, preview().state]).toEqual([['a'], 'failed']);
  });

  it('repeats in silence what a newer preview of the same caller has replaced', async () => {
    const { loop, asked, answer, preview } = start();
    loop.want('a');
    await answer(failed('superseded'));
    expect(preview().state).toBe('drawing');
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toEqual(['a', 'a']);
  });

  it('ends when it is closed', async () => {
    const { loop, asked, answer, preview } = start();
    loop.want('a');
    await answer(failed('noConnection'));
    loop.close();
    await vi.advanceTimersByTimeAsync(60_000);
    loop.retry();
    expect([asked, preview().state]).toEqual([['a'], 'failed']);
  });
});
