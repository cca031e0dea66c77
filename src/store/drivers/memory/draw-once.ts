import { raceAbort } from '../../../flow/race-abort.ts';
import { SingleFlight } from '../../../flow/single-flight.ts';
import type { RenderResult } from '../../../render/ports.ts';

/** Runs the work for a board once for all callers in this process. */
export type DrawOnce = (
  board: string,
  signal: AbortSignal,
  work: (needed: AbortSignal) => Promise<RenderResult>,
  onShared?: () => void,
) => Promise<RenderResult>;

/** Returns a `DrawOnce` without boards. */
export function drawOnceInProcess(): DrawOnce {
  const flights = new SingleFlight<RenderResult>();
  return (board, signal, work, onShared) => {
    let isFirst = false;
    const { result, release } = flights.run(board, (needed) => {
      isFirst = true;
      return work(needed);
    });
    if (!isFirst) onShared?.();
    return raceAbort(result, signal).finally(release);
  };
}
