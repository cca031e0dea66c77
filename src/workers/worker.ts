/** The renderer process: one engine, warmed up before it reports that it is ready, and one job at a time. */
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { rasteriserNames } from '../model/vocabulary.ts';
import { blockLoaders } from '../raster/photos/decoders.ts';
import type { Theme } from '../themes/theme.ts';
import { themeSet } from '../themes/theme-set.ts';
import { createEngine } from './engine.ts';
import { PhotoFiles } from './photo-files.ts';
import { coldStart, type FromRenderer, type JobResult, type ToRenderer } from './protocol.ts';
import { createRenderer } from './renderer.ts';
import { nameSourcesInStacks } from './source-stacks.ts';
import { sharpThreads } from './tuning.ts';
import { warmUp, warmUpRest } from './warm-up.ts';

/** Delay of the remaining warm-up after the renderer is ready, so that the first images are not slowed down. */
const warmUpRestAfterMs = 2_000;

nameSourcesInStacks();

sharp.concurrency(sharpThreads);
sharp.cache(false);

// The service ends its renderers by closing the channel, after they have finished. A signal that a terminal or a
// supervisor sends to the whole group must not abort an image that a client waits for.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('SIGHUP', () => {});
process.on('disconnect', () => process.exit(0));

const [name, how] = process.argv.slice(2);
const rasteriser = rasteriserNames.find((candidate) => candidate === name);
if (!rasteriser) throw new Error(`the first argument must be one of ${rasteriserNames.join(', ')}`);
blockLoaders(rasteriser);
// The service has read and checked the themes. Later edits in their folder do not reach a renderer.
const ownThemes: readonly Theme[] = JSON.parse(await text(process.stdin));
const themes = themeSet(ownThemes);
const engine = createEngine({ rasteriser, themes });
const renderer = createRenderer(engine, new PhotoFiles());
const isCold = how === coldStart;
if (!isCold) await warmUp(engine, themes.names);

let isDrawing = false;
process.on('message', async (message: ToRenderer) => {
  isDrawing = true;
  const before = process.cpuUsage();
  const reply = await answer(message).catch(failed);
  const { user, system } = process.cpuUsage(before);
  isDrawing = false;
  send(reply.kind === 'error' ? reply : { ...reply, cpuMs: (user + system) / 1000 });
});
send({ kind: 'ready' });
if (!isCold) {
  await wait(warmUpRestAfterMs);
  await warmUpRest(engine, themes.names, () => isDrawing);
}

async function answer(message: ToRenderer): Promise<JobResult> {
  switch (message.kind) {
    case 'draw':
      return { kind: 'drawn', result: await renderer.render(message.spec, message.input) };
    case 'svg':
      return { kind: 'svg', result: await renderer.svg(message.spec) };
    case 'measure':
      return { kind: 'measured', result: await renderer.measure(message.spec) };
    case 'prepare':
      return { kind: 'prepared', result: await renderer.preparePhoto(message.photo, message.size) };
    case 'encode':
      return { kind: 'encoded', result: await renderer.encodePhoto(message.photo, message.size) };
    case 'reencode':
      return { kind: 'reencoded', result: await renderer.reencodePhoto(message.bytes) };
  }
}

function failed(error: unknown): Extract<FromRenderer, { kind: 'error' }> {
  return { kind: 'error', error: error instanceof Error ? error : new Error(String(error)) };
}

function send(message: FromRenderer): void {
  // The channel may close while an image is being drawn; then the reply is dropped.
  process.send?.(message, () => {});
}
