export interface ClientOptions {
  /** The address of the service, with its path if it has one. Empty means the origin of the page. */
  readonly baseUrl: string;
  /** An API key. Use keys on servers only; a page logs in instead. */
  readonly key?: string | undefined;
  /** Replaces the global fetch. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Headers for every request, for instance the `Cookie` of a session outside a browser. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The time limit of a request, in milliseconds. The default of one minute is enough for the slowest image. */
  readonly timeoutMs?: number | undefined;
}

export interface CallOptions {
  /** Cancels the request when it aborts. */
  readonly signal?: AbortSignal | undefined;
}

export interface RenderOptions extends CallOptions {
  /**
   * Makes it safe to send the request again: the service charges requests with the same key once in a day. A UUID, or
   * another unique text of 1 to 64 visible ASCII characters.
   */
  readonly idempotencyKey?: string | undefined;
}

export interface DeletePhotoOptions extends CallOptions {
  /** The `deleteKey` of a visitor's photo. With it, neither key nor session is needed. */
  readonly deleteKey?: string | undefined;
}
