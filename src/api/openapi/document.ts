import type { JsonSchema } from '@valibot/to-json-schema';
import { type ThemeName, themeNames } from '../../model/vocabulary.ts';
import type { Endpoint } from '../endpoints/define-endpoint.ts';
import { endpoints } from '../endpoints/index.ts';
import { headers } from './headers.ts';
import {
  headOperationOf,
  type OperationObject,
  operationOf,
  optionsOperationOf,
  securitySchemes,
} from './operations.ts';
import { componentSchemas } from './schemas.ts';
import { tags } from './tags.ts';

/** The part of OpenAPI 3.1 that is used (https://spec.openapis.org/oas/v3.1.0). */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: Readonly<Record<'title' | 'version' | 'summary' | 'description', string>> & {
    readonly license: Readonly<Record<'name' | 'identifier', string>>;
  };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly headers: typeof headers;
    readonly securitySchemes: typeof securitySchemes;
  };
}

/**
 * Returns the OpenAPI document, derived from the endpoints and from the schemas that validate.
 *
 * @param themes names of the service's themes
 * @param root path of the service on its host, such as `/tiers`, or `/`
 */
export function openApiDocument(themes: readonly ThemeName[] = themeNames, root = '/'): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: {
      title: 'tierpress API',
      version: '1.0.0',
      summary: 'Turns a ranking in JSON into a tier-list image.',
      description:
        'One request with a ranking, one answer with the address of the image.\n\n' +
        'Bodies are JSON. Every error has the body `{"success": false, "message": "…"}`, including those that this ' +
        'document does not name: 404 for an unknown path, 405 for a wrong method (with `Allow`). Every answer carries ' +
        'an `X-Request-Id`.\n\n' +
        'Fields may be added to answers; clients should ignore those that they do not know.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: root, description: 'The service that serves this document.' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: paths(),
    components: { schemas: componentSchemas(themes), headers, securitySchemes },
  };
}

function paths(): OpenApiDocument['paths'] {
  const byPath = new Map<string, Record<string, OperationObject>>();
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    const operations = byPath.get(path) ?? { options: optionsOperationOf(endpoint) };
    byPath.set(path, { ...operations, ...operationsOf(endpoint) });
  }
  return Object.fromEntries(byPath);
}

function operationsOf(endpoint: Endpoint): Record<string, OperationObject> {
  return endpoint.method === 'GET'
    ? { get: operationOf(endpoint), head: headOperationOf(endpoint) }
    : { [endpoint.method.toLowerCase()]: operationOf(endpoint) };
}
