import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The timed stages of a render: see the numbered steps in render/render.ts. */
const stages = [
  'pictures',
  'wait',
  'measure',
  'prepare',
  'reencode',
  'draw',
  'keep',
  'svg',
  'encode',
] as const;
type RenderStage = (typeof stages)[number];

/** The counters with one label, whose values are known in advance. */
const counters = {
  cache: {
    name: 'tierpress_render_cache_total',
    help: 'Render requests: answered with a stored image (hit), with one that another request was drawing (shared), or with a new one (miss).',
    label: 'outcome',
    values: ['hit', 'shared', 'miss'],
  },
  restarted: {
    name: 'tierpress_renderer_restarts_total',
    help: 'Renderer processes that were replaced because they crashed or hung, or because a board used up its CPU time (overran).',
    label: 'loss',
    values: ['crashed', 'hung', 'overran'],
  },
  downloaded: {
    name: 'tierpress_downloads_total',
    help: 'Downloads of photos from the web: a new photo (picture), a stored one that the host confirmed (unchanged), or none (failed).',
    label: 'outcome',
    values: ['picture', 'unchanged', 'failed'],
  },
  evicted: {
    name: 'tierpress_images_evicted_total',
    help: 'Images deleted after they expired (expired), or earlier because the disk space for images was used up (room) or they were damaged.',
    label: 'reason',
    values: ['expired', 'room', 'damaged'],
  },
  refused: {
    name: 'tierpress_quota_refusals_total',
    help: 'Requests refused because the quota of a minute or of a day was used up.',
    label: 'window',
    values: ['minute', 'day'],
  },
} as const;

/** Counts events with one value of the label of a counter. */
type Count<Name extends keyof typeof counters> = (
  value: (typeof counters)[Name]['values'][number],
  times?: number,
) => void;

/** Values that are read on every request for the metrics. */
export interface Levels {
  /** Renderer processes that can draw, and how many of them are drawing. */
  readonly renderers: () => { readonly warm: number; readonly busy: number };
  /** Renders that wait for a renderer. */
  readonly rendererQueue: () => number;
  /** Boards with photos: how many are in progress, and how many wait. */
  readonly photoGate: () => { readonly active: number; readonly waiting: number };
  /** Bytes of the finished images on disk. */
  readonly imageBytes: () => number;
}

/** An HTTP answer that has been sent. */
export interface Answered {
  /** The pattern that matched, such as `/images/:file`. Not the path, which would make the labels unbounded. */
  readonly route: string;
  readonly method: string;
  readonly status: number;
  readonly ms: number;
}

/** One write of a store's file. */
interface Flushed {
  /** The file's name without its ending. */
  readonly store: string;
  readonly ms: number;
  /** Absent if the write succeeded. */
  readonly error?: unknown;
}

/**
 * The functions with which the layers report events, one group for each layer, and the text that Prometheus reads.
 * Reported durations are in milliseconds; the text has seconds.
 */
export interface Metrics {
  readonly http: { readonly answered: (answer: Answered) => void };
  readonly render: {
    readonly stage: (stage: RenderStage, ms: number) => void;
    readonly cache: Count<'cache'>;
  };
  readonly renderers: { readonly restarted: Count<'restarted'> };
  readonly photos: { readonly downloaded: Count<'downloaded'> };
  readonly store: {
    readonly flushed: (flush: Flushed) => void;
    /** Reports whether PostgreSQL or S3 answers, where they are used. */
    readonly available: (engine: 'postgres' | 's3', isAvailable: boolean) => void;
  };
  readonly images: { readonly evicted: Count<'evicted'> };
  readonly quota: { readonly refused: Count<'refused'> };
  readonly text: () => Promise<string>;
  readonly contentType: string;
}

/** Seconds of a request. Most take less than 0.1; a render may take 20. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Seconds of one stage of a render. Drawing texts takes hundredths. */
const stageBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];
/** Seconds of a write and its sync. Hundredths are usual. */
const flushBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];

/**
 * Creates the metrics of one service in a registry of its own, with those of its process (`process_…`, `nodejs_…`) but
 * not of the renderer processes. Names and units follow https://prometheus.io/docs/practices/naming. Every series
 * whose labels are known in advance starts at 0, so its first event shows as an increase.
 */
export function createMetrics(levels: Levels): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const requests = new Counter({
    name: 'tierpress_http_requests_total',
    help: 'Requests answered. Status 499: the client disconnected before the answer began.',
    labelNames: ['route', 'method', 'status'],
    registers,
  });
  const requestSeconds = new Histogram({
    name: 'tierpress_http_request_seconds',
    help: 'Seconds from the arrival of a request to the end of its answer.',
    labelNames: ['route'],
    buckets: requestBuckets,
    registers,
  });
  const stageSeconds = new Histogram({
    name: 'tierpress_render_stage_seconds',
    help: 'Seconds of each part of a render.',
    labelNames: ['stage'],
    buckets: stageBuckets,
    registers,
  });
  const flushes = new Counter({
    name: 'tierpress_store_flushes_total',
    help: 'Writes of a file of the store.',
    labelNames: ['store', 'outcome'],
    registers,
  });
  const flushSeconds = new Histogram({
    name: 'tierpress_store_flush_seconds',
    help: 'Seconds of a write of a file of the store, failed ones included.',
    labelNames: ['store'],
    buckets: flushBuckets,
    registers,
  });
  const available = new Gauge({
    name: 'tierpress_engine_available',
    help: 'Whether an engine of the store answers: 1, or 0 while requests to it fail at once. Absent: it is not used.',
    labelNames: ['engine'],
    registers,
  });
  for (const stage of stages) stageSeconds.zero({ stage });
  registerLevels(registry, levels);

  return {
    http: {
      answered({ route, method, status, ms }) {
        requests.inc({ route, method, status });
        requestSeconds.observe({ route }, ms / 1000);
      },
    },
    render: {
      stage: (stage, ms) => stageSeconds.observe({ stage }, ms / 1000),
      cache: counter('cache', registry),
    },
    renderers: { restarted: counter('restarted', registry) },
    photos: { downloaded: counter('downloaded', registry) },
    store: {
      flushed({ store, ms, error }) {
        flushes.inc({ store, outcome: error === undefined ? 'written' : 'failed' });
        flushSeconds.observe({ store }, ms / 1000);
      },
      available: (engine, isAvailable) => available.set({ engine }, Number(isAvailable)),
    },
    images: { evicted: counter('evicted', registry) },
    quota: { refused: counter('refused', registry) },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

/** Creates a counter of the table, with a series at 0 for each value of its label. */
function counter<Name extends keyof typeof counters>(key: Name, registry: Registry): Count<Name> {
  const { name, help, label, values } = counters[key];
  const created = new Counter({ name, help, labelNames: [label], registers: [registry] });
  for (const value of values) created.inc({ [label]: value }, 0);
  return (value, times = 1) => created.inc({ [label]: value }, times);
}

function registerLevels(registry: Registry, levels: Levels): void {
  const registers = [registry];
  new Gauge({
    name: 'tierpress_renderers',
    help: 'Renderer processes that can draw (warm), and those of them that are drawing (busy).',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(levels.renderers())) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'tierpress_renderer_queue',
    help: 'Renders that wait for a renderer.',
    registers,
    collect() {
      this.set(levels.rendererQueue());
    },
  });
  new Gauge({
    name: 'tierpress_picture_gate',
    help: 'Boards with photos that are in progress (active), and that wait for their turn (waiting).',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(levels.photoGate())) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'tierpress_images_bytes',
    help: 'Bytes of the finished images on disk.',
    registers,
    collect() {
      this.set(levels.imageBytes());
    },
  });
}
