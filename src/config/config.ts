import { resolve } from 'node:path';
import * as v from 'valibot';
import { didYouMean, nearestOf } from '../model/nearest.ts';
import { readS3Credentials, type S3Credentials } from './s3-address.ts';
import type { ConfigDefaults } from './setting.ts';
import {
  configFileSchema,
  dataDirVariable,
  type SettingName,
  type SettingValues,
  settingNames,
  settings,
} from './settings.ts';

/** The configuration of the service: every setting, checked and frozen. */
export interface Config extends SettingValues {
  /** The folder that the service writes to. */
  readonly dataDir: string;
  /** Present when images are stored in S3. */
  readonly s3Credentials?: S3Credentials;
}

const prefix = 'TIERPRESS_';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A setting that cannot be used. The message is one line that names the setting. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Returns the data directory. It is needed first, since the configuration file lies in it. */
export function dataDirOf(env: Environment, fallback: () => string): string {
  return resolve(env[dataDirVariable] || fallback());
}

/**
 * Reads the configuration. The environment takes precedence over the file, and the file over the defaults. An empty
 * variable counts as not set.
 *
 * @param file the text of `<dataDir>/config.json`, or undefined if there is no such file
 * @param defaults values that depend on the package and on the machine
 * @returns the frozen Config, and warnings about variables that resemble settings but are unknown
 * @throws ConfigError
 */
export function readConfig(
  env: Environment,
  file: string | undefined,
  defaults: ConfigDefaults,
): { readonly config: Config; readonly warnings: readonly string[] } {
  const dataDir = dataDirOf(env, () => defaults.dataDir);
  const chosen = { ...(file === undefined ? {} : parseFile(file)), ...readEnvironment(env) };
  const values = settingValues(chosen, { ...defaults, dataDir });
  const s3 = values.images === 'file:' ? {} : { s3Credentials: s3CredentialsIn(env) };
  return { config: Object.freeze({ ...values, dataDir, ...s3 }), warnings: unknownVariables(env) };
}

function s3CredentialsIn(env: Environment): S3Credentials {
  const credentials = readS3Credentials(env);
  if ('problem' in credentials) throw new ConfigError(credentials.problem);
  return credentials;
}

type Chosen = Readonly<Partial<Record<SettingName, unknown>>>;

function settingValues(chosen: Chosen, defaults: ConfigDefaults): SettingValues {
  const values = settingNames.map((name) => [name, settings[name].value(chosen[name], defaults)]);
  // `Object.fromEntries` loses the type of each value; each row of `settings` computes a value of its own type.
  return Object.fromEntries(values) as SettingValues;
}

function parseFile(text: string): Chosen {
  let data: unknown;
  try {
    data = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new ConfigError('config.json: is not valid JSON', { cause: error });
  }
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    throw new ConfigError('config.json: must be an object');
  }
  const unknown = Object.keys(data).find((name) => name !== '$schema' && !Object.hasOwn(settings, name));
  if (unknown !== undefined) {
    throw new ConfigError(`config.json: ${unknown}: no such setting${didYouMean(unknown, settingNames)}`);
  }
  const result = v.safeParse(configFileSchema, data, { abortEarly: true });
  if (!result.success) {
    const [issue] = result.issues;
    throw new ConfigError(`config.json: ${v.getDotPath(issue) ?? '(root)'}: ${issue.message}`);
  }
  const { $schema: _, ...chosen } = result.output;
  return chosen;
}

function readEnvironment(env: Environment): Chosen {
  const chosen: Partial<Record<SettingName, unknown>> = {};
  for (const name of settingNames) {
    const { env: variables, fromText, schema } = settings[name];
    const variable = variables.find((candidate) => env[candidate]);
    if (variable === undefined) continue;
    const result = v.safeParse(schema, fromText(env[variable] ?? ''), { abortEarly: true });
    if (!result.success) throw new ConfigError(`${variable}: ${result.issues[0].message}`);
    chosen[name] = result.output;
  }
  return chosen;
}

function unknownVariables(env: Environment): readonly string[] {
  const known = [dataDirVariable, ...Object.values(settings).flatMap((setting) => setting.env)];
  return Object.keys(env)
    .filter((name) => name.startsWith(prefix) && !known.includes(name))
    .map((name) => {
      // The prefix would make all of them alike.
      const nearest = nearestOf(
        name.slice(prefix.length),
        known.map((variable) => variable.replace(prefix, '')),
      );
      return `${name}: no such setting${nearest === undefined ? '' : `; did you mean "${prefix}${nearest}"?`}`;
    });
}
