import { setImmediate } from 'node:timers/promises';
import type { ApiContext, Next } from '../http/context.ts';

/**
 * Writes the answers that become ready in one turn of the event loop at its end, one after another. A write wakes a client
 * that waits, or a proxy, and waking costs the kernel more than the rest of the write; the writes that follow find it awake.
 */
export async function writeTogether(_ctx: ApiContext, next: Next): Promise<void> {
  await next();
  await setImmediate();
}
