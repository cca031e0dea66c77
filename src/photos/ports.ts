/** The answer of one address. */
export type Download =
  | {
      readonly kind: 'picture';
      /** At most `limits.pictureBytes` long. The first bytes are those of a format that can be decoded. */
      readonly bytes: Uint8Array;
      /** Headers of the final answer, names in lower case. */
      readonly headers: Readonly<Record<string, string>>;
    }
  /** The validators still hold (304). */
  | { readonly kind: 'unchanged'; readonly headers: Readonly<Record<string, string>> }
  /** Public reason why there is no photo: `404 from host`. */
  | { readonly kind: 'failed'; readonly problem: string };

/** Values for `If-None-Match` and `If-Modified-Since`, from the last answer. */
export interface Validators {
  readonly etag?: string;
  readonly lastModified?: string;
}

/** A validator that can be sent back unchanged: undici refuses the rest. */
export const validatorPattern = /^[\x20-\x7e]{1,256}$/;

/** Downloads photos. Never rejects, unless the store of uploaded photos fails: every other error is an answer. */
export interface Downloader {
  /**
   * Resolves within its deadline (5 s), or at once when the signal is aborted. The deadline begins with the
   * download's turn: the number of concurrent transfers is limited, overall and for one host.
   */
  download(address: string, options: { validators?: Validators; signal?: AbortSignal }): Promise<Download>;
  /** Closes idle connections. */
  close(): Promise<void>;
}
