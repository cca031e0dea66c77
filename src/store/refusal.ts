/** The store cannot be opened as it is. The message is one line: which file, why, and the way back. */
export class StoreRefusal extends Error {
  override readonly name = 'StoreRefusal';

  constructor(file: string, reason: string, wayBack: string) {
    super(`${file}: ${reason}. ${wayBack}`);
  }
}
