import pLimit from 'p-limit';
import type { NeededPhoto } from '../items/place.ts';
import type { BoardItem, RenderSpec } from '../model/board.ts';
import { Failure, invalid } from '../model/failure.ts';
import type { HeldPhotos, PhotoSize, Prepared, StoredPhoto } from '../model/photo.ts';
import type { ImageErrorPolicy } from '../model/vocabulary.ts';
import { downloadPhotos, maxRounds } from './download-photos.ts';
import type { Call, DrawingInput, PhotoSource, PhotosByAddress, Renderer } from './ports.ts';

export interface Supplied {
  /** The spec, with placeholders for the photos that could not be loaded. */
  readonly spec: RenderSpec;
  readonly input: DrawingInput;
  readonly warnings: readonly string[];
  /** Whether all photos were loaded; false if there are placeholders. */
  readonly complete: boolean;
  /** Releases the photos in the cache. */
  release(): void;
}

interface SupplyDeps {
  readonly photos: Pick<PhotoSource, 'fetchAll' | 'drop' | 'recordTile'>;
  readonly renderer: Renderer;
}

/** Photos of one request that are prepared concurrently; the renderers serve other requests too. */
const preparedTogether = 4;

/**
 * Supplies the photos of a spec: downloads them, measures the sizes in which they are shown, and decodes each to its
 * size. Photos that fail are reported together, or replaced by placeholders.
 *
 * @throws Failure `invalidRequest` with every problem, `storeUnavailable`, or the renderer's own error; the reason of
 *   the call's signal once it is aborted. No photos are held then.
 */
export async function supplyPhotos(
  spec: RenderSpec,
  needed: readonly NeededPhoto[],
  policy: ImageErrorPolicy,
  deps: SupplyDeps,
  call: Call,
): Promise<Supplied> {
  call.signal?.throwIfAborted();
  if (needed.length === 0) return { spec, input: {}, warnings: [], complete: true, release: () => {} };
  const addresses = [...new Set(needed.map(({ address }) => address))];
  for (let round = 1; round <= maxRounds; round++) {
    const held = await downloadPhotos(addresses, deps.photos, call.signal);
    try {
      const supplied = await prepareDownloaded(spec, needed, policy, held, deps, call);
      if (supplied) return supplied;
    } catch (error) {
      held.release();
      throw error;
    }
    held.release();
  }
  throw new Failure('storeUnavailable', 'the pictures could not be kept', { retryAfter: 1 });
}

/**
 * Prepares the downloaded photos. Returns undefined when a file in the cache was lost and the round has to be
 * repeated.
 */
async function prepareDownloaded(
  spec: RenderSpec,
  needed: readonly NeededPhoto[],
  policy: ImageErrorPolicy,
  held: HeldPhotos,
  deps: SupplyDeps,
  call: Call,
): Promise<Supplied | undefined> {
  const problems = new Map<string, string>();
  const photos: Record<string, StoredPhoto> = {};
  for (const [address, outcome] of held.outcomes) {
    if ('problem' in outcome) problems.set(address, outcome.problem);
    else photos[address] = outcome;
  }
  // With `fail`, the photos that were downloaded are still decoded, so that one answer names every problem.
  const { sizes, layout } = await deps.renderer.measure(withPlaceholders(spec, problems), call);
  const problemsMeasured = problems.size;
  if (!(await prepareAll(sizes, photos, problems, deps, call))) return undefined;
  const messages = needed.flatMap(({ address, path }) => {
    const problem = problems.get(address);
    return problem === undefined ? [] : [`${path}: ${problem}`];
  });
  if (policy === 'fail' && messages.length > 0) throw invalid('', messages.join('; '));
  return {
    spec: withPlaceholders(spec, problems),
    // A placeholder that is added after the measurement changes the layout.
    input: problems.size === problemsMeasured ? { photos, layout } : { photos },
    warnings: messages.map((message) => `${message}; a placeholder is drawn`),
    complete: messages.length === 0,
    release: () => held.release(),
  };
}

/**
 * Decodes each photo to its size and adds failures to the problems. Returns false when a file in the cache was lost.
 */
async function prepareAll(
  sizes: readonly PhotoSize[],
  stored: PhotosByAddress,
  problems: Map<string, string>,
  { photos, renderer }: SupplyDeps,
  call: Call,
): Promise<boolean> {
  let isLost = false;
  // After a loss or an error the remaining photos would only take time from other requests.
  let isOver = false;
  const prepare = async ({ address, ...size }: PhotoSize) => {
    const photo = stored[address];
    if (photo === undefined || isOver || call.signal?.aborted) return;
    const recordTile = (outcome: Prepared) => {
      if (outcome.kind === 'prepared') photos.recordTile(photo.digest, size, outcome.bytes);
    };
    const outcome = await renderer.preparePhoto(photo, size, { ...call, onLate: recordTile });
    recordTile(outcome);
    if (outcome.kind === 'unusable') problems.set(address, outcome.problem);
    if (outcome.kind !== 'lost') return;
    isLost = isOver = true;
    await photos.drop(photo.digest);
  };
  const stop = (error: unknown) => {
    isOver = true;
    throw error;
  };
  const limit = pLimit(preparedTogether);
  const settled = await Promise.allSettled(sizes.map((size) => limit(() => prepare(size).catch(stop))));
  call.signal?.throwIfAborted();
  for (const result of settled) if (result.status === 'rejected') throw result.reason;
  return !isLost;
}

function withPlaceholders(spec: RenderSpec, problems: ReadonlyMap<string, string>): RenderSpec {
  if (problems.size === 0) return spec;
  const tiers = spec.board.tiers.map((tier) => ({
    ...tier,
    items: tier.items.map((item) =>
      item.kind === 'picture' && problems.has(item.address) ? placeholder(item.label, item.address) : item,
    ),
  }));
  return { ...spec, board: { ...spec.board, tiers } };
}

/** Returns a tile with a picture-frame emoji above the label, or above the host name if there is no label. */
function placeholder(label: string, address: string): BoardItem {
  const name = label !== '' || !URL.canParse(address) ? label : new URL(address).hostname;
  return { kind: 'text', label: `🖼️ ${name}` };
}
