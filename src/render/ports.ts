import type { RenderedImage, RenderSpec } from '../model/board.ts';
import type {
  EncodedPhoto,
  HeldPhotos,
  PhotoSize,
  Prepared,
  Reencoded,
  StoredPhoto,
} from '../model/photo.ts';
import type { PlanName, Quota } from '../model/plan.ts';
import type { Allowance } from '../model/quota.ts';
import type { Format, Size } from '../model/vocabulary.ts';

/** Photos by their addresses. */
export type PhotosByAddress = Readonly<Record<string, StoredPhoto>>;

/** The input for drawing a board with photos. */
export interface DrawingInput {
  readonly photos?: PhotosByAddress;
  /** The layout of the same board, as returned by `measure`; absent: the board is laid out before it is drawn. */
  readonly layout?: string;
}

/** The result of laying out a board. */
export interface MeasuredBoard {
  /** The board's photos, one entry for each address and size. */
  readonly sizes: readonly PhotoSize[];
  /** The complete layout, which any renderer of the same version can draw. */
  readonly layout: string;
}

/** The context of a call: its owner, and the signal that cancels it. */
export interface Call {
  /** Calls of one owner wait behind each other; different owners take turns. */
  readonly owner: string;
  /** Aborted when the result is not needed. */
  readonly signal?: AbortSignal;
  /** `low`: the call waits for all others, for work that is not charged. */
  readonly priority?: 'low';
  /**
   * Receives the CPU time that the renderer used for the call, in milliseconds, when its work has ended, even if the call has
   * rejected before. Not called when the renderer crashes.
   */
  readonly onCpuTime?: (ms: number) => void;
}

/** A call whose result is useful to the cache even after the call is cancelled. */
export interface PrepareCall extends Call {
  /** Receives the outcome if it arrives after the call has rejected, because the work could not be stopped. */
  readonly onLate?: (outcome: Prepared) => void;
}

/**
 * Draws and encodes boards. Each method rejects with `rendererFailed` on a failure or a timeout, with `noCapacity`
 * when too many calls wait, and with the signal's reason when the signal is aborted.
 */
export interface Renderer {
  render(spec: RenderSpec, input: DrawingInput, call: Call): Promise<RenderedImage>;
  /** Lays a board out. */
  measure(spec: RenderSpec, call: Call): Promise<MeasuredBoard>;
  /** Decodes a photo to a size and stores the tile, which makes drawing it cheap. */
  preparePhoto(photo: StoredPhoto, size: Size, call: PrepareCall): Promise<Prepared>;
}

/** A board as an SVG document, which is cut where the addresses of its links belong: see `svgText`. */
export interface SvgImage {
  readonly parts: readonly string[];
  /** The photos that are links, in the order of the document, in real pixels. */
  readonly links: readonly PhotoSize[];
  /** Warnings for the client. */
  readonly warnings: readonly string[];
}

/** Returns the whole document. @param addressOf returns the address of a linked photo */
export function svgText({ parts, links }: SvgImage, addressOf: (photo: PhotoSize) => string): string {
  return parts
    .map((part, index) => {
      const link = links[index];
      return link === undefined ? part : `${part}${addressOf(link).replaceAll('&', '&amp;')}`;
    })
    .join('');
}

/** Draws for viewers that put the image together themselves. Its methods reject as those of `Renderer` do. */
export interface SvgRenderer {
  /** Draws a board as SVG with links to its photos. */
  svg(spec: RenderSpec, call: Call): Promise<SvgImage>;
  /** Encodes a photo as WebP in exactly the size and the crop of a tile. */
  encodePhoto(photo: StoredPhoto, size: Size, call: Call): Promise<EncodedPhoto>;
}

/** Encodes uploaded photos. Rejects as a Renderer does. */
export interface PhotoEncoder {
  /** Decodes a photo under the rules of downloads, and encodes it as it is stored. */
  reencodePhoto(bytes: Uint8Array, call: Call): Promise<Reencoded>;
}

/** Downloads photos, reads uploaded ones, and caches both. */
export interface PhotoSource {
  /** Returns why an address is refused without connecting: its port, or a literal address that is not public. */
  refusal(address: string): string | undefined;
  /** Returns how many of the addresses on the web are not in the cache, or have to be checked with their hosts. */
  missing(addresses: readonly string[]): number;
  /**
   * Fetches each address, and returns its photo or the problem with it. Rejects when the cache cannot be written, with
   * the failure of the store that has an uploaded photo, or with the signal's reason when it is aborted; no photos are
   * held then.
   *
   * @param addresses without duplicates
   * @param options.heldOnly nothing is downloaded from the web: a photo that would have to be is a problem
   */
  fetchAll(
    addresses: readonly string[],
    signal?: AbortSignal,
    options?: { readonly heldOnly?: boolean },
  ): Promise<HeldPhotos>;
  /** Removes a photo whose file in the cache differs from the download. */
  drop(digest: string): Promise<void>;
  /** Records that a renderer has stored a tile of this size. */
  recordTile(digest: string, size: Size, bytes: number): void;
}

/** The client that sent a request. */
export interface Caller {
  readonly accountId: string;
  /** Absent for a login session, which uses no key. */
  readonly keyId?: string;
  readonly plan: PlanName;
  /** The account's own quota, where it differs from that of its plan. */
  readonly quota?: Quota;
}

/** The charge of a request against the account's quota. */
export interface Charge {
  /** Refunds the charge. Calling it again has no effect. Never rejects. */
  giveBack(): Promise<void>;
}

/** The result of charging a request and looking it up in the cache. */
export type BegunRender = BegunCharge &
  (
    | {
        /** The image of an earlier request with the same fingerprint. */
        readonly known: RenderRecord;
      }
    | {
        readonly known?: undefined;
        /** Draws the image, since there is none in the cache. */
        readonly drawing: Drawing;
      }
  );

interface BegunCharge {
  /** Undefined when nothing is charged: cached images are free, or the request repeats one that was charged. */
  readonly charge: Charge | undefined;
  /** The account's quota after the charge. */
  readonly quotaStatus: readonly Allowance[];
}

/** Charges render requests and looks them up in the cache, and reserves what drawing needs, in one call. */
export interface RenderLedger {
  /**
   * Charges the request and looks it up. Atomic: two requests never share the last unit of a quota, and concurrent
   * requests with one idempotency key are charged once.
   *
   * A charge is remembered with its key and fingerprint, for a day from the charge or until it is given back. Meanwhile
   * the same account's requests with that key are not charged, even when the quota is used up. Requests that are refused or
   * free leave the key unused.
   *
   * Unless the image is in the cache, a failed render is reserved for the caller before any work for it.
   *
   * @param idempotencyKey 1 to 64 visible ASCII characters; absent: the request is always charged
   * @throws Failure quotaExceeded, also when too many of the caller's renders have failed; nothing is charged then
   * @throws Failure invalidRequest, before anything else, when the account was charged with this key for
   * another fingerprint
   */
  begin(caller: Caller, fingerprint: string, idempotencyKey?: string): Promise<BegunRender>;
  /**
   * Returns the image of a fingerprint for as long as it is stored, also when it is too old for `begin`. Charges nothing.
   *
   * @throws Failure databaseUnavailable
   */
  findKept(fingerprint: string): Promise<RenderRecord | undefined>;
  /** Returns the remaining quota for each limit of the account's plan; empty if the plan has no limits. */
  quotaStatus(caller: Pick<Caller, 'accountId' | 'plan' | 'quota'>): Promise<readonly Allowance[]>;
  /** Records a use of the caller's key, for a request of any kind. */
  recordUse(caller: Caller): void;
}

/** Bounds the work that requests cause which are not charged, because they fail. */
export interface UnchargedWork {
  /**
   * Counts photos that are about to be downloaded for a visitor; does nothing for an account.
   *
   * @throws Failure quotaExceeded when they would be too many in this hour; none is counted then
   */
  countDownloads(accountId: string, photos: number): Promise<void>;
  /**
   * Counts a photo that an account or a visitor uploads.
   *
   * @throws Failure quotaExceeded when it would be one too many on this day (UTC)
   */
  countUpload(accountId: string): Promise<Charge>;
}

/** Counts how often templates are drawn. */
export interface TemplateUse {
  countTemplate(id: number): void;
  /**
   * Returns the number of renders in total and over the last 7 days (UTC). It is synchronous, because a list of
   * templates calls it for each one: a driver may answer from a snapshot that is a few seconds old.
   */
  templateRenders(id: number): { readonly total: number; readonly recent: number };
}

/** The cached facts about an image. */
export interface RenderRecord {
  readonly renderId: string;
  readonly format: Format;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** In real pixels. */
  readonly width: number;
  readonly height: number;
  /** The warnings from drawing it. */
  readonly warnings: readonly string[];
}

/** The result of drawing a board. */
export interface RenderResult {
  readonly record: RenderRecord;
  /** Warnings about photos that could not be loaded. */
  readonly warnings: readonly string[];
  /** False if placeholders replace photos: such an image is not cached, since the next request may find the photos. */
  readonly isComplete: boolean;
}

/**
 * The drawing of a board that is not in the cache, and the failed render that is reserved for it: `giveBack` gives that
 * back, unless the render fails for a reason of the caller's.
 */
export interface Drawing extends Charge {
  /**
   * Resolves with the result of the work that runs for this board, and starts it if there is none. A complete image is
   * in the cache then; one that could not be stored there is drawn again. May give the failed render of a charged
   * request back when the work succeeds.
   *
   * @param variant distinguishes boards with one image whose warnings about photos name them by different paths
   * @param signal of this caller, whose promise rejects with its reason
   * @param work receives a signal that is aborted when no caller needs the result
   * @param onShared called when this caller's work is not needed, because another draws the board
   */
  once(
    variant: string,
    signal: AbortSignal,
    work: (needed: AbortSignal) => Promise<RenderResult>,
    onShared?: () => void,
  ): Promise<RenderResult>;
}

/** Observes the pipeline. Durations are in milliseconds. */
export interface RenderObserver {
  /**
   * Called once for each request: `hit` for an image from the cache, `shared` for one drawn for a concurrent request,
   * `miss` for one drawn for this request.
   */
  cache(outcome: 'hit' | 'shared' | 'miss'): void;
  stage(stage: 'pictures' | 'keep', ms: number): void;
}

/** Stores images. An image survives a crash once `save` has resolved. */
export interface ImageStore {
  /** Stores the bytes until `expiresAt` and resolves with a new renderId, which is opaque and unguessable. */
  save(bytes: Uint8Array, format: Format, expiresAt: Date): Promise<string>;
}
