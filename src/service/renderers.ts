import type { Config } from '../config/config.ts';
import { built } from '../files/package-files.ts';
import type { ThemeSet } from '../themes/theme-set.ts';
import { type RendererPool, type RendererPoolOptions, startRendererPool } from '../workers/pool.ts';
import type { ExitReason } from '../workers/renderer-process.ts';
import { rendererEnvironment, rendererOptions } from '../workers/tuning.ts';

/** Receives what the renderers do: see RendererPoolOptions. */
interface RendererObserver {
  readonly job: NonNullable<RendererPoolOptions['onJob']>;
  readonly restart: NonNullable<RendererPoolOptions['onRestart']>;
}

/** The renderers of a service. */
export interface Renderers extends RendererPool {
  /** Attaches the observer, and reports to it the exits that came before it: renderers start before the rest of the service. */
  observe(observer: RendererObserver): void;
}

/** Starts the renderer processes that the configuration asks for. @param themes absent: the built-in ones */
export function startRenderers(config: Config, themes?: ThemeSet): Renderers {
  let observer: RendererObserver | undefined;
  const unreported: ExitReason[] = [];
  const pool = startRendererPool({
    script: built.renderer,
    size: config.renderers,
    rasteriser: config.rasteriser,
    warmUp: config.warmUp,
    cpuMs: config.boardCpuSeconds * 1000,
    ...(themes && { themes }),
    nodeOptions: rendererOptions,
    env: rendererEnvironment(process.env, config.dataDir),
    onJob: (kind, times) => observer?.job(kind, times),
    onRestart(exitReason) {
      if (observer) observer.restart(exitReason);
      else unreported.push(exitReason);
    },
  });
  return {
    ...pool,
    observe(attached) {
      observer = attached;
      for (const exitReason of unreported.splice(0)) attached.restart(exitReason);
    },
  };
}
