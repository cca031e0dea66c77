import type { Download, Downloader, Validators } from '../../src/photos/ports.ts';

/** A requested download. */
export interface Call {
  readonly address: string;
  readonly validators: Validators | undefined;
  /** Whether it was aborted. */
  readonly aborted: boolean;
  answer(download: Download): void;
}

/** A downloader whose answers the test gives, at once or later. */
export class FakeDownloader implements Downloader {
  readonly calls: Call[] = [];
  /** Answers at once, unless it returns undefined. */
  reply: (call: Call) => Download | undefined = () => undefined;
  readonly #waiting: { readonly count: number; readonly resolve: () => void }[] = [];

  download(
    address: string,
    { validators, signal }: { validators?: Validators; signal?: AbortSignal },
  ): Promise<Download> {
    return new Promise((answer) => {
      signal?.addEventListener('abort', () => answer({ kind: 'failed', problem: 'called off' }));
      const call: Call = {
        address,
        validators,
        answer,
        get aborted() {
          return signal?.aborted ?? false;
        },
      };
      this.calls.push(call);
      const download = this.reply(call);
      if (download !== undefined) answer(download);
      for (const { count, resolve } of this.#waiting) if (this.calls.length >= count) resolve();
    });
  }

  /** Resolves when the given number of downloads have been requested in total. */
  asked(count: number): Promise<void> {
    if (this.calls.length >= count) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ count, resolve }));
  }

  /** Returns the download requested at this position, counted from 0. */
  call(index: number): Call {
    const call = this.calls[index];
    if (call === undefined) throw new Error(`There are only ${this.calls.length} downloads`);
    return call;
  }

  async close(): Promise<void> {}
}
