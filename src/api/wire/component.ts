import * as v from 'valibot';

interface Component {
  readonly name: string;
  readonly schema: v.GenericSchema;
}

const components = new WeakMap<object, Component>();

/** Gives a schema the name and the description under which the OpenAPI document lists it. */
export function component<const TSchema extends v.GenericSchema>(
  name: string,
  description: string,
  schema: TSchema,
) {
  const described = v.pipe(schema, v.description(description));
  components.set(described, { name, schema: described });
  return described;
}

/** Returns the component metadata of a value, or undefined if the value is not a component. */
export function componentOf(value: object): Component | undefined {
  return components.get(value);
}
