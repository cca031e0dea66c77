/** The store cannot be opened in its present state. The message is one line: the file, the reason, and the way back. */
export class StoreError extends Error {
  override readonly name = 'StoreError';

  constructor(file: string, reason: string, wayBack: string) {
    super(`${file}: ${reason}. ${wayBack}`);
  }
}
