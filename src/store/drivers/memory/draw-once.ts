import { raceAbort } from '../../../flow/race-abort.ts';
import { SingleFlight } from '../../../flow/single-flight.ts';
import type { DrawOnce, RenderResult } from '../../../render/ports.ts';

/** Draws a board once for all callers in this process. */
export function drawOnceInProcess(): DrawOnce {
  const flights = new SingleFlight<RenderResult>();
  return {
    once({ fingerprint, variant }, signal, work, onShared) {
      let isFirst = false;
      const { result, release } = flights.run(`${fingerprint} ${variant}`, (needed) => {
        isFirst = true;
        return work(needed);
      });
      if (!isFirst) onShared?.();
      return raceAbort(result, signal).finally(release);
    },
  };
}
