import { TierpressError } from './error.ts';

export interface ClientOptions {
  /** Where the service is, with its path if it has one. Empty: the origin of the page. */
  readonly baseUrl: string;
  /** An API key. Keys belong on servers: a page logs in instead. */
  readonly key?: string | undefined;
  /** Instead of the global fetch. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Sent with every request; outside a browser, for instance the `Cookie` of a session. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** How long to wait for an answer, in milliseconds. Left out: a minute, which the slowest picture fits into. */
  readonly timeoutMs?: number | undefined;
}

export interface CallOptions {
  /** Gives up when it aborts. */
  readonly signal?: AbortSignal | undefined;
}

interface Call extends CallOptions {
  readonly body?: unknown;
}

const minuteMs = 60_000;

/** One request and its JSON answer; `TAnswer` is what the service promises to send. */
export type Caller = <TAnswer>(method: string, path: string, call?: Call) => Promise<TAnswer>;

export function createCaller(options: ClientOptions): Caller {
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const headers = {
    ...(options.key !== undefined && { Authorization: `Bearer ${options.key}` }),
    ...options.headers,
  };
  return async <TAnswer>(method: string, path: string, { body, signal }: Call = {}): Promise<TAnswer> => {
    const timeout = AbortSignal.timeout(options.timeoutMs ?? minuteMs);
    // A browser's fetch works only as a function of the window.
    const send = options.fetch ?? globalThis.fetch.bind(globalThis);
    const answer = await send(`${baseUrl}${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    const json = parse(await answer.text());
    if (!answer.ok || field(json, 'success') !== true) throw errorOf(answer, json);
    // The service checks its answers against the schemas that this type is inferred from.
    return json as TAnswer;
  };
}

function errorOf(answer: Response, json: unknown): TierpressError {
  const message = field(json, 'message');
  // What is not from the service itself, such as a proxy's error page, is not quoted.
  const fallback = answer.ok
    ? 'The answer is not from tierpress'
    : `${answer.status} ${answer.statusText}`.trim();
  return new TierpressError(typeof message === 'string' ? message : fallback, {
    status: answer.status,
    retryAfter: secondsIn(answer.headers.get('Retry-After')),
    requestId: answer.headers.get('X-Request-Id') ?? undefined,
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function field(value: unknown, name: 'success' | 'message'): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}

function secondsIn(header: string | null): number | undefined {
  return header !== null && /^\d+$/.test(header) ? Number(header) : undefined;
}
