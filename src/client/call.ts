import type { AnswerOf, AnyEndpoint, FilledPath } from './endpoint-types.ts';
import { TierpressError } from './error.ts';
import type { CallOptions, ClientOptions } from './options.ts';

interface Call extends CallOptions {
  readonly body?: unknown;
  /** A file in place of a JSON body. */
  readonly file?: Blob;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
}

const minuteMs = 60_000;

/** Sends one request to an endpoint and returns its JSON answer. The compiler checks method and path. */
export type Caller = <TEndpoint extends AnyEndpoint>(
  method: TEndpoint['method'],
  path: FilledPath<TEndpoint['path']>,
  call?: Call,
) => Promise<AnswerOf<TEndpoint>>;

export function createCaller(options: ClientOptions): Caller {
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const headers = {
    ...(options.key !== undefined && { Authorization: `Bearer ${options.key}` }),
    ...options.headers,
  };
  return async <TEndpoint extends AnyEndpoint>(
    method: string,
    path: string,
    { body, file, query = {}, headers: ownHeaders, signal }: Call = {},
  ): Promise<AnswerOf<TEndpoint>> => {
    const timeout = AbortSignal.timeout(options.timeoutMs ?? minuteMs);
    // A browser's fetch works only as a function of the window.
    const send = options.fetch ?? globalThis.fetch.bind(globalThis);
    const answer = await send(`${baseUrl}${path}${queryText(query)}`, {
      method,
      headers: {
        ...headers,
        ...ownHeaders,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // Its type becomes the Content-Type.
      ...(file !== undefined && { body: file }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    const json = parse(await answer.text());
    if (!answer.ok || field(json, 'success') !== true) throw errorOf(answer, json);
    // Tests check the service's answers against the schemas that this type is inferred from.
    return json as AnswerOf<TEndpoint>;
  };
}

/** Returns a query with its `?`, or an empty text for an empty query. */
function queryText(query: NonNullable<Call['query']>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  return parameters.size === 0 ? '' : `?${parameters}`;
}

function errorOf(answer: Response, json: unknown): TierpressError {
  const message = field(json, 'message');
  // Other servers, for instance a proxy with an error page, may answer with anything, so their answer is not quoted.
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
