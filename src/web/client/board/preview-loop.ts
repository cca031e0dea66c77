import type { RenderFailure } from './post-board.ts';
import type { DrawnPreview, DrawPreview } from './preview-client.ts';

export interface Preview {
  /** `drawing`: of the current board; `shown`: the drawing is the current board's. */
  readonly state: 'none' | 'drawing' | 'shown' | 'waiting' | 'failed';
  /** The last drawing. */
  readonly drawn?: DrawnPreview | undefined;
  /** With `waiting`: the code of the failure, and the seconds until the next request. */
  readonly code?: string;
  readonly seconds?: number;
  readonly failure?: RenderFailure;
}

export interface PreviewLoop {
  /** Draws a board; undefined: there is nothing to draw. */
  want(json: string | undefined): void;
  /** Ends a pause after a failure, as when the connection is back. */
  retry(): void;
  close(): void;
}

/** Failures that end by themselves. The others are the board's. */
const outages = new Set(['noConnection', 'internal', '']);
/** Pause after an outage is noticed, in milliseconds. Each further pause is twice as long. */
const firstPauseMs = 1000;
const maxPauseMs = 30_000;
/** Pause when other pages of the same caller were faster. */
const supersededMs = 250;

/**
 * Keeps a preview up to date: one request at a time, then one for the newest board. It waits when the service says so, and
 * tries again while the service is away.
 */
export function createPreviewLoop(
  drawPreview: DrawPreview,
  update: (change: (last: Preview) => Preview) => void,
): PreviewLoop {
  let wanted: string | undefined;
  /** The board of the last drawing. */
  let shown: string | undefined;
  let isDrawing = false;
  let isClosed = false;
  let pauseMs = firstPauseMs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the service has asked to wait, which a change of the board does not shorten. */
  let mustWait = false;

  const show = (next: Preview) => update(({ drawn }) => ({ drawn, ...next }));

  async function draw(): Promise<void> {
    if (isDrawing || mustWait || isClosed || wanted === shown || wanted === undefined) return;
    clearTimeout(timer);
    const json = wanted;
    isDrawing = true;
    show({ state: 'drawing' });
    const outcome = await drawPreview(json);
    isDrawing = false;
    if (isClosed || wanted === undefined) return;
    if (outcome.kind === 'drawn') {
      pauseMs = firstPauseMs;
      shown = json;
      show({ state: json === wanted ? 'shown' : 'drawing', drawn: outcome.drawn });
      if (json !== wanted) void draw();
      return;
    }
    // A change was undone meanwhile.
    if (wanted === shown) show({ state: 'shown' });
    if (outcome.kind === 'wait') {
      wait(outcome.code, outcome.seconds);
    } else if (outcome.failure.code === 'superseded') {
      timer = setTimeout(draw, supersededMs);
    } else if (json !== wanted) {
      void draw();
    } else {
      show({ state: 'failed', failure: outcome.failure });
      if (!outages.has(outcome.failure.code)) return;
      timer = setTimeout(draw, pauseMs);
      pauseMs = Math.min(2 * pauseMs, maxPauseMs);
    }
  }

  function wait(code: string, seconds: number): void {
    mustWait = seconds > 0;
    if (!mustWait) {
      void draw();
      return;
    }
    if (wanted !== undefined && wanted !== shown) show({ state: 'waiting', code, seconds });
    timer = setTimeout(() => wait(code, seconds - 1), 1000);
  }

  return {
    want(json) {
      wanted = json;
      if (json === undefined) {
        shown = undefined;
        update(() => ({ state: 'none' }));
      } else if (json === shown && !isDrawing) show({ state: 'shown' });
      else void draw();
    },
    retry: () => void draw(),
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
