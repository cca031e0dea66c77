import {
  type RendererProcess,
  type RendererProcessOptions,
  startRendererProcess,
} from './renderer-process.ts';

/** A process that is warmed up while a job may still be stopped, and then takes over without a pause. */
export interface Spare {
  start(): void;
  /** Returns the process if it was started. The caller uses or ends it. */
  take(): RendererProcess | undefined;
}

export function createSpare(options: RendererProcessOptions): Spare {
  let spare: RendererProcess | undefined;
  return {
    start() {
      spare = startRendererProcess(options);
    },
    take() {
      const taken = spare;
      spare = undefined;
      return taken;
    },
  };
}
