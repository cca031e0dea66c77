import { resolve } from 'node:path';
import { closest, distance } from 'fastest-levenshtein';
import * as v from 'valibot';
import { defaultPlans, type PlanName, type Quota } from '../model/plan.ts';
import { type ConfigFile, configFileSchema, type SettingName, settingEntries } from './settings.ts';

type Settings = { readonly [Name in SettingName]: v.InferOutput<(typeof settingEntries)[Name]> };

/** What the service runs with: every setting decided, checked and frozen. */
export interface Config
  extends Omit<Settings, ListSetting | 'baseUrl' | 'plans'>,
    Readonly<Record<ListSetting, readonly string[]>> {
  /** Everything the service writes goes under this folder. */
  readonly dataDir: string;
  /** Without a trailing slash. Absent: http://localhost and the port that is listened on. */
  readonly baseUrl: string | undefined;
  readonly plans: Readonly<Record<PlanName, Quota>>;
}

type ListSetting = 'allowAddresses' | 'allowPorts' | 'trustProxies' | 'allowMetrics';

export type Environment = Readonly<Record<string, string | undefined>>;

/** What cannot be known without looking at the machine; the caller looks. */
export interface ConfigDefaults {
  readonly dataDir: string;
  readonly templatesDir: string;
  readonly renderers: number;
}

/** A setting that cannot be used. The message is one line and names the setting. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const environmentNames: Readonly<Record<SettingName, readonly string[]>> = {
  host: ['TIERPRESS_HOST'],
  port: ['TIERPRESS_PORT', 'PORT'],
  baseUrl: ['TIERPRESS_BASE_URL'],
  templatesDir: ['TIERPRESS_TEMPLATES_DIR'],
  allowAddresses: ['TIERPRESS_ALLOW_ADDRESSES'],
  allowPorts: ['TIERPRESS_ALLOW_PORTS'],
  pictureCacheMegabytes: ['TIERPRESS_PICTURE_CACHE_MEGABYTES'],
  rasteriser: ['TIERPRESS_RASTERISER'],
  renderers: ['TIERPRESS_RENDERERS'],
  logLevel: ['TIERPRESS_LOG_LEVEL'],
  imageLifeDays: ['TIERPRESS_IMAGE_LIFE_DAYS'],
  imageMegabytes: ['TIERPRESS_IMAGE_MEGABYTES'],
  cacheHours: ['TIERPRESS_CACHE_HOURS'],
  chargeCached: ['TIERPRESS_CHARGE_CACHED'],
  // A variable holds one text; quotas are in the file alone.
  plans: [],
  visitorMinute: ['TIERPRESS_VISITOR_MINUTE'],
  visitorDay: ['TIERPRESS_VISITOR_DAY'],
  openSignUp: ['TIERPRESS_OPEN_SIGN_UP'],
  trustProxies: ['TIERPRESS_TRUST_PROXIES'],
  allowMetrics: ['TIERPRESS_ALLOW_METRICS'],
};

const settingNames = Object.keys(environmentNames) as readonly SettingName[];

/** The data directory has to be known before the file in it can be read. */
export function dataDirOf(env: Environment, fallback: string): string {
  return resolve(env['TIERPRESS_DATA_DIR'] || fallback);
}

/**
 * Environment over file over defaults. An empty variable counts as not set.
 *
 * @param file the text of `<dataDir>/config.json`, or undefined when there is none
 * @returns the frozen Config, and warnings about variables that look like settings and are none
 * @throws ConfigError
 */
export function readConfig(
  env: Environment,
  file: string | undefined,
  defaults: ConfigDefaults,
): { readonly config: Config; readonly warnings: readonly string[] } {
  const dataDir = dataDirOf(env, defaults.dataDir);
  const { $schema: _, ...fromFile } = file === undefined ? {} : parseFile(file);
  const chosen = { ...fromFile, ...readEnvironment(env) };
  const config: Config = {
    host: chosen.host ?? '127.0.0.1',
    port: chosen.port ?? 3000,
    baseUrl: chosen.baseUrl,
    dataDir,
    templatesDir: resolve(dataDir, chosen.templatesDir ?? defaults.templatesDir),
    allowAddresses: Object.freeze(chosen.allowAddresses ?? []),
    allowPorts: Object.freeze(chosen.allowPorts ?? ['80', '443']),
    pictureCacheMegabytes: chosen.pictureCacheMegabytes ?? 512,
    rasteriser: chosen.rasteriser ?? 'resvg',
    renderers: chosen.renderers ?? Math.min(64, Math.max(1, defaults.renderers)),
    logLevel: chosen.logLevel ?? 'info',
    imageLifeDays: chosen.imageLifeDays ?? 7,
    imageMegabytes: chosen.imageMegabytes ?? 4096,
    cacheHours: chosen.cacheHours ?? 24,
    chargeCached: chosen.chargeCached ?? true,
    plans: Object.freeze(plansOf(chosen.plans)),
    visitorMinute: chosen.visitorMinute ?? 6,
    visitorDay: chosen.visitorDay ?? 60,
    openSignUp: chosen.openSignUp ?? false,
    trustProxies: Object.freeze(chosen.trustProxies ?? []),
    allowMetrics: Object.freeze(chosen.allowMetrics ?? ['127.0.0.0/8', '::1/128']),
  };
  return { config: Object.freeze(config), warnings: unknownVariables(env) };
}

function plansOf(chosen: ConfigFile['plans']): Readonly<Record<PlanName, Quota>> {
  const { free, creator, business, enterprise } = defaultPlans;
  return {
    free: chosen?.free ?? free,
    creator: chosen?.creator ?? creator,
    business: chosen?.business ?? business,
    enterprise: chosen?.enterprise ?? enterprise,
  };
}

function parseFile(text: string): ConfigFile {
  let data: unknown;
  try {
    data = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new ConfigError('config.json: is not valid JSON', { cause: error });
  }
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    throw new ConfigError('config.json: must be an object');
  }
  const unknown = Object.keys(data).find((name) => name !== '$schema' && !isSetting(name));
  if (unknown !== undefined) {
    throw new ConfigError(`config.json: ${unknown}: no such setting${hint(unknown, settingNames)}`);
  }
  const result = v.safeParse(configFileSchema, data, { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new ConfigError(`config.json: ${v.getDotPath(issue) ?? '(root)'}: ${issue.message}`);
}

function readEnvironment(env: Environment): Omit<ConfigFile, '$schema'> {
  const values: Record<string, unknown> = {};
  for (const name of settingNames) {
    const variable = environmentNames[name].find((candidate) => env[candidate]);
    if (variable === undefined) continue;
    const result = v.safeParse(settingEntries[name], fromText(name, env[variable] ?? ''), {
      abortEarly: true,
    });
    if (!result.success) throw new ConfigError(`${variable}: ${result.issues[0].message}`);
    values[name] = result.output;
  }
  return v.parse(configFileSchema, values);
}

/** The environment has only texts; numbers and lists are read from them, and checked like the file's. */
function fromText(name: SettingName, text: string): unknown {
  switch (name) {
    case 'port':
    case 'renderers':
    case 'imageLifeDays':
    case 'pictureCacheMegabytes':
    case 'imageMegabytes':
    case 'cacheHours':
    case 'visitorMinute':
    case 'visitorDay':
      return /^\d{1,9}$/.test(text) ? Number(text) : text;
    case 'allowAddresses':
    case 'allowPorts':
    case 'trustProxies':
    case 'allowMetrics':
      return text.split(/[\s,]+/).filter((part) => part !== '');
    case 'chargeCached':
    case 'openSignUp':
      return text === 'true' ? true : text === 'false' ? false : text;
    default:
      return text;
  }
}

function unknownVariables(env: Environment): readonly string[] {
  const known = ['TIERPRESS_DATA_DIR', ...Object.values(environmentNames).flat()];
  return Object.keys(env)
    .filter((name) => name.startsWith('TIERPRESS_') && !known.includes(name))
    .map((name) => `${name}: no such setting${hint(name, known)}`);
}

function isSetting(name: string): boolean {
  return Object.hasOwn(environmentNames, name);
}

function hint(name: string, known: readonly string[]): string {
  if (name.length > 60) return '';
  const nearest = closest(name, known);
  return distance(name, nearest) <= 3 ? `; did you mean ${nearest}?` : '';
}
