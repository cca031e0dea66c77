/** The renderer process: one engine, warm before it says it is ready, one order after the other. */
import sharp from 'sharp';
import { rasteriserNames } from '../raster/rasteriser.ts';
import { createEngine } from './engine.ts';
import type { FromRenderer, ToRenderer } from './messages.ts';
import { warmUp } from './warm-up.ts';

// One picture at a time in each process: more threads would only take cores from the other renderers.
sharp.concurrency(1);
sharp.cache(false);

// The service ends its renderers by closing the channel, after they have finished. A signal that a terminal or a
// supervisor sends to the whole group must not take a picture away from someone who waits for it.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('disconnect', () => process.exit(0));

const rasteriser = rasteriserNames.find((name) => name === process.argv.at(-1));
if (!rasteriser) throw new Error(`the last argument must be one of ${rasteriserNames.join(', ')}`);
const engine = createEngine({ rasteriser });
await warmUp(engine);

process.on('message', (order: ToRenderer) => {
  engine.render(order).then(
    (picture) => tell({ kind: 'picture', picture }),
    (error: unknown) =>
      tell({ kind: 'error', error: error instanceof Error ? error : new Error(String(error)) }),
  );
});
tell({ kind: 'ready' });

function tell(message: FromRenderer): void {
  // The channel may close while a picture is being drawn; then nobody waits for it any more.
  process.send?.(message, () => {});
}
