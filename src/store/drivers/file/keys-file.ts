import { access, readFile } from 'node:fs/promises';
import type { Adapter } from 'lowdb';
import { writeDurably } from '../../../files/durable-file.ts';
import { flushed, type OnFlush } from '../../../files/flush.ts';
import { codeOf, hasCode } from '../../../model/error-code.ts';
import { StoreError } from '../../store-error.ts';
import { checkKeysDocument, type KeysDocument } from './keys-document.ts';

/**
 * A lowdb adapter for `keys.json`. lowdb's own neither syncs nor validates: a file that was emptied by accident would load
 * as "no keys", and the next write would make that permanent.
 */
export class KeysFile implements Adapter<KeysDocument> {
  readonly #path: string;
  readonly #onFlush: OnFlush | undefined;

  constructor(path: string, onFlush: OnFlush | undefined) {
    this.#path = path;
    this.#onFlush = onFlush;
  }

  /**
   * Reads the document. @returns null when the file has never existed
   *
   * @throws StoreError when the file is not a valid document; it is not changed
   */
  async read(): Promise<KeysDocument | null> {
    const bytes = await this.#readOrUndefined();
    if (bytes === undefined) {
      if (!(await isThere(this.#backup))) return null;
      throw this.#refusal('is missing, though its backup is there');
    }
    const text = decoded(bytes);
    if (text === undefined) throw this.#refusal('is damaged: it is not UTF-8');
    let data: unknown;
    try {
      data = JSON.parse(text);
    } catch {
      throw this.#refusal(text.trim() === '' ? 'is empty' : 'is damaged: it is not valid JSON');
    }
    const checked = checkKeysDocument(data);
    if ('problem' in checked) throw this.#refusal(`is damaged: ${checked.problem}`);
    return checked;
  }

  async write(document: KeysDocument): Promise<void> {
    const text = `${JSON.stringify(document, null, 2)}\n`;
    await flushed('keys', this.#onFlush, () => writeDurably(this.#path, text, { backup: this.#backup }));
  }

  async #readOrUndefined(): Promise<Buffer | undefined> {
    try {
      return await readFile(this.#path);
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return undefined;
      throw this.#refusal(`cannot be read (${codeOf(error)})`);
    }
  }

  get #backup(): string {
    return `${this.#path}.bak`;
  }

  #refusal(reason: string): StoreError {
    return new StoreError(
      this.#path,
      reason,
      `Nothing was changed. To go back to the state before the last write, copy ${this.#backup} over it and start again; to begin without any accounts and keys, move both files away.`,
    );
  }
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Returns undefined for invalid UTF-8: if it were replaced, the next write would make the damage permanent. */
function decoded(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
