/** What one address answered. */
export type Download =
  | {
      readonly kind: 'picture';
      /** At most `limits.pictureBytes`, and by their first bytes a picture of a kind that is decoded. */
      readonly bytes: Uint8Array;
      /** Of the final answer, names in lower case. */
      readonly headers: Readonly<Record<string, string>>;
    }
  /** The validators still hold (304). */
  | { readonly kind: 'unchanged'; readonly headers: Readonly<Record<string, string>> }
  /** Why there is no picture, in words that may be shown to anyone: `404 from host`. */
  | { readonly kind: 'failed'; readonly problem: string };

/** `If-None-Match` and `If-Modified-Since`, as the last answer gave them. */
export interface Validators {
  readonly etag?: string;
  readonly lastModified?: string;
}

/** A validator that can be sent back as it came: undici refuses the rest. */
export const validatorPattern = /^[\x20-\x7e]{1,256}$/;

/** Gets pictures over the network. Never rejects: whatever goes wrong is an answer. */
export interface Downloader {
  /**
   * Resolves within its deadline (5 s), which begins when it is its turn, for only so many transfers run at a time,
   * overall and from one host; at once when the signal is aborted.
   */
  download(address: string, options: { validators?: Validators; signal?: AbortSignal }): Promise<Download>;
  /** Ends idle connections. */
  close(): Promise<void>;
}
