import type { FairSemaphore } from '../flow/fair-semaphore.ts';
import { raceAbort } from '../flow/race-abort.ts';
import type { SingleFlight } from '../flow/single-flight.ts';
import type { RenderRequest } from '../model/request.ts';
import type { MinuteAllowance } from './minute-allowance.ts';
import type { PlannedRequest, PlanRequest } from './plan.ts';
import type { PhotoSource, Renderer } from './ports.ts';
import { supplyPhotos } from './supply-photos.ts';

/** All shared boards are one account to the renderers. */
const owner = 'shared boards';

/** The image of a shared board, in PNG. */
export interface SharedImage {
  readonly bytes: Uint8Array;
  /** Whether it has all its photos, so that it is the same for ever. */
  readonly isComplete: boolean;
}

export interface SharedImageDeps {
  readonly plan: PlanRequest;
  /** Complete images by fingerprint. */
  readonly cache: {
    read(fingerprint: string): Promise<Uint8Array | undefined>;
    put(fingerprint: string, bytes: Uint8Array): Promise<void>;
  };
  /** Drawings of each network, and of all together. They are not charged. */
  readonly allowance: { readonly network: MinuteAllowance; readonly service: MinuteAllowance };
  /** Limits the concurrent drawings. */
  readonly slots: FairSemaphore;
  readonly flights: SingleFlight<SharedImage>;
  readonly photos: PhotoSource;
  readonly renderer: Renderer;
}

export interface SharedImageCall {
  readonly request: RenderRequest;
  /** The network of the client. */
  readonly network: string;
  readonly deadline: { readonly signal: AbortSignal };
}

/** A planned image of a shared board. */
export interface PlannedSharedImage {
  /** The same for the same complete image. */
  readonly fingerprint: string;
  /**
   * Returns the image from the cache, or draws it with the photos that are already here. Charges nothing.
   *
   * @throws Failure quotaExceeded when too many have been drawn in this minute; noCapacity; the renderer's own error
   */
  image(): Promise<SharedImage>;
}

/** @throws Failure invalidRequest, notFound as `render` does */
export function sharedImage(
  { request, network, deadline }: SharedImageCall,
  deps: SharedImageDeps,
): PlannedSharedImage {
  const planned = deps.plan({ ...request, format: 'png', scale: 1 }, true);
  const { fingerprint } = planned;
  return {
    fingerprint,
    async image() {
      const bytes = await deps.cache.read(fingerprint);
      if (bytes !== undefined) return { bytes, isComplete: true };
      const { result, release } = deps.flights.run(fingerprint, (needed) =>
        drawInTurn(planned, network, needed, deps),
      );
      return raceAbort(result, deadline.signal).finally(release);
    },
  };
}

async function drawInTurn(
  planned: PlannedRequest,
  network: string,
  signal: AbortSignal,
  deps: SharedImageDeps,
): Promise<SharedImage> {
  deps.allowance.network.check(network);
  deps.allowance.service.check(owner);
  deps.allowance.network.count(network);
  deps.allowance.service.count(owner);
  const release = await deps.slots.acquire(network, signal);
  try {
    const image = await draw(planned, signal, deps);
    // Without disk space the image is still returned, and drawn again for the next request.
    if (image.isComplete) await deps.cache.put(planned.fingerprint, image.bytes).catch(() => undefined);
    return image;
  } finally {
    release();
  }
}

async function draw(
  { spec, photos: needed }: PlannedRequest,
  signal: AbortSignal,
  { photos, renderer }: SharedImageDeps,
): Promise<SharedImage> {
  const call = { owner, signal, priority: 'low' as const };
  const held: typeof photos = {
    ...photos,
    fetchAll: (addresses, signal) => photos.fetchAll(addresses, signal, { heldOnly: true }),
  };
  const supplied = await supplyPhotos(spec, needed, 'placeholder', { photos: held, renderer }, call);
  const { bytes } = await renderer
    .render(supplied.spec, supplied.input, call)
    .finally(() => supplied.release());
  return { bytes, isComplete: supplied.complete };
}
