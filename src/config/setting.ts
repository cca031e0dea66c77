import * as v from 'valibot';
import type { Kind } from './kinds.ts';

/** The values that depend on the package or on the machine. */
export interface ConfigDefaults {
  readonly dataDir: string;
  readonly templatesDir: string;
  readonly renderers: number;
}

/** A row of the table of settings. */
export interface Setting<Value = unknown> extends Kind {
  /** Names of its variables, in order of precedence; empty for a setting that only the file can hold. */
  readonly env: readonly string[];
  /** Its purpose, in Markdown. */
  readonly description: string;
  /** The default as the documentation states it, in Markdown. */
  readonly defaultText: string;
  /**
   * Returns the value that the service uses.
   *
   * @param chosen the value from the environment or the file; undefined if neither sets it
   */
  value(chosen: unknown, defaults: ConfigDefaults): Value;
}

/** Creates a setting that has the same default everywhere. */
export function setting<Schema extends v.GenericSchema>(
  kind: Kind<Schema>,
  row: Pick<Setting, 'env' | 'description'> & { readonly default: v.InferOutput<Schema> },
): Setting<v.InferOutput<Schema>> {
  return computed(kind, {
    ...row,
    defaultText: shown(row.default),
    compute: (chosen) => chosen ?? row.default,
  });
}

/** Creates a setting whose value is computed from the chosen value and the defaults. */
export function computed<Schema extends v.GenericSchema, Value>(
  { schema, fromText }: Kind<Schema>,
  row: Pick<Setting, 'env' | 'description' | 'defaultText'> & {
    readonly compute: (chosen: v.InferOutput<Schema> | undefined, defaults: ConfigDefaults) => Value;
  },
): Setting<Value> {
  const { env, description, defaultText, compute } = row;
  return {
    schema,
    fromText,
    env,
    description,
    defaultText,
    value: (chosen, defaults) =>
      Object.freeze(compute(chosen === undefined ? undefined : v.parse(schema, chosen), defaults)),
  };
}

function shown(value: unknown): string {
  if (!Array.isArray(value)) return `\`${value}\``;
  return value.length === 0 ? 'none' : `\`${value.join(', ')}\``;
}
