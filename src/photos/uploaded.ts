import type { Download, Validators } from './ports.ts';

/** An uploaded photo, as its store has it. */
interface Upload {
  /** SHA-256 of its bytes, in hex. */
  readonly digest: string;
  read(): Promise<Uint8Array | undefined>;
}

/** @returns undefined for an id that is unknown, expired or deleted */
export type FindUpload = (id: string) => Promise<Upload | undefined>;

const gone: Download = { kind: 'failed', problem: 'there is no such photo, or it has expired' };

/**
 * Answers for an uploaded photo as a host does that wants to be asked each time. So the library caches it and its tiles as
 * any other photo, and draws none that has been deleted.
 */
export async function readUpload(
  upload: Upload | undefined,
  validators: Validators | undefined,
): Promise<Download> {
  if (upload === undefined) return gone;
  const headers = { etag: `"${upload.digest}"`, 'cache-control': 'no-cache' };
  if (validators?.etag === headers.etag) return { kind: 'unchanged', headers };
  const bytes = await upload.read();
  return bytes === undefined ? gone : { kind: 'picture', bytes, headers };
}
