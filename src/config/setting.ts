import * as v from 'valibot';
import type { Kind } from './kinds.ts';

/** What a default may depend on: the package, and the machine that it runs on. */
export interface ConfigDefaults {
  readonly dataDir: string;
  readonly templatesDir: string;
  readonly renderers: number;
}

/** A row of the table of settings. */
export interface Setting<Value = unknown> extends Kind {
  /** Names of its variables, the strongest first; empty for a setting of the file alone. */
  readonly env: readonly string[];
  /** What it is for, in Markdown. */
  readonly description: string;
  /** How documentation states the default, in Markdown. */
  readonly defaultText: string;
  /**
   * Returns the value that the service runs with.
   *
   * @param chosen by the environment or the file; undefined: by neither
   */
  value(chosen: unknown, defaults: ConfigDefaults): Value;
}

/** A setting with the same default everywhere. */
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

/** A setting whose value depends on more than what was chosen. */
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
