import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { conversionWith, parameterSchema } from '../api/openapi/conversion.ts';

/** The JSON schema of an object. MCP wants the type in it, and models read it best without references. */
export type ObjectSchema = JsonSchema & { readonly type: 'object' };

/** Returns the JSON schema of the arguments that a schema reads. */
export function inputSchema(schema: v.GenericSchema): ObjectSchema {
  return asObject(inlined(schema, 'input'));
}

/** Returns the JSON schema of arguments that are checked as a query: see `asQuery`. */
export function querySchema({
  entries,
}: {
  readonly entries: Record<string, v.GenericSchema>;
}): ObjectSchema {
  const properties = Object.entries(entries).map(([name, schema]) => [name, parameterSchema(schema)]);
  return { type: 'object', properties: Object.fromEntries(properties) };
}

/** Returns the JSON schema of a structured result. */
export function outputSchema(schema: v.GenericSchema): ObjectSchema {
  return asObject(inlined(schema, 'output'));
}

/** Returns arguments as the parameters of a query, whose numbers are texts. */
export function asQuery(args: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts = Object.entries(args).map(([name, value]) => [
    name,
    typeof value === 'number' ? String(value) : value,
  ]);
  return Object.fromEntries(texts);
}

function inlined(schema: v.GenericSchema, typeMode: 'input' | 'output'): JsonSchema {
  const entryOf = (entry: object): JsonSchema => {
    if (!isSchema(entry)) throw new Error('the entries of a list need a schema');
    return inlined(entry, typeMode);
  };
  const { $schema: _, ...json } = toJsonSchema(schema, { ...conversionWith(entryOf), typeMode });
  return json;
}

function isSchema(value: object): value is v.GenericSchema {
  return 'kind' in value && value.kind === 'schema';
}

function asObject({ type, ...json }: JsonSchema): ObjectSchema {
  if (type !== 'object') throw new Error('arguments and results of tools are objects');
  return { type, ...json };
}
