import type { RenderedImage, RenderSpec } from '../model/board.ts';
import type { HeldPhotos, PhotoSize, Prepared } from '../model/photo.ts';
import type { PlanName, Quota } from '../model/plan.ts';
import type { Allowance } from '../model/quota.ts';
import type { Format, Size } from '../model/vocabulary.ts';

/** For each address of a board's pictures the digest that names its file. */
export type PhotoDigests = Readonly<Record<string, string>>;

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
  render(spec: RenderSpec, digests: PhotoDigests, call: Call): Promise<RenderedImage>;
  /** The pictures that an order shows, each once in each size. */
  photoSizes(spec: RenderSpec, call: Call): Promise<readonly PhotoSize[]>;
  /** Decodes a downloaded picture to a size and keeps the result, so that drawing it costs next to nothing. */
  preparePhoto(digest: string, size: Size, call: PrepareCall): Promise<Prepared>;
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
  /** It did not come to anything: it counts no longer. A second call does nothing. */
  giveBack(): void;
}

/** Counts requests against quotas. */
export interface Meter {
  /** Synchronous, so that no two requests take the last place. @throws Failure quotaExceeded */
  charge(caller: Caller): Charge;
  /** Where an account stands; empty when its plan has no limits. */
  quotaStatus(caller: Pick<Caller, 'accountId' | 'plan' | 'quota'>): readonly Allowance[];
  /** Its key has been used for something. */
  recordUse(caller: Caller): void;
}

/** Counts how often templates are drawn. */
export interface TemplateUse {
  countTemplate(id: number): void;
  /** @returns renders ever, and over the last 7 days (UTC) */
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

/** Remembers which order gave which picture. */
export interface RenderCache {
  /** The picture of an order, while it may be answered again and is still there. */
  find(fingerprint: string): RenderRecord | undefined;
  remember(fingerprint: string, record: RenderRecord): void;
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
