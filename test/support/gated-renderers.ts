import { createServer, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Renderers } from '../../src/service/renderers.ts';
import { startRendererPool } from '../../src/workers/pool.ts';

/** A job that a renderer has begun. */
interface Begun {
  readonly title: string;
  /** Lets the renderer reply. */
  finish(): void;
}

export interface GatedRenderers {
  readonly renderers: Renderers;
  /** Resolves with the next job that reaches the renderer. */
  nextBegun(): Promise<Begun>;
  /** Lets the renderer reply to every job at once. */
  open(): void;
}

/**
 * Starts a real pool with its queue and one renderer process, which replies when the test allows it. The caller
 * closes it.
 */
export async function startGatedRenderers(): Promise<GatedRenderers> {
  const begun: Begun[] = [];
  const unanswered = new Set<Begun>();
  const takers: ((begun: Begun) => void)[] = [];
  let isOpen = false;
  const gate = createServer((socket: Socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (data) => {
      const spec: Begun = {
        title: data.toString('utf8').trimEnd(),
        finish() {
          if (unanswered.delete(spec)) socket.write('go');
        },
      };
      unanswered.add(spec);
      if (isOpen) spec.finish();
      const taker = takers.shift();
      if (taker) taker(spec);
      else begun.push(spec);
    });
  });
  const port = await new Promise<number>((resolve) => {
    gate.listen(0, '127.0.0.1', () => {
      const address = gate.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  const pool = startRendererPool({
    script: fileURLToPath(new URL('./gated-worker.mjs', import.meta.url)),
    size: 1,
    rasteriser: 'resvg',
    env: { ...process.env, GATE_PORT: String(port) },
    hangMs: 30_000,
  });
  return {
    renderers: {
      ...pool,
      observe: () => undefined,
      async close() {
        await pool.close();
        gate.close();
      },
    },
    nextBegun() {
      const first = begun.shift();
      return first ? Promise.resolve(first) : new Promise((resolve) => takers.push(resolve));
    },
    open() {
      isOpen = true;
      for (const spec of unanswered) spec.finish();
    },
  };
}
