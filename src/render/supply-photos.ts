import pLimit from 'p-limit';
import type { NeededPhoto } from '../items/place.ts';
import type { BoardItem, RenderSpec } from '../model/board.ts';
import { Failure, invalid } from '../model/failure.ts';
import type { HeldPhotos, PhotoSize, Prepared, StoredPhoto } from '../model/photo.ts';
import type { ImageErrorPolicy } from '../model/vocabulary.ts';
import type { Call, DrawingInput, PhotoSource, PhotosByAddress, Renderer } from './ports.ts';

export interface Supplied {
  /** The order, with placeholders for pictures that could not be had. */
  readonly spec: RenderSpec;
  readonly input: DrawingInput;
  readonly warnings: readonly string[];
  /** Whether every picture is there; false when a placeholder stands for any. */
  readonly complete: boolean;
  /** The cache may let go of the pictures. */
  release(): void;
}

interface SupplyDeps {
  readonly photos: PhotoSource;
  readonly renderer: Renderer;
}

/** Pictures of one request that are made ready at a time; the renderers have other callers too. */
const preparedTogether = 4;
/** Rounds, since a file that turns out damaged is downloaded anew. */
const maxRounds = 3;

/**
 * The pictures of an order: download → find out in which sizes they are shown → decode each to its size.
 * What cannot be had is told all at once, or drawn as a placeholder.
 *
 * @throws Failure `invalidRequest` with every problem, `storeUnavailable`, or what the renderer rejects with; the
 *   reason of the call's signal once that is aborted. Nothing is held then.
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
    const held = await download(addresses, deps.photos, call.signal);
    try {
      const supplied = await makeReady(spec, needed, policy, held, deps, call);
      if (supplied) return supplied;
    } catch (error) {
      held.release();
      throw error;
    }
    held.release();
  }
  throw new Failure('storeUnavailable', 'the pictures could not be kept', { retryAfter: 1 });
}

async function download(
  addresses: readonly string[],
  photos: PhotoSource,
  signal: AbortSignal | undefined,
): Promise<HeldPhotos> {
  try {
    return await photos.fetchAll(addresses, signal);
  } catch (cause) {
    signal?.throwIfAborted();
    throw new Failure('storeUnavailable', 'the pictures could not be kept', { cause, retryAfter: 5 });
  }
}

/** Undefined when a file was lost on the way and the whole has to be done again. */
async function makeReady(
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
  // With `fail`, what was downloaded is decoded all the same: one answer names everything that is wrong.
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
    // A placeholder that came after the measurement is another board.
    input: problems.size === problemsMeasured ? { photos, layout } : { photos },
    warnings: messages.map((message) => `${message}; a placeholder is drawn`),
    complete: messages.length === 0,
    release: () => held.release(),
  };
}

/** Decodes each picture to its size; one that cannot be is added to the problems. False when a file was lost. */
async function prepareAll(
  sizes: readonly PhotoSize[],
  stored: PhotosByAddress,
  problems: Map<string, string>,
  { photos, renderer }: SupplyDeps,
  call: Call,
): Promise<boolean> {
  let isLost = false;
  // Once one is lost or has failed, the rest would only take time from others.
  let isOver = false;
  const prepare = async ({ address, ...size }: PhotoSize) => {
    const photo = stored[address];
    if (photo === undefined || isOver || call.signal?.aborted) return;
    const note = (outcome: Prepared) => {
      if (outcome.kind === 'prepared') photos.noteTile(photo.digest, size, outcome.bytes);
    };
    const outcome = await renderer.preparePhoto(photo, size, { ...call, onLate: note });
    note(outcome);
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

/** A framed picture above the caption, or else above the name of the host. */
function placeholder(label: string, address: string): BoardItem {
  const name = label !== '' || !URL.canParse(address) ? label : new URL(address).hostname;
  return { kind: 'text', label: `🖼️ ${name}` };
}
