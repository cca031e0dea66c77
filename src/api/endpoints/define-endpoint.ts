import type * as v from 'valibot';
import type { ApiContext } from '../http/context.ts';
import { answerJson } from '../http/json-answer.ts';
import { hasBody, readJsonBody } from '../middleware/json-body.ts';
import type { HeaderName } from '../openapi/headers.ts';
import type { TagName } from '../openapi/tags.ts';
import { parseBody, parseQuery } from '../wire/parse-body.ts';
import type { ReadonlyDeep } from '../wire/readonly-deep.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * The access to an endpoint: anyone; an API key; an API key, a session or a page of the same origin, of which the handler
 * may accept fewer or more; anyone, with or without a session; a session; a session of an admin. `http/checks.ts`
 * enforces it and `openapi/operations.ts` documents it, each with its consequences: no-store, the same origin, the
 * headers of the quota.
 */
export type Auth = 'none' | 'key' | 'keyOrPage' | 'optionalSession' | 'session' | 'admin';

/** An endpoint of the HTTP API. The router, the OpenAPI document and the client's types are derived from it. */
export interface Endpoint<
  Ports = never,
  TMethod extends Method = Method,
  Path extends string = string,
  Query = unknown,
  BodyInput = unknown,
  Body = unknown,
  Answer = unknown,
> {
  readonly method: TMethod;
  /** The path, with `:name` for each parameter. GET also answers HEAD. */
  readonly path: Path;
  readonly auth: Auth;
  /** Whether the path is matched before all others. */
  readonly isFrequent?: boolean;
  readonly docs: EndpointDocs;
  readonly params?: Readonly<Record<ParamName<Path>, ParamDocs>>;
  readonly query?: QuerySchema<Query>;
  /** The optional headers of a request, by name. The handler reads and checks them. */
  readonly requestHeaders?: Readonly<Record<string, ParamDocs>>;
  readonly body?: BodyDocs<BodyInput, Body>;
  /** A body that is a file, in place of `body`. The handler reads and checks it. */
  readonly file?: FileDocs;
  /** The answers by status. The usual error statuses follow from `method`, `auth` and `body`. */
  readonly answers: Answers<Answer>;
  /** Returns the middleware that answers after the checks. */
  readonly serve: (ports: Ports) => (ctx: ApiContext) => Promise<void>;
}

/** The texts of the OpenAPI document. */
interface EndpointDocs {
  /** The operationId, which is also the name of the endpoint's export and, in kebab-case, of its file. */
  readonly name: string;
  readonly tag: TagName;
  readonly summary: string;
  readonly description: string;
  /** The texts for HEAD, if they differ from the usual ones. */
  readonly head?: { readonly name: string; readonly summary: string };
}

export interface ParamDocs {
  readonly description: string;
  readonly example: string;
  /** A regular expression that all valid values match. */
  readonly pattern?: string;
}

type QuerySchema<Query = unknown> = v.GenericSchema<unknown, Query> & {
  readonly entries: Readonly<Record<string, v.GenericSchema>>;
};

interface BodyDocs<Input, Output> {
  readonly schema: v.GenericSchema<Input, Output>;
  /** A request without a body counts as `{}`. */
  readonly isOptional?: boolean;
  readonly examples: Readonly<Record<string, Example<ReadonlyDeep<Input>>>>;
}

/** A file as a body. */
interface FileDocs {
  readonly mediaTypes: readonly string[];
  readonly maxBytes: number;
}

export interface Example<Value = unknown> {
  readonly summary: string;
  readonly value: Value;
}

interface Answers<Answer> {
  readonly 200: AnswerDocs<Answer>;
  readonly [status: string]: AnswerDocs | ErrorDocs;
}

export interface AnswerDocs<Answer = unknown> {
  readonly description: string;
  /** Headers in addition to those that follow from `auth` and the status. */
  readonly headers?: readonly HeaderName[];
  /** The schema of a JSON body. */
  readonly schema?: v.GenericSchema<unknown, Answer>;
  readonly examples?: Readonly<Record<string, Example<NoInfer<Answer>>>>;
  /** Other bodies by media type, each with the JSON schema of its text; binary bodies have no schema. */
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>;
}

/** When an error occurs, alone or with an example of its message. */
export type ErrorDocs = string | { readonly when: string; readonly message: string };

/** The names of the parameters in a path. */
type ParamName<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | ParamName<`/${Tail}`>
    : Rest
  : never;

/** A request as a handler sees it. The query and the body are checked when the handler reads them. */
interface EndpointRequest<Path extends string, Query, Body> {
  readonly ctx: ApiContext;
  readonly params: Readonly<Record<ParamName<Path>, string>>;
  /** @throws Failure invalidRequest */
  readonly query: () => Query;
  /** @throws Failure unsupportedMediaType, bodyTooLarge, invalidRequest */
  readonly body: () => Promise<Body>;
}

/** The JSON body of the answer; a handler of any other kind of body writes to the context and returns nothing. */
type Handler<Path extends string, Query, Body, Answer> = (
  request: EndpointRequest<Path, Query, Body>,
) => Answer | Promise<Answer>;

/** Returns an endpoint from its description and a function that creates its handler from ports. */
export function defineEndpoint<
  const TMethod extends Method,
  const Path extends string,
  Ports,
  Query = undefined,
  BodyInput = undefined,
  Body = undefined,
  const Answer = void,
>({
  handle,
  ...endpoint
}: Omit<Endpoint<Ports, TMethod, Path, Query, BodyInput, Body, Answer>, 'serve'> & {
  readonly handle: (ports: Ports) => Handler<Path, Query, Body, NoInfer<Answer>>;
}): Endpoint<Ports, TMethod, Path, Query, BodyInput, Body, Answer> {
  const { query, body } = endpoint;
  return {
    ...endpoint,
    serve: (ports) => {
      const handler = handle(ports);
      return async (ctx) => {
        const answer = await handler({
          ctx,
          params: ctx['params'],
          query: () => parseQuery(required(query), ctx.query),
          body: () => readBody(ctx, required(body)),
        });
        if (typeof answer === 'object' && answer !== null) answerJson(ctx, answer);
      };
    },
  };
}

async function readBody<Input, Output>(
  ctx: ApiContext,
  { schema, isOptional = false }: BodyDocs<Input, Output>,
): Promise<Output> {
  return parseBody(schema, isOptional && !hasBody(ctx.req) ? {} : await readJsonBody(ctx));
}

function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the endpoint reads what it has no schema for');
  return value;
}
