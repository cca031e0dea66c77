import type { JsonSchema } from '@valibot/to-json-schema';
import { type ThemeName, themeNames } from '../../model/vocabulary.ts';
import { accountOperations } from './account-operations.ts';
import { type HeaderName, headers, headersOfStatus, referencesTo } from './headers.ts';
import { keyOperations } from './key-operations.ts';
import {
  type Answer,
  type Credentials,
  type ErrorAnswer,
  type Example,
  type Operation,
  tags,
} from './operation.ts';
import { renderOperations } from './render-operations.ts';
import { componentSchemas, parameterSchema, referenceTo } from './schemas.ts';
import { serviceOperations } from './service-operations.ts';
import { templateOperations } from './template-operations.ts';

const operations: readonly Operation[] = [
  ...renderOperations,
  ...templateOperations,
  ...accountOperations,
  ...keyOperations,
  ...serviceOperations,
];

/** As much of OpenAPI 3.1 as is used here (https://spec.openapis.org/oas/v3.1.0). */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: Readonly<Record<string, unknown>>;
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly headers: typeof headers;
    readonly securitySchemes: typeof securitySchemes;
  };
}

interface OperationObject {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, ResponseObject>>;
  readonly [field: string]: unknown;
}

interface ResponseObject {
  readonly description: string;
  readonly headers: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>;
}

const securitySchemes = {
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
} as const satisfies Record<Credentials, object>;

/**
 * The description of the API as a machine reads it, made from the schemas that check what comes and goes.
 *
 * @param themes of the service that it describes
 * @param root path below which the service is reached, such as `/tiers`; `/` where it has a host of its own
 */
export function openApiDocument(themes: readonly ThemeName[] = themeNames, root = '/'): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: {
      title: 'tierpress API',
      version: '1.0.0',
      summary: 'Turns a ranking in JSON into a tier-list picture.',
      description:
        'One request with a ranking, one answer with the address of the picture.\n\n' +
        'Bodies are JSON. Every error has the body `{"success": false, "message": "…"}`, also where this document ' +
        'names none: 404 for an unknown path, 405 for a wrong method (with `Allow`). Every answer carries an ' +
        '`X-Request-Id`.\n\n' +
        'Fields may be added to answers; clients should ignore those that they do not know.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: root, description: 'The service that this description comes from.' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: paths(),
    components: { schemas: componentSchemas(themes), headers, securitySchemes },
  };
}

function paths(): OpenApiDocument['paths'] {
  const byPath = new Map<string, Record<string, OperationObject>>();
  for (const operation of operations) {
    byPath.set(operation.path, {
      ...byPath.get(operation.path),
      [operation.method]: operationObject(operation),
    });
  }
  return Object.fromEntries(byPath);
}

function operationObject(operation: Operation): OperationObject {
  const parameters = [...pathParameters(operation), ...queryParameters(operation)];
  return {
    operationId: operation.operationId,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description,
    security: operation.security.map((name) => (name === 'nobody' ? {} : { [name]: [] })),
    ...(parameters.length > 0 && { parameters }),
    ...(operation.body && {
      requestBody: {
        required: !operation.body.isOptional,
        content: json(referenceTo(operation.body.schema), operation.body.examples),
      },
    }),
    responses: Object.fromEntries(
      [
        ...Object.entries(operation.answers).map(([status, answer]) => ({ status, answer })),
        ...Object.entries(operation.errors).map(([status, error]) => ({
          status,
          answer: errorAnswer(error, operation.method === 'head'),
        })),
      ]
        .sort((one, other) => Number(one.status) - Number(other.status))
        .map(({ status, answer }) => [status, responseObject(operation, Number(status), answer)]),
    ),
  };
}

function pathParameters({ pathParameters = {} }: Operation): object[] {
  return Object.entries(pathParameters).map(([name, { description, example }]) => ({
    name,
    in: 'path',
    required: true,
    description,
    schema: { type: 'string' },
    example,
  }));
}

function queryParameters({ query }: Operation): object[] {
  return Object.entries(query?.entries ?? {}).map(([name, schema]) => {
    const { description, ...rest } = parameterSchema(schema);
    return { name, in: 'query', required: false, description, schema: rest };
  });
}

function errorAnswer(error: ErrorAnswer, isBodiless: boolean): Answer {
  if (typeof error === 'string') return { description: error, ...(!isBodiless && { schema: 'Error' }) };
  return {
    description: error.when,
    schema: 'Error',
    examples: { error: { summary: error.when, value: { success: false, message: error.message } } },
  };
}

function responseObject(operation: Operation, status: number, answer: Answer): ResponseObject {
  const names: readonly HeaderName[] = [
    'X-Request-Id',
    ...(operation.isCounted && status !== 401 ? (['RateLimit-Policy', 'RateLimit'] as const) : []),
    ...headersOfStatus(status),
    ...(answer.headers ?? []),
  ];
  const content = answer.schema ? json(referenceTo(answer.schema), answer.examples) : answer.content;
  return { description: answer.description, headers: referencesTo(names), ...(content && { content }) };
}

function json(
  schema: object,
  examples?: Readonly<Record<string, Example>>,
): NonNullable<ResponseObject['content']> {
  return { 'application/json': { schema, ...(examples && { examples }) } };
}
