import type { Logger } from 'pino';
import { createMetrics, type Metrics } from '../api/http/metrics.ts';
import type { FairSemaphore } from '../flow/fair-semaphore.ts';
import type { Renderers } from './renderers.ts';

/** Creates the metrics of a service, and records the work and the exits of its renderers. */
export function measure(
  renderers: Renderers,
  logger: Logger,
  { photoSlots, imageBytes }: { readonly photoSlots: FairSemaphore; readonly imageBytes: () => number },
): Metrics {
  const metrics = createMetrics({
    renderers: () => renderers.load(),
    rendererQueue: () => renderers.load().waiting,
    photoGate: () => photoSlots,
    imageBytes,
  });
  renderers.observe({
    job(kind, { waitedMs, ranMs, priority }) {
      // Jobs of low priority wait on purpose.
      if (priority !== 'low') metrics.render.stage('wait', waitedMs);
      metrics.render.stage(kind, ranMs);
    },
    restart(exitReason) {
      logger.warn({ exitReason }, 'renderer replaced');
      metrics.renderers.restarted(exitReason);
    },
  });
  return metrics;
}
