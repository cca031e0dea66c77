import type { FairSemaphore } from '../flow/fair-semaphore.ts';
import { imageFile } from '../model/addresses.ts';
import { Failure } from '../model/failure.ts';
import type { Allowance } from '../model/quota.ts';
import type { RenderRequest } from '../model/request.ts';
import { type AspectRatio, defaults, type ImageErrorPolicy } from '../model/vocabulary.ts';
import { type PlannedRequest, type PlanRequest, planFor } from './plan.ts';
import type {
  BegunRender,
  Caller,
  Charge,
  Drawing,
  ImageStore,
  PhotoSource,
  Renderer,
  RenderLedger,
  RenderObserver,
  RenderRecord,
  RenderResult,
  TemplateUse,
  UnchargedWork,
} from './ports.ts';
import { refuseAddresses } from './refuse-addresses.ts';
import { supplyPhotos } from './supply-photos.ts';

/** The dependencies of the pipeline, passed in so that the pipeline remains a list of steps. */
export interface RenderDeps {
  readonly plan: PlanRequest;
  readonly ledger: RenderLedger;
  /** Limits concurrent boards with photos, which take long without keeping a renderer busy. */
  readonly photoSlots: FairSemaphore;
  readonly photos: PhotoSource;
  readonly unchargedWork: Pick<UnchargedWork, 'countDownloads'>;
  readonly renderer: Renderer;
  readonly images: ImageStore;
  readonly use: TemplateUse;
  readonly observe: RenderObserver;
  readonly now: () => Date;
  /** How long an image is stored, in milliseconds. */
  readonly imageLifeMs: number;
}

export interface RenderCall {
  readonly request: RenderRequest;
  readonly caller: Caller;
  /** A request that repeats one with the same key is not charged again. */
  readonly idempotencyKey?: string | undefined;
  /** Its signal is aborted, with a Failure as its reason, when the client has gone or the time is up. */
  readonly deadline: { readonly signal: AbortSignal };
}

export interface RenderAnswer {
  readonly renderId: string;
  readonly imagePath: string;
  /** In real pixels. */
  readonly width: number;
  readonly height: number;
  readonly aspectRatio: AspectRatio;
  readonly cached: boolean;
  readonly expiresAt: Date;
  readonly title: string;
  readonly warnings: readonly string[];
  /** The account's quota if the image was cached; undefined otherwise, because it may have changed during drawing. */
  readonly quotaStatus: readonly Allowance[] | undefined;
}

/**
 * Answers a render request in five steps. A request that is rejected or fails is not charged; failures have an
 * allowance of their own.
 *
 * 1. Resolve the items, apply the plan, compute the fingerprint, and refuse photos that can never be downloaded.
 * 2. Charge the quota, look the fingerprint up in the cache, and unless it is there, reserve a failed render.
 * 3. Unless the image is cached, draw the board or wait for an identical request that is being drawn.
 * 4. Count the use of the template.
 * 5. Answer with the address of the image.
 */
export async function render(call: RenderCall, deps: RenderDeps): Promise<RenderAnswer> {
  const planned = planFor(call, deps.plan);
  refuseAddresses(planned.photos, deps.photos);
  const begun = await deps.ledger.begin(call.caller, planned.fingerprint, call.idempotencyKey);
  const drawn = begun.known
    ? hit(begun.known, deps)
    : await drawReserved(call, planned, begun, deps).catch(refund(begun.charge));
  if (planned.template !== undefined) deps.use.countTemplate(planned.template.id);
  return answer(planned, drawn, begun);
}

function hit(record: RenderRecord, { observe }: RenderDeps): RenderResult {
  observe.cache('hit');
  return { record, warnings: [], isComplete: true };
}

/**
 * Returns an error handler that refunds the charge, unless the client has gone: a request that is rejected or fails
 * is free.
 */
function refund(charge: Charge | undefined) {
  return async (error: unknown): Promise<never> => {
    if (!(error instanceof Failure && error.code === 'clientGone')) await charge?.giveBack();
    throw error;
  };
}

/**
 * Draws a board within the caller's allowance of failures. It is used up if the fault is the caller's, and by a
 * repeated request that is drawn without a charge: otherwise one key would buy any number of drawings.
 */
async function drawReserved(
  call: RenderCall,
  planned: PlannedRequest,
  { drawing, charge }: { readonly drawing: Drawing; readonly charge: Charge | undefined },
  deps: RenderDeps,
): Promise<RenderResult> {
  try {
    const result = await drawOnce(call, planned, drawing, deps);
    if (charge !== undefined) await drawing.giveBack();
    return result;
  } catch (error) {
    if (!(error instanceof Failure && error.code === 'invalidRequest')) await drawing.giveBack();
    throw error;
  }
}

/** Draws a board, or waits for an identical request. Drawing stops when no request waits for it. */
function drawOnce(
  { request, caller, deadline }: RenderCall,
  planned: PlannedRequest,
  drawing: Drawing,
  deps: RenderDeps,
): Promise<RenderResult> {
  const policy = request.onImageError ?? defaults.onImageError;
  const variant = [policy, ...planned.photos.map(({ path }) => path)].join(' ');
  const work = (needed: AbortSignal) => {
    deps.observe.cache('miss');
    return draw(planned, policy, { owner: caller.accountId, signal: needed }, deps);
  };
  return drawing.once(variant, deadline.signal, work, () => deps.observe.cache('shared'));
}

/** Supplies the photos, draws and encodes the board, and stores the image. */
async function draw(
  { spec, photos }: PlannedRequest,
  policy: ImageErrorPolicy,
  call: { readonly owner: string; readonly signal: AbortSignal },
  deps: RenderDeps,
): Promise<RenderResult> {
  const addresses = [...new Set(photos.map(({ address }) => address))];
  if (addresses.length > 0)
    await deps.unchargedWork.countDownloads(call.owner, deps.photos.missing(addresses));
  const releaseSlot = photos.length > 0 ? await deps.photoSlots.acquire(call.owner, call.signal) : () => {};
  try {
    const supplied = await timed('pictures', deps, () => supplyPhotos(spec, photos, policy, deps, call));
    const image = await deps.renderer
      .render(supplied.spec, supplied.input, call)
      .finally(() => supplied.release());
    const createdAt = deps.now();
    const expiresAt = new Date(createdAt.getTime() + deps.imageLifeMs);
    const { format } = spec;
    const renderId = await timed('keep', deps, () => deps.images.save(image.bytes, format, expiresAt));
    const { width, height, warnings } = image;
    const record: RenderRecord = { renderId, format, createdAt, expiresAt, width, height, warnings };
    return { record, warnings: supplied.warnings, isComplete: supplied.complete };
  } finally {
    releaseSlot();
  }
}

async function timed<T>(
  stage: Parameters<RenderObserver['stage']>[0],
  { observe }: RenderDeps,
  task: () => Promise<T>,
): Promise<T> {
  const start = performance.now();
  try {
    return await task();
  } finally {
    observe.stage(stage, performance.now() - start);
  }
}

function answer(
  planned: PlannedRequest,
  { record, warnings }: RenderResult,
  { known, quotaStatus }: BegunRender,
): RenderAnswer {
  const { spec } = planned;
  const { renderId, format, width, height, expiresAt } = record;
  return {
    renderId,
    imagePath: `/images/${imageFile(renderId, format)}`,
    width,
    height,
    aspectRatio: spec.aspectRatio,
    cached: known !== undefined,
    expiresAt,
    title: spec.board.title,
    warnings: [...planned.warnings, ...warnings, ...record.warnings],
    quotaStatus: known && quotaStatus,
  };
}
