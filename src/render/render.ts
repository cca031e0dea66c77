import type { Flights } from '../flow/flights.ts';
import type { Gate } from '../flow/gate.ts';
import { imageFile } from '../model/addresses.ts';
import { Failure } from '../model/failure.ts';
import { watermarkFor } from '../model/plan.ts';
import type { RenderRequest } from '../model/request.ts';
import { type AspectRatio, defaults, type ImageErrorPolicy } from '../model/words.ts';
import type { PlannedRequest, PlanRequest } from './plan-request.ts';
import type {
  Caller,
  Charge,
  ImageStore,
  Meter,
  PictureSource,
  RenderCache,
  Renderer,
  RenderObserver,
  RenderRecord,
  TemplateUse,
} from './ports.ts';
import { supplyPictures } from './supply-pictures.ts';
import { untilAborted } from './until-aborted.ts';

/** The edges the pipeline touches, passed in so that the pipeline itself stays a list of steps. */
export interface RenderEdges {
  readonly plan: PlanRequest;
  readonly meter: Meter;
  readonly cache: RenderCache;
  /** Boards that are being drawn, for whoever asks for the same one meanwhile. */
  readonly flights: Flights<Drawn>;
  /** Before boards with pictures, which take long without keeping a renderer busy. */
  readonly gate: Gate;
  readonly pictures: PictureSource;
  readonly renderer: Renderer;
  readonly images: ImageStore;
  readonly use: TemplateUse;
  readonly observe: RenderObserver;
  readonly now: () => Date;
  /** How long a picture is kept, in milliseconds. */
  readonly imageLifeMs: number;
  readonly chargeCached: boolean;
}

export interface RenderCall {
  readonly request: RenderRequest;
  readonly caller: Caller;
  /** Its signal is aborted, with a Failure as its reason, when nobody waits for the answer any more. */
  readonly patience: { readonly signal: AbortSignal };
}

export interface RenderAnswer {
  readonly renderId: string;
  readonly imagePath: string;
  /** Real pixels. */
  readonly width: number;
  readonly height: number;
  readonly aspectRatio: AspectRatio;
  readonly cached: boolean;
  readonly expiresAt: Date;
  readonly title: string;
  readonly warnings: readonly string[];
}

/** What drawing a board came to. */
export interface Drawn {
  readonly record: RenderRecord;
  /** About pictures that could not be had. */
  readonly warnings: readonly string[];
}

/**
 * The way of a render request, one step a line:
 * resolve the items, apply the plan → take its fingerprint → charge the quota → look into the cache → draw it, or wait
 * for whoever draws the same → answer with the picture's address. What comes to nothing is not charged.
 */
export async function render(call: RenderCall, edges: RenderEdges): Promise<RenderAnswer> {
  const watermark = watermarkFor(call.caller.plan, call.request.watermark);
  const planned = edges.plan(call.request, watermark);
  const known = edges.cache.find(planned.fingerprint);
  const charge = known === undefined || edges.chargeCached ? edges.meter.charge(call.caller) : undefined;
  const drawn = known ? hit(known, edges) : await drawOnce(call, planned, edges).catch(refund(charge));
  if (planned.template !== undefined) edges.use.countTemplate(planned.template.id);
  return answer(planned, drawn, known !== undefined);
}

function hit(record: RenderRecord, { observe }: RenderEdges): Drawn {
  observe.cache('hit');
  return { record, warnings: [] };
}

/** A request that was refused or failed costs nothing; one whose client has gone away does. */
function refund(charge: Charge | undefined) {
  return (error: unknown): never => {
    if (!(error instanceof Failure && error.code === 'clientGone')) charge?.giveBack();
    throw error;
  };
}

/** Draws a board, or waits for another request that draws the same. It is given up when all who wait have gone. */
async function drawOnce(
  { request, caller, patience }: RenderCall,
  planned: PlannedRequest,
  edges: RenderEdges,
): Promise<Drawn> {
  const policy = request.onImageError ?? defaults.onImageError;
  let outcome: 'shared' | 'miss' = 'shared';
  // Whoever shares it is told the same about its pictures, so their requests have to name these alike.
  const key = [planned.fingerprint, policy, ...planned.pictures.map(({ path }) => path)].join(' ');
  const { result, leave } = edges.flights.join(key, (needed) => {
    outcome = 'miss';
    return draw(planned, policy, { owner: caller.accountId, signal: needed }, edges);
  });
  edges.observe.cache(outcome);
  return untilAborted(result, patience.signal).finally(leave);
}

/** Get the pictures → draw and encode → keep the picture → remember it. */
async function draw(
  { order, pictures, fingerprint }: PlannedRequest,
  policy: ImageErrorPolicy,
  call: { readonly owner: string; readonly signal: AbortSignal },
  edges: RenderEdges,
): Promise<Drawn> {
  const leaveGate = pictures.length > 0 ? await edges.gate.enter(call.owner, call.signal) : () => {};
  try {
    const supplied = await timed('pictures', edges, () =>
      supplyPictures(order, pictures, policy, edges, call),
    );
    const picture = await edges.renderer
      .render(supplied.order, supplied.digests, call)
      .finally(() => supplied.release());
    const createdAt = edges.now();
    const expiresAt = new Date(createdAt.getTime() + edges.imageLifeMs);
    const { format } = order;
    const renderId = await timed('keep', edges, () => edges.images.save(picture.bytes, format, expiresAt));
    const { width, height, warnings } = picture;
    const record: RenderRecord = { renderId, format, createdAt, expiresAt, width, height, warnings };
    // With placeholders it is not what was asked for: next time the pictures may be there.
    if (supplied.complete) edges.cache.remember(fingerprint, record);
    return { record, warnings: supplied.warnings };
  } finally {
    leaveGate();
  }
}

async function timed<T>(
  stage: Parameters<RenderObserver['stage']>[0],
  { observe }: RenderEdges,
  task: () => Promise<T>,
): Promise<T> {
  const start = performance.now();
  try {
    return await task();
  } finally {
    observe.stage(stage, performance.now() - start);
  }
}

function answer(planned: PlannedRequest, { record, warnings }: Drawn, cached: boolean): RenderAnswer {
  const { order } = planned;
  const { renderId, format, width, height, expiresAt } = record;
  return {
    renderId,
    imagePath: `/images/${imageFile(renderId, format)}`,
    width,
    height,
    aspectRatio: order.aspectRatio,
    cached,
    expiresAt,
    title: order.board.title,
    warnings: [...planned.warnings, ...warnings, ...record.warnings],
  };
}
