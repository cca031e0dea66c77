import type { JsonSchema } from '@valibot/to-json-schema';
import { Words } from './prose.tsx';

/** The schemas of all bodies by name. */
export type Components = Readonly<Record<string, JsonSchema>>;

type Definition = JsonSchema | boolean | undefined;

/** Renders a list of the fields of an object, and within each the fields of the objects that it holds. */
export function Fields({ schema, components }: { schema: JsonSchema; components: Components }) {
  const { properties = {}, required = [] } = resolved(schema, components);
  return (
    <dl class="fields">
      {Object.entries(properties).map(([name, property]) => (
        <Field name={name} schema={property} isRequired={required.includes(name)} components={components} />
      ))}
    </dl>
  );
}

/** Renders a field or parameter with its type, rules and description. */
export function Field(props: {
  readonly name: string;
  readonly schema: Definition;
  readonly isRequired: boolean;
  readonly components: Components;
  readonly description?: string | undefined;
}) {
  const { name, isRequired, components } = props;
  const schema = resolved(props.schema, components);
  const description = props.description ?? schema.description;
  const objects = objectsIn(props.schema, components);
  return (
    <div>
      <dt>
        <code>{name}</code> <span class="type">{typeOf(props.schema, components)}</span>
        {isRequired && <span class="required"> required</span>}
      </dt>
      <dd>
        {description !== undefined && (
          <p>
            <Words text={description} />
          </p>
        )}
        {schema.default !== undefined && (
          <p>
            Default: <code>{JSON.stringify(schema.default)}</code>
          </p>
        )}
        {objects.map(([title, object]) => (
          <details>
            <summary>Fields of {title}</summary>
            <Fields schema={object} components={components} />
          </details>
        ))}
      </dd>
    </div>
  );
}

/** Returns a schema, or the component that it refers to. */
function resolved(schema: Definition, components: Components): JsonSchema {
  if (typeof schema !== 'object') return {};
  const name = nameOf(schema);
  return name === undefined ? schema : (components[name] ?? {});
}

function nameOf({ $ref }: JsonSchema): string | undefined {
  return $ref?.split('/').at(-1);
}

/** Returns the type of a schema in words, with the bounds of numbers and lists. */
function typeOf(schema: Definition, components: Components): string {
  if (typeof schema !== 'object') return 'anything';
  const name = nameOf(schema);
  const { anyOf, oneOf, enum: values, const: value, type, items, ...rules } = resolved(schema, components);
  const options = anyOf ?? oneOf;
  if (options !== undefined) {
    return [...new Set(options.map((option) => typeOf(option, components)))].join(' or ');
  }
  if (values !== undefined) return values.map((one) => JSON.stringify(one)).join(' | ');
  if (value !== undefined) return JSON.stringify(value);
  if (type === 'array') {
    const entries = Array.isArray(items) ? 'values' : typeOf(items, components);
    return `list of${boundsOf(rules.minItems, rules.maxItems)} ${entries}`;
  }
  if (type === 'object') return name ?? 'object';
  return `${rules.format ?? type ?? 'anything'}${boundsOf(rules.minimum, rules.maximum)}`;
}

function boundsOf(min: number | undefined, max: number | undefined): string {
  if (max !== undefined && max < Number.MAX_SAFE_INTEGER) return ` ${min ?? 0}–${max}`;
  return min === undefined || min === 0 ? '' : ` ≥ ${min}`;
}

/** Returns the objects with fields that a schema allows, directly, as alternatives or as entries of a list. */
function objectsIn(schema: Definition, components: Components): (readonly [string, JsonSchema])[] {
  if (typeof schema !== 'object') return [];
  const { anyOf, oneOf, items, properties } = resolved(schema, components);
  if (properties !== undefined) return [[nameOf(schema) ?? 'the object', schema]];
  const inner = anyOf ?? oneOf ?? (Array.isArray(items) ? items : [items]);
  return inner.flatMap((one) => objectsIn(one, components));
}
