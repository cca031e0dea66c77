import { type ConversionConfig, type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { listOf } from '../wire/fields.ts';

/**
 * Returns the settings for the conversion of schemas to JSON Schema 2020-12, the dialect of OpenAPI 3.1 and of MCP.
 *
 * @param schemaOf returns the JSON schema of the entries of a list
 */
export function conversionWith(schemaOf: (entry: object) => JsonSchema) {
  return {
    target: 'draft-2020-12',
    // The descriptions state the rules that only code can check.
    ignoreActions: ['check'],
    overrideAction: ({ valibotAction, jsonSchema }) => {
      if (valibotAction.type === 'metadata' && listOf in jsonSchema) return listSchema(jsonSchema, schemaOf);
      return valibotAction.type === 'safe_integer' ? withoutSafeBounds(jsonSchema) : undefined;
    },
  } satisfies ConversionConfig;
}

/** Returns the schema of a parameter, with the type of its parsed value. */
export function parameterSchema(schema: v.GenericSchema): JsonSchema {
  const { $schema: _, ...json } = toJsonSchema(schema, { ...conversionWith(noList), typeMode: 'output' });
  // The schema reads text, so its default is text too.
  return json.type === 'integer' && json.default !== undefined
    ? { ...json, default: Number(json.default) }
    : json;
}

function noList(): never {
  throw new Error('a parameter has no list');
}

function listSchema(
  { [listOf]: item, ...jsonSchema }: JsonSchema & { [listOf]?: unknown },
  schemaOf: (entry: object) => JsonSchema,
): JsonSchema {
  if (typeof item !== 'object' || item === null) throw new Error('the entries of a list need a schema');
  return { ...jsonSchema, items: schemaOf(item) };
}

/** Removes the bounds of safe integers, which are no bounds of the field. */
function withoutSafeBounds({ minimum, maximum, ...rest }: JsonSchema): JsonSchema {
  return {
    ...rest,
    ...(minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
    ...(maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
  };
}
