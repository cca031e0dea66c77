import { onTestFinished } from 'vitest';
import type { Drawing, RenderRecord } from '../../../src/render/ports.ts';
import type { Stores } from '../../../src/store/ports.ts';

export const secondMs = 1000;
export const hourMs = 60 * 60 * secondMs;
export const dayMs = 24 * hourMs;

/** Twelve hours before the end of a day (UTC). */
export const noon = Date.parse('2026-01-02T12:00:00.000Z');

/** The settings that a contract depends on, as in `config.json`. */
export interface StoreSettings {
  readonly chargeCached?: boolean;
  readonly cacheHours?: number;
  readonly plans?: object;
  readonly uploadMegabytes?: number;
  readonly visitorUploadMegabytes?: number;
}

export interface OpenedDriver {
  readonly stores: Stores;
  /** Closes the stores and opens them again, as a restart does. */
  reopen(): Promise<Stores>;
  /** Changes the bytes of a stored image, as a broken disk does. */
  damageImage(fileName: string, change: (bytes: Buffer) => Buffer): Promise<void>;
  /** Changes the bytes of all uploaded photos. */
  damagePhotos(change: (bytes: Buffer) => Buffer): Promise<void>;
  /** Returns the number of uploaded photos whose bytes are stored. */
  countPhotos(): Promise<number>;
  /** Closes the stores and removes their data. */
  close(): Promise<void>;
}

/** Opens empty stores of a driver. */
export type OpenDriver = (now: () => Date, settings: StoreSettings) => Promise<OpenedDriver>;

/** Opens a driver for one test, with a clock that the test moves. It is closed when the test has finished. */
export async function openForTest(open: OpenDriver, settings: StoreSettings = {}) {
  const clock = { time: noon };
  const driver = await open(() => new Date(clock.time), settings);
  onTestFinished(() => driver.close());
  return { ...driver, clock };
}

/** Begins a render that has to be drawn, for an account that no test counts. */
export async function drawingOf({ ledger }: Stores, fingerprint: string): Promise<Drawing> {
  const begun = await ledger.begin({ accountId: 'acc_drawer', plan: 'enterprise' }, fingerprint);
  if (begun.known !== undefined) throw new Error('the image is in the cache');
  return begun.drawing;
}

/** Puts the record of an image in the cache, as its drawing does. */
export async function remember(stores: Stores, fingerprint: string, record: RenderRecord): Promise<void> {
  const drawing = await drawingOf(stores, fingerprint);
  const result = { record, warnings: [], isComplete: true };
  await drawing.once('', new AbortController().signal, async () => result);
}
