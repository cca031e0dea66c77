import {
  type ConversionConfig,
  type JsonSchema,
  toJsonSchema,
  toJsonSchemaDefs,
} from '@valibot/to-json-schema';
import type * as v from 'valibot';
import type { ThemeName } from '../../model/vocabulary.ts';
import type { AnswerDocs, Endpoint, ErrorDocs } from '../endpoints/define-endpoint.ts';
import { endpoints } from '../endpoints/index.ts';
import { errorAnswerSchema } from '../wire/common-answers.ts';
import { componentOf } from '../wire/component.ts';
import { listOf } from '../wire/fields.ts';
import { renderRequestSchemaFor } from '../wire/render-request.ts';

type Schemas = Readonly<Record<string, v.GenericSchema>>;

/** The schemas of request bodies, by component name. */
export const requestSchemas: Schemas = componentsIn(endpoints.map(bodySchemaOf));

/** The schemas of all JSON bodies of answers. */
const answerSchemas: Schemas = componentsIn([errorAnswerSchema, ...endpoints.flatMap(answerSchemasOf)]);

/** Returns the schemas of all bodies by name, as JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export function componentSchemas(themes: readonly ThemeName[]): Record<string, JsonSchema> {
  return {
    ...toJsonSchemaDefs(
      { ...requestSchemas, RenderRequest: renderRequestSchemaFor(themes) },
      { ...conversion, typeMode: 'input' },
    ),
    ...toJsonSchemaDefs(answerSchemas, { ...conversion, typeMode: 'output' }),
  };
}

/** Returns the schema of a parameter, with the type of its parsed value. */
export function parameterSchema(schema: v.GenericSchema): JsonSchema {
  const { $schema: _, ...json } = toJsonSchema(schema, { ...conversion, typeMode: 'output' });
  // The schema reads text, so its default is text too.
  return json.type === 'integer' && json.default !== undefined
    ? { ...json, default: Number(json.default) }
    : json;
}

/** Returns a reference to a component. @throws Error for a schema that is not a component */
export function referenceTo(schema: object): { $ref: string } {
  const component = componentOf(schema);
  if (component === undefined) throw new Error('the schema of a body needs a name; see component()');
  return { $ref: `#/components/schemas/${component.name}` };
}

function bodySchemaOf({ body }: Endpoint): unknown {
  return body?.schema;
}

function answerSchemasOf({ answers }: Endpoint): unknown[] {
  return Object.values<AnswerDocs | ErrorDocs>(answers).map((answer) =>
    typeof answer === 'object' && 'schema' in answer ? answer.schema : undefined,
  );
}

/** Finds the components in values, at any depth, in the order of first occurrence. */
function componentsIn(values: readonly unknown[]): Schemas {
  const found = new Map<string, v.GenericSchema>();
  const seen = new Set<unknown>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    const component = componentOf(value);
    if (component) found.set(component.name, component.schema);
    for (const inner of Object.values(value)) visit(inner);
  };
  for (const value of values) visit(value);
  return Object.fromEntries(found);
}

const conversion = {
  target: 'draft-2020-12',
  // The descriptions state the rules that only code can check.
  ignoreActions: ['check'],
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  overrideAction: ({ valibotAction, jsonSchema }) => {
    if (valibotAction.type === 'metadata' && listOf in jsonSchema) return listSchema(jsonSchema);
    return valibotAction.type === 'safe_integer' ? withoutSafeBounds(jsonSchema) : undefined;
  },
} satisfies ConversionConfig;

function listSchema({ [listOf]: item, ...jsonSchema }: JsonSchema & { [listOf]?: unknown }): JsonSchema {
  if (typeof item !== 'object' || item === null) throw new Error('the entries of a list need a schema');
  return { ...jsonSchema, items: referenceTo(item) };
}

/** Removes the bounds of safe integers, which are no bounds of the field. */
function withoutSafeBounds({ minimum, maximum, ...rest }: JsonSchema): JsonSchema {
  return {
    ...rest,
    ...(minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
    ...(maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
  };
}
