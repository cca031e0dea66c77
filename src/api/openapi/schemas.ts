import { type ConversionConfig, type JsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import type { ThemeName } from '../../model/vocabulary.ts';
import type { AnswerDocs, Endpoint, ErrorDocs } from '../endpoints/define-endpoint.ts';
import { endpoints } from '../endpoints/index.ts';
import { errorAnswerSchema } from '../wire/common-answers.ts';
import { componentOf } from '../wire/component.ts';
import { renderRequestSchemaFor } from '../wire/render-request.ts';
import { conversionWith } from './conversion.ts';

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
  ...conversionWith(referenceTo),
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
} satisfies ConversionConfig;
