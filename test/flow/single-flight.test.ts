import { describe, expect, test } from 'vitest';
import { SingleFlight } from '../../src/flow/single-flight.ts';

/** Creates work that the test finishes, and a list of its starts. */
function heldWork() {
  const begun: { readonly signal: AbortSignal; readonly land: (result: string) => void }[] = [];
  const work = (signal: AbortSignal) =>
    new Promise<string>((land, fail) => {
      signal.addEventListener('abort', () => fail(signal.reason));
      begun.push({ signal, land });
    });
  return { begun, work };
}

describe('single flights', () => {
  test('give all concurrent callers of a key the same result', async () => {
    const { begun, work } = heldWork();
    const flights = new SingleFlight<string>();
    const results = [flights.run('a', work), flights.run('a', work)].map(({ result }) => result);
    begun[0]?.land('done');
    expect(await Promise.all(results)).toEqual(['done', 'done']);
    expect(begun).toHaveLength(1);
  });

  test('abort the work when the last caller releases it, and start again for the next caller', async () => {
    const { begun, work } = heldWork();
    const flights = new SingleFlight<string>();
    const [first, second] = [flights.run('a', work), flights.run('a', work)];
    first.release();
    first.release();
    expect(begun[0]?.signal.aborted).toBe(false);
    second.release();
    expect(begun[0]?.signal.aborted).toBe(true);
    const third = flights.run('a', work);
    begun[1]?.land('anew');
    expect(await third.result).toBe('anew');
    await expect(second.result).rejects.toThrow();
  });

  test('abort all work when they are closed', async () => {
    const { begun, work } = heldWork();
    const flights = new SingleFlight<string>();
    const { result } = flights.run('a', work);
    await flights.close();
    expect(begun[0]?.signal.aborted).toBe(true);
    await expect(result).rejects.toThrow();
  });
});
