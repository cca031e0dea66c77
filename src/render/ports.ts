import type { RenderedImage, RenderSpec } from '../model/board.ts';
import type { HeldPhotos, PhotoSize, Prepared, StoredPhoto } from '../model/photo.ts';
import type { PlanName, Quota } from '../model/plan.ts';
import type { Allowance } from '../model/quota.ts';
import type { Format, Size } from '../model/vocabulary.ts';

/** Photos by their addresses. */
export type PhotosByAddress = Readonly<Record<string, StoredPhoto>>;

/** What a board with photos is drawn with. */
export interface DrawingInput {
  readonly photos?: PhotosByAddress;
  /** The layout of the same board, as `measure` returned it; absent: the board is laid out before it is drawn. */
  readonly layout?: string;
}

/** A board that has been laid out. */
export interface MeasuredBoard {
  /** Its photos, each once in each size. */
  readonly sizes: readonly PhotoSize[];
  /** All of its places, for any renderer of the same version to draw. */
  readonly layout: string;
}

/** For whom something is done, and until when it is wanted. */
export interface Call {
  /** Whoever shares an owner waits behind each other; different owners take turns. */
  readonly owner: string;
  /** Aborted when nobody wants the result any more. */
  readonly signal?: AbortSignal;
}

/** A call whose result matters to the cache even when nobody wants it any more. */
export interface PrepareCall extends Call {
  /** Told of what comes after the caller has been rejected, since it could not be stopped any more. */
  readonly onLate?: (outcome: Prepared) => void;
}

/**
 * Draws and encodes. Each rejects with `rendererFailed` when it could not be done in time or at all, with `noCapacity`
 * when too much waits, and with the signal's reason when that is aborted.
 */
export interface Renderer {
  render(spec: RenderSpec, input: DrawingInput, call: Call): Promise<RenderedImage>;
  /** Lays a board out. */
  measure(spec: RenderSpec, call: Call): Promise<MeasuredBoard>;
  /** Decodes a photo to a size and stores the tile, so that drawing it costs next to nothing. */
  preparePhoto(photo: StoredPhoto, size: Size, call: PrepareCall): Promise<Prepared>;
}

/** Gets pictures from the web and keeps them a while. */
export interface PhotoSource {
  /**
   * Every address once, each with its picture or its problem. Rejects when the cache cannot be written, or with the
   * signal's reason when that is aborted; nothing is held then.
   */
  fetchAll(addresses: readonly string[], signal?: AbortSignal): Promise<HeldPhotos>;
  /** A file in the cache is not what was downloaded. */
  drop(digest: string): Promise<void>;
  /** A renderer has kept a picture in a size. */
  noteTile(digest: string, size: Size, bytes: number): void;
}

/** Whose request this is. */
export interface Caller {
  readonly accountId: string;
  /** Absent: the account's own session and not one of its keys. */
  readonly keyId?: string;
  readonly plan: PlanName;
  /** What it may do, where that is not what its plan allows. */
  readonly quota?: Quota;
}

/** A request that counts against its account's quota. */
export interface Charge {
  /** Takes the request out of the count again. A second call does nothing. Never rejects. */
  giveBack(): Promise<void>;
}

/** A render request that has been charged and looked up in the cache. */
export interface BegunRender {
  /** The image of an earlier request with the same fingerprint; undefined when one has to be drawn. */
  readonly known: RenderRecord | undefined;
  /** Undefined when cached images are free and this is one. */
  readonly charge: Charge | undefined;
  /** The quota of the account after the charge. */
  readonly quotaStatus: readonly Allowance[];
}

/** Charges render requests and finds those that have an image already, in one call. */
export interface RenderLedger {
  /**
   * Atomic: no two requests get the last place of a quota.
   *
   * @throws Failure quotaExceeded
   */
  begin(caller: Caller, fingerprint: string): Promise<BegunRender>;
  /** Returns what is left of each limit of the account's plan; empty when the plan has none. */
  quotaStatus(caller: Pick<Caller, 'accountId' | 'plan' | 'quota'>): Promise<readonly Allowance[]>;
  /** Records that the caller's key has been used, for a request of any kind. */
  recordUse(caller: Caller): void;
}

/** Counts how often templates are drawn. */
export interface TemplateUse {
  countTemplate(id: number): void;
  /**
   * Returns the number of renders ever, and over the last 7 days (UTC). Synchronous, since a list of templates asks for
   * each: a driver may answer from a snapshot that is some seconds old.
   */
  templateRenders(id: number): { readonly total: number; readonly recent: number };
}

/** What is remembered of a finished picture. */
export interface RenderRecord {
  readonly renderId: string;
  readonly format: Format;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** Real pixels. */
  readonly width: number;
  readonly height: number;
  /** What drawing it had to say. */
  readonly warnings: readonly string[];
}

/** Remembers the image of each fingerprint, for the ledger to find. */
export interface RenderCache {
  remember(fingerprint: string, record: RenderRecord): void;
}

/** The result of drawing a board. */
export interface RenderResult {
  readonly record: RenderRecord;
  /** About photos that could not be loaded. */
  readonly warnings: readonly string[];
}

/** Draws a board once for all requests that ask for it while it is being drawn. */
export interface DrawOnce {
  /**
   * Starts the work, unless it is running for this key already, and resolves with its result.
   *
   * @param signal of this caller, who is rejected with its reason
   * @param work gets a signal that is aborted when no caller needs the result any more
   */
  once(
    key: string,
    signal: AbortSignal,
    work: (needed: AbortSignal) => Promise<RenderResult>,
  ): Promise<RenderResult>;
}

/** Is told what the pipeline does; durations are in milliseconds. */
export interface RenderObserver {
  /** `hit`: nothing was drawn for this answer; `shared`: it was drawn for another request at the same moment. */
  cache(outcome: 'hit' | 'shared' | 'miss'): void;
  stage(stage: 'pictures' | 'keep', ms: number): void;
}

/** Keeps finished pictures. What `save` has answered survives a crash. */
export interface ImageStore {
  /** Stores the bytes until `expiresAt` and answers with the new renderId: opaque, not guessable. */
  save(bytes: Uint8Array, format: Format, expiresAt: Date): Promise<string>;
}
