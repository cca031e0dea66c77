import pLimit from 'p-limit';
import * as v from 'valibot';
import { isPhotoId } from '../../../model/photo.ts';
import { deletePhoto, PhotoRefused, type StoredPhoto, uploadPhoto } from './photo-upload.ts';
import { preparePhoto } from './prepare-photo.ts';
import { readStorage, writeStorage } from './storage.ts';

/** A photo of a board. */
export interface OwnPhoto {
  readonly state: 'preparing' | 'uploading' | 'paused' | 'stored' | 'lost';
  /** How much has been sent, from 0 to 1. */
  readonly progress: number;
  /** Where the page finds its pixels; absent until it is prepared. */
  readonly src?: string | undefined;
  readonly stored?: StoredPhoto | undefined;
}

/** Why a photo could not be added. */
export interface PhotoProblem {
  readonly kind: 'unusable' | 'refused' | 'quota';
  readonly fileName: string;
  /** The service's own message, in English. */
  readonly detail?: string;
}

const storageKey = 'tierpress:photos';
/** Photos whose ids are remembered over visits. */
const maxSaved = 500;
const savedSchema = v.record(v.string(), v.object({ id: v.string(), deleteKey: v.optional(v.string()) }));
const uploadsTogether = 3;
const lost: OwnPhoto = { state: 'lost', progress: 0 };

/**
 * The photos that people add on this page. A board names a photo by its id, or by a token from before its upload; so the
 * board and its history stay the same when the upload ends.
 */
export class OwnPhotos {
  readonly #root: string;
  readonly #onProblem: (token: string) => void;
  readonly #photos = new Map<string, OwnPhoto>();
  readonly #listeners = new Set<() => void>();
  /** One after the other, because a decoded photo takes much memory. */
  readonly #preparing = pLimit(1);
  readonly #uploading = pLimit(uploadsTogether);
  problems: readonly PhotoProblem[] = [];

  /**
   * @param root the prefix of every path on the service
   * @param onProblem called with the token of a photo that cannot be added
   */
  constructor(root: string, onProblem: (token: string) => void) {
    this.#root = root;
    this.#onProblem = onProblem;
    this.#takeSaved();
    // Another tab may have added photos to a board that this one shows.
    addEventListener('storage', ({ key }) => {
      if (key === storageKey) this.#takeSaved();
    });
  }

  /** Takes files in. @returns a token for each */
  add(files: readonly File[]): readonly string[] {
    this.problems = [];
    return files.map((file) => {
      const token = newToken();
      this.#set(token, { state: 'preparing', progress: 0 });
      void this.#takeIn(token, file);
      return token;
    });
  }

  /** @param photo an id or a token */
  find(photo: string): OwnPhoto {
    const found = this.#photos.get(photo);
    if (found !== undefined || !isPhotoId(photo)) return found ?? lost;
    const saved = [...this.#photos.values()].find(({ stored }) => stored?.id === photo);
    return saved ?? this.#shown({ id: photo });
  }

  /** Returns the id of a photo; undefined before the end of its upload. */
  idOf(photo: string): string | undefined {
    return this.find(photo).stored?.id;
  }

  /** Returns how many photos are not stored yet, and whether all of these wait for a connection. */
  get pending(): { readonly count: number; readonly arePaused: boolean } {
    const waiting = [...this.#photos.values()].filter(({ state }) => state !== 'stored');
    const count = waiting.length;
    return { count, arePaused: waiting.some(({ state }) => state === 'paused') };
  }

  /** Returns whether a photo is stored and was uploaded with this browser: others' photos cannot be deleted. */
  canDelete(photo: string): boolean {
    const id = this.idOf(photo);
    return id !== undefined && [...this.#photos.values()].some(({ stored }) => stored?.id === id);
  }

  /** Deletes a photo from the service. @returns whether it is gone */
  async delete(photo: string): Promise<boolean> {
    const { stored } = this.find(photo);
    if (stored === undefined || !(await deletePhoto(this.#address, stored))) return false;
    for (const [token, one] of this.#photos) if (one.stored?.id === stored.id) this.#photos.delete(token);
    this.#save();
    this.#changed();
    return true;
  }

  /** Calls back at every change. @returns what ends it */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get #address(): string {
    return `${this.#root}/api/v1/photos`;
  }

  async #takeIn(token: string, file: File): Promise<void> {
    try {
      const photo = await this.#preparing(() => preparePhoto(file));
      const src = URL.createObjectURL(photo);
      this.#set(token, { state: 'uploading', progress: 0, src });
      const stored = await this.#uploading(() =>
        uploadPhoto(this.#address, photo, {
          onProgress: (progress) => this.#set(token, { state: 'uploading', progress, src }),
          onPause: () => this.#set(token, { state: 'paused', progress: 0, src }),
        }),
      );
      this.#set(token, { state: 'stored', progress: 1, src, stored });
      this.#save();
    } catch (error) {
      this.problems = [...this.problems, problemOf(error, file.name)];
      this.#photos.delete(token);
      this.#onProblem(token);
      this.#changed();
    }
  }

  #shown(stored: StoredPhoto): OwnPhoto {
    return { state: 'stored', progress: 1, src: `${this.#root}/photos/${stored.id}.webp`, stored };
  }

  /** Takes over what is saved and not known yet. */
  #takeSaved(): void {
    for (const [token, stored] of Object.entries(readSaved())) {
      if (!this.#photos.has(token)) this.#photos.set(token, this.#shown(stored));
    }
    this.#changed();
  }

  #set(token: string, photo: OwnPhoto): void {
    this.#photos.set(token, photo);
    this.#changed();
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }

  #save(): void {
    const stored = [...this.#photos].flatMap(([token, { stored }]) =>
      stored ? [[token, stored] as const] : [],
    );
    writeStorage(storageKey, JSON.stringify(Object.fromEntries(stored.slice(-maxSaved))));
  }
}

function readSaved(): v.InferOutput<typeof savedSchema> {
  try {
    return v.parse(savedSchema, JSON.parse(readStorage(storageKey) ?? '{}'));
  } catch {
    return {};
  }
}

function newToken(): string {
  return `new_${crypto.getRandomValues(new Uint32Array(3)).join('_')}`;
}

function problemOf(error: unknown, fileName: string): PhotoProblem {
  if (!(error instanceof PhotoRefused)) return { kind: 'unusable', fileName };
  return { kind: error.isQuota ? 'quota' : 'refused', fileName, detail: error.message };
}
