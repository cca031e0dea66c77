import type { JsonSchema } from '@valibot/to-json-schema';
import type {
  AnswerDocs,
  Auth,
  Endpoint,
  ErrorDocs,
  Example,
  ParamDocs,
} from '../endpoints/define-endpoint.ts';
import { errorAnswerSchema } from '../wire/common-answers.ts';
import { parameterSchema } from './conversion.ts';
import { usualErrors } from './errors.ts';
import { type HeaderName, headerReferences } from './headers.ts';
import { referenceTo } from './schemas.ts';
import type { TagName } from './tags.ts';

/** Ways to authenticate. */
export const securitySchemes = {
  bearerKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key, as `Authorization: Bearer <key>`. Keys belong on servers, never in a page.',
  },
  headerKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'The same key in a header of its own.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'tierpress_session',
    description: 'The cookie that logging in sets. Over https its name begins with `__Host-`.',
  },
} as const;

/** Alternatives, any one of which suffices; `{}` requires nothing. */
const security: Readonly<Record<Auth, OperationObject['security']>> = {
  none: [{}],
  key: [{ bearerKey: [] }, { headerKey: [] }],
  keyOrPage: [{ bearerKey: [] }, { headerKey: [] }, { session: [] }, {}],
  optionalSession: [{ session: [] }, {}],
  session: [{ session: [] }],
  admin: [{ session: [] }],
};

export interface OperationObject {
  readonly operationId: string;
  readonly tags: readonly TagName[];
  readonly summary: string;
  readonly description: string;
  /** Alternatives, any one of which suffices. */
  readonly security: readonly Partial<Record<keyof typeof securitySchemes, []>>[];
  readonly parameters?: readonly ParameterObject[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

export interface ParameterObject {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string | undefined;
  readonly schema: JsonSchema;
  readonly example?: string;
}

export interface ResponseObject {
  readonly description: string;
  readonly headers: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content?: Content;
}

/** Bodies by media type. */
type Content = Readonly<
  Record<string, { readonly schema?: JsonSchema; readonly examples?: Readonly<Record<string, Example>> }>
>;

/** Returns the operation of an endpoint. */
export function operationOf(endpoint: Endpoint): OperationObject {
  const { docs, auth, body, file } = endpoint;
  return {
    operationId: docs.name,
    tags: [docs.tag],
    summary: docs.summary,
    description: docs.description,
    security: security[auth],
    ...parametersOf(endpoint),
    ...(body && {
      requestBody: {
        required: !body.isOptional,
        content: json(referenceTo(body.schema), body.examples),
      },
    }),
    ...(file && {
      requestBody: {
        required: true,
        content: Object.fromEntries(file.mediaTypes.map((type) => [type, {}])),
      },
    }),
    responses: responsesOf(endpoint, (status, answer) => responseObject(endpoint, status, answer)),
  };
}

/** Returns the operation HEAD of an endpoint with GET: the same answers without bodies, and no ranges. */
export function headOperationOf(endpoint: Endpoint): OperationObject {
  const { docs, auth } = endpoint;
  const responses = responsesOf(endpoint, (status, answer) => {
    const { content: _, ...response } = responseObject(endpoint, status, answer);
    return response;
  });
  const { 206: _part, 416: _outside, ...withoutRanges } = responses;
  return {
    operationId: docs.head?.name ?? `${docs.name}Head`,
    tags: ['Methods'],
    summary: docs.head?.summary ?? `The headers of ${docs.name}`,
    description: 'The headers of `GET`, without the body.',
    security: security[auth],
    ...parametersOf(endpoint),
    responses: withoutRanges,
  };
}

/** Returns the operation OPTIONS of the path of an endpoint. */
export function optionsOperationOf({ path, docs, params }: Endpoint): OperationObject {
  return {
    operationId: `${docs.name}Options`,
    tags: ['Methods'],
    summary: 'The methods of the path',
    description: 'Names the methods in `Allow`, as the answer 405 does.',
    security: [{}],
    ...parametersOf({ path, ...(params && { params }) }),
    responses: {
      204: { description: 'The methods.', headers: headerReferences(['X-Request-Id', 'Allow']) },
      400: errorResponse('The request is not valid.'),
    },
  };
}

function errorResponse(description: string): ResponseObject {
  return {
    description,
    headers: headerReferences(['X-Request-Id', 'Cache-Control']),
    content: json(referenceTo(errorAnswerSchema)),
  };
}

type ParametersOf = Pick<Endpoint, 'path' | 'params' | 'query' | 'requestHeaders'>;

function parametersOf({
  params = {},
  query,
  requestHeaders = {},
}: ParametersOf): Pick<OperationObject, 'parameters'> {
  const inPath = Object.entries<ParamDocs>(params).map(([name, docs]) => textParameter(name, 'path', docs));
  const inHeaders = Object.entries(requestHeaders).map(([name, docs]) => textParameter(name, 'header', docs));
  const inQuery = Object.entries(query?.entries ?? {}).map(([name, schema]): ParameterObject => {
    const { description, ...rest }: JsonSchema = parameterSchema(schema);
    return { name, in: 'query', required: false, description, schema: rest };
  });
  const parameters = [...inPath, ...inQuery, ...inHeaders];
  return parameters.length > 0 ? { parameters } : {};
}

function textParameter(
  name: string,
  place: 'path' | 'header',
  { description, example, pattern }: ParamDocs,
): ParameterObject {
  const schema: JsonSchema = { type: 'string', ...(pattern !== undefined && { pattern }) };
  return { name, in: place, required: place === 'path', description, schema, example };
}

function responsesOf(
  endpoint: Endpoint,
  response: (status: number, answer: AnswerDocs | ErrorDocs) => ResponseObject,
): OperationObject['responses'] {
  const answers = new Map<number, AnswerDocs | ErrorDocs>(usualErrors(endpoint));
  for (const [status, answer] of Object.entries<AnswerDocs | ErrorDocs>(endpoint.answers)) {
    answers.set(Number(status), answer);
  }
  const byStatus = [...answers].sort(([one], [other]) => one - other);
  return Object.fromEntries(byStatus.map(([status, answer]) => [status, response(status, answer)]));
}

function responseObject(endpoint: Endpoint, status: number, answer: AnswerDocs | ErrorDocs): ResponseObject {
  const { description, headers = [], schema, examples, content } = answerDocsOf(answer);
  const names = new Set([...usualHeaders(endpoint, status), ...headers]);
  const body = schema ? json(referenceTo(schema), examples) : content;
  return { description, headers: headerReferences([...names]), ...(body && { content: body }) };
}

/** Returns the headers that every answer of an endpoint has with this status. */
function usualHeaders({ auth }: Pick<Endpoint, 'auth'>, status: number): readonly HeaderName[] {
  const isCounted = auth === 'key' && status !== 401;
  const isUncached = auth !== 'none' || status >= 400;
  return [
    'X-Request-Id',
    ...(isUncached ? (['Cache-Control'] as const) : []),
    ...(isCounted ? (['RateLimit-Policy', 'RateLimit'] as const) : []),
    ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
    ...(status === 429 || status === 503 ? (['Retry-After'] as const) : []),
    ...(status === 416
      ? (['Accept-Ranges', 'Content-Range', 'ETag', 'X-Content-Type-Options'] as const)
      : []),
  ];
}

function answerDocsOf(answer: AnswerDocs | ErrorDocs): AnswerDocs {
  if (typeof answer === 'string') return { description: answer, schema: errorAnswerSchema };
  if ('description' in answer) return answer;
  const { when, message } = answer;
  return {
    description: when,
    schema: errorAnswerSchema,
    examples: { error: { summary: when, value: { success: false, message } } },
  };
}

function json(schema: JsonSchema, examples?: Readonly<Record<string, Example>>): Content {
  return { 'application/json': { schema, ...(examples && { examples }) } };
}
