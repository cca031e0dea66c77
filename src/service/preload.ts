import { setTimeout as wait } from 'node:timers/promises';
import { hasAtMost } from '../model/graphemes.ts';
import type { LiveTemplates } from '../templates/live.ts';
import type { Renderers } from './renderers.ts';

/** Pause between two steps, and between two checks whether a renderer is busy. */
const pauseMs = 20;

/**
 * Loads what the start does not need, one step at a time and only while no renderer is busy. Whatever is needed earlier is
 * loaded at that moment.
 */
export async function preloadWhenIdle(templates: LiveTemplates, renderers: Renderers): Promise<void> {
  const steps: readonly (() => unknown)[] = [
    () => templates.index(),
    () => import('../photos/download.ts'),
    () => import('../svg/art-document.ts'),
    () => import('../api/openapi/document.ts'),
    // Node.js loads these on first use: the tables of Intl.Segmenter, and Response, with which Koa compares every stream.
    () => hasAtMost(0, 'counted'),
    () => globalThis.Response,
  ];
  for (const step of steps) {
    do await wait(pauseMs);
    while (renderers.load().busy > 0);
    await step();
  }
}
