import type { Adapter } from 'lowdb';
import { putAside, readIfThere, writeDurably } from '../../../files/durable-file.ts';
import { flushed, type OnFlush } from '../../../files/flush.ts';
import { checkSessionsDocument, type SessionsDocument } from './sessions-document.ts';

/**
 * A lowdb adapter for `sessions.json`. Unlike keys, sessions are not worth refusing to start: a damaged file is renamed,
 * and people log in again.
 */
export class SessionsFile implements Adapter<SessionsDocument> {
  readonly #path: string;
  readonly #warn: (message: string) => void;
  readonly #onFlush: OnFlush | undefined;

  /** @param warn is called when a damaged file has been renamed */
  constructor(path: string, warn: (message: string) => void, onFlush: OnFlush | undefined) {
    this.#path = path;
    this.#warn = warn;
    this.#onFlush = onFlush;
  }

  /**
   * Reads the document. @returns null when there is no file, or a damaged one has been renamed
   *
   * @throws UnreadableFile
   */
  async read(): Promise<SessionsDocument | null> {
    const text = await readIfThere(this.#path);
    if (text === undefined) return null;
    const checked = check(text);
    if (!('problem' in checked)) return checked;
    const aside = await putAside(this.#path);
    this.#warn(
      `${this.#path} is damaged: ${checked.problem}. It was renamed to ${aside}, and everybody has to log in again.`,
    );
    return null;
  }

  async write(document: SessionsDocument): Promise<void> {
    const text = `${JSON.stringify(document, null, 2)}\n`;
    await flushed('sessions', this.#onFlush, () => writeDurably(this.#path, text));
  }
}

function check(text: string): ReturnType<typeof checkSessionsDocument> {
  if (text.trim() === '') return { problem: 'it is empty' };
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return { problem: 'it is not valid JSON' };
  }
  return checkSessionsDocument(data);
}
