import { resolve } from 'node:path';
import * as v from 'valibot';
import { keysOf } from '../model/keys-of.ts';
import { defaultPlans, type PlanName, planNames, type Quota } from '../model/plan.ts';
import { rasteriserNames } from '../model/vocabulary.ts';
import {
  addressRanges,
  baseAddress,
  flag,
  folder,
  hostName,
  oneOf,
  ports,
  storeAddress,
  wholeNumber,
} from './kinds.ts';
import { computed, setting } from './setting.ts';

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const limit = v.nullable(wholeNumber(0, 1_000_000_000).schema);
const quotaSchema = v.strictObject({ minute: limit, day: limit }, 'must be {"minute": …, "day": …}');
const plans = {
  schema: v.strictObject(
    v.entriesFromList(planNames, v.optional(quotaSchema)),
    `must be an object of the plans ${planNames.join(', ')}`,
  ),
  fromText: (text: string) => text,
};

/**
 * All settings, one row each. These rows define the type of the configuration, the schema of the file, the variables,
 * the defaults, `data/config.schema.json` and the table in `docs/operating.md`.
 */
export const settings = {
  host: setting(hostName, {
    env: ['TIERPRESS_HOST'],
    default: '127.0.0.1',
    description:
      'The name or address to listen on. The default is this machine alone; `0.0.0.0` or `::` is every address.',
  }),
  port: setting(wholeNumber(0, 65_535), {
    env: ['TIERPRESS_PORT', 'PORT'],
    default: 3000,
    description: 'The TCP port to listen on. With `0` the system chooses one.',
  }),
  baseUrl: computed(baseAddress, {
    env: ['TIERPRESS_BASE_URL'],
    defaultText: '`http://localhost:<port>`',
    compute: (chosen) => chosen,
    description:
      'The address under which clients reach the service. Set it behind a proxy: image addresses and one-time links are built from it, and with `https` the login cookie is `Secure`.',
  }),
  store: setting(storeAddress('postgres', 'postgres://user:password@host/database'), {
    env: ['TIERPRESS_STORE'],
    default: 'file:',
    description:
      'Where accounts, keys, sessions, counters and the cache of finished boards are stored: `file:` is the data directory, `postgres://user:password@host/database` a PostgreSQL that several replicas may share. See [scaling](scaling.md).',
  }),
  images: setting(storeAddress('s3', 's3://bucket/prefix?endpoint=https://host&region=eu-1'), {
    env: ['TIERPRESS_IMAGES'],
    default: 'file:',
    description:
      'Where finished images are stored: `file:` is the data directory, `s3://bucket/prefix?endpoint=…&region=…&pathStyle=true` any S3, with the credentials in `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`. Without an endpoint it is AWS; with one, `pathStyle=false` puts the bucket into the host name.',
  }),
  imageBaseUrl: computed(baseAddress, {
    env: ['TIERPRESS_IMAGE_BASE_URL'],
    defaultText: 'the base address',
    compute: (chosen) => chosen,
    description:
      'The address under which clients reach `/images/…`, for example that of a CDN in front of the service.',
  }),
  secretFile: computed(folder, {
    env: ['TIERPRESS_SECRET_FILE'],
    defaultText: '`secret` in the data directory',
    compute: (chosen, { dataDir }) => resolve(dataDir, chosen ?? 'secret'),
    description:
      'The file with the secret that keys are hashed with. Replicas that share a store share it; with a shared store it is never created by itself. `openssl rand -hex 32` makes one.',
  }),
  drainSeconds: setting(wholeNumber(0, 600), {
    env: ['TIERPRESS_DRAIN_SECONDS'],
    default: 0,
    description:
      'Seconds after SIGTERM in which `/readyz` is 503 and requests are still answered, so that a balancer stops sending them before the service stops accepting.',
  }),
  templatesDir: computed(folder, {
    env: ['TIERPRESS_TEMPLATES_DIR'],
    defaultText: 'the templates that come with tierpress',
    compute: (chosen, { dataDir, templatesDir }) => resolve(dataDir, chosen ?? templatesDir),
    description: 'The folder of the official templates, one JSON file each.',
  }),
  renderers: computed(wholeNumber(1, 64), {
    env: ['TIERPRESS_RENDERERS'],
    defaultText: 'one for each core',
    compute: (chosen, { renderers }) => chosen ?? Math.min(64, Math.max(1, renderers)),
    description: 'The number of renderer processes.',
  }),
  rasteriser: setting(oneOf(rasteriserNames, '"'), {
    env: ['TIERPRESS_RASTERISER'],
    default: 'resvg',
    description: 'The program that turns a drawing into pixels: `resvg`, or `librsvg`, which is slower.',
  }),
  warmUp: setting(flag, {
    env: ['TIERPRESS_WARM_UP'],
    default: true,
    description:
      'Whether renderers draw some boards before they are ready. `false`: the start takes half the time, and the first images take longer. For development.',
  }),
  boardCpuSeconds: setting(wholeNumber(1, 60), {
    env: ['TIERPRESS_BOARD_CPU_SECONDS'],
    default: 5,
    description:
      'Seconds of CPU time that a renderer may spend on one board or photo. A board that needs more is stopped and refused with 400. Raise it on a slow machine.',
  }),
  imageLifeDays: setting(wholeNumber(1, 365), {
    env: ['TIERPRESS_IMAGE_LIFE_DAYS'],
    default: 7,
    description: 'Days after which an image expires.',
  }),
  imageMegabytes: setting(wholeNumber(1, 10_000_000), {
    env: ['TIERPRESS_IMAGE_MEGABYTES'],
    default: 4096,
    description:
      'Disk space for finished images, in MB. When it is full, expired images are removed first, and then the oldest before their time; each such removal is logged as an error. Does not apply to images in S3.',
  }),
  cacheHours: setting(wholeNumber(0, 24 * 365), {
    env: ['TIERPRESS_CACHE_HOURS'],
    default: 24,
    description:
      'Hours in which an identical request is answered with the same image, counted from its creation and at most until it expires. `0`: never.',
  }),
  chargeCached: setting(flag, {
    env: ['TIERPRESS_CHARGE_CACHED'],
    default: true,
    description: 'Whether an answer from the cache counts against the quota.',
  }),
  plans: computed(plans, {
    env: [],
    defaultText: 'as listed under [plans](#plans)',
    compute: (chosen = {}): Readonly<Record<PlanName, Quota>> => ({
      free: chosen.free ?? defaultPlans.free,
      creator: chosen.creator ?? defaultPlans.creator,
      business: chosen.business ?? defaultPlans.business,
      enterprise: chosen.enterprise ?? defaultPlans.enterprise,
    }),
    description: 'Requests that each plan may make in a minute and in a day (UTC); `null` is no limit.',
  }),
  visitorMinute: setting(wholeNumber(0, 1_000_000), {
    env: ['TIERPRESS_VISITOR_MINUTE'],
    default: 6,
    description:
      'Images that visitors who are not logged in may have drawn on the ranking board in a minute, for each client address. An IPv6 network of 64 bits counts as one address. Behind a proxy, `trustProxies` has to name it, or all visitors count as one. `0`: none.',
  }),
  visitorDay: setting(wholeNumber(0, 1_000_000), {
    env: ['TIERPRESS_VISITOR_DAY'],
    default: 60,
    description: 'The same for a day (UTC).',
  }),
  failedMinute: setting(wholeNumber(0, 1_000_000), {
    env: ['TIERPRESS_FAILED_MINUTE'],
    default: 10,
    description:
      'Renders of an account that may fail in a minute for a reason of its own, such as a photo that cannot be loaded, beyond the quota of its plan for a minute. They cost no quota.',
  }),
  failedUnlimitedMinute: setting(wholeNumber(0, 1_000_000), {
    env: ['TIERPRESS_FAILED_UNLIMITED_MINUTE'],
    default: 600,
    description: 'The same for plans without a quota for a minute, in all.',
  }),
  visitorFailedMinute: setting(wholeNumber(0, 1_000_000), {
    env: ['TIERPRESS_VISITOR_FAILED_MINUTE'],
    default: 10,
    description: 'The same for visitors who are not logged in, for each client address.',
  }),
  visitorFailedDay: setting(wholeNumber(0, 1_000_000), {
    env: ['TIERPRESS_VISITOR_FAILED_DAY'],
    default: 100,
    description: 'The same for a day (UTC).',
  }),
  visitorPhotosHour: setting(wholeNumber(0, 1_000_000), {
    env: ['TIERPRESS_VISITOR_PHOTOS_HOUR'],
    default: 200,
    description:
      'Photos that are downloaded in an hour for visitors who are not logged in, for each client address.',
  }),
  previewMinute: setting(wholeNumber(0, 1_000_000), {
    env: ['TIERPRESS_PREVIEW_MINUTE'],
    default: 120,
    description:
      'Previews that the ranking board may show one account, or one client address without a login, in a minute. They cost no quota. A photo of a preview that cannot be loaded counts as one. Each replica counts for itself.',
  }),
  previewCpuSeconds: setting(wholeNumber(1, 3600), {
    env: ['TIERPRESS_PREVIEW_CPU_SECONDS'],
    default: 10,
    description:
      'Seconds of CPU time that renderers may spend on the previews of one account or client address in a minute, with their photos.',
  }),
  uploadsDay: setting(wholeNumber(0, 1_000_000), {
    env: ['TIERPRESS_UPLOADS_DAY'],
    default: 1000,
    description: 'Photos that an account may upload in a day (UTC).',
  }),
  visitorUploadsDay: setting(wholeNumber(0, 1_000_000), {
    env: ['TIERPRESS_VISITOR_UPLOADS_DAY'],
    default: 60,
    description: 'The same for visitors who are not logged in, for each client address.',
  }),
  uploadMegabytes: setting(wholeNumber(1, 1_000_000), {
    env: ['TIERPRESS_UPLOAD_MEGABYTES'],
    default: 1024,
    description:
      'Space for the photos that accounts have uploaded, in MB. When it is full, the least recently used are removed first.',
  }),
  visitorUploadMegabytes: setting(wholeNumber(1, 1_000_000), {
    env: ['TIERPRESS_VISITOR_UPLOAD_MEGABYTES'],
    default: 256,
    description: 'The same for photos of visitors, who never take the space of accounts.',
  }),
  uploadLifeDays: setting(wholeNumber(1, 3650), {
    env: ['TIERPRESS_UPLOAD_LIFE_DAYS'],
    default: 30,
    description:
      'Days after which an uploaded photo is deleted, counted from when it was last drawn or shown.',
  }),
  sharedMinute: setting(wholeNumber(0, 1_000_000), {
    env: ['TIERPRESS_SHARED_MINUTE'],
    default: 60,
    description:
      'Images of boards in links (`/tier/<id>/board.png`) that are drawn in a minute, for all clients together. They cost no quota; beyond this number, links show the cover of their template.',
  }),
  sharedNetworkMinute: setting(wholeNumber(0, 1_000_000), {
    env: ['TIERPRESS_SHARED_NETWORK_MINUTE'],
    default: 20,
    description: 'The same for each client address.',
  }),
  openSignUp: setting(flag, {
    env: ['TIERPRESS_OPEN_SIGN_UP'],
    default: false,
    description: 'Whether anyone may create an account, on the plan `free`.',
  }),
  trustProxies: setting(addressRanges, {
    env: ['TIERPRESS_TRUST_PROXIES'],
    default: [],
    description: 'Address ranges of the reverse proxies whose `X-Forwarded-For` is trusted.',
  }),
  allowMetrics: setting(addressRanges, {
    env: ['TIERPRESS_ALLOW_METRICS'],
    default: ['127.0.0.0/8', '::1/128'],
    description: 'Address ranges that may read `/metrics`. The default is this machine.',
  }),
  allowAddresses: setting(addressRanges, {
    env: ['TIERPRESS_ALLOW_ADDRESSES'],
    default: [],
    description:
      'Address ranges such as `10.0.0.0/8` from which photos may be downloaded although they are not public.',
  }),
  allowPorts: setting(ports, {
    env: ['TIERPRESS_ALLOW_PORTS'],
    default: ['80', '443'],
    description: 'TCP ports and ranges such as `8000-8999` from which photos may be downloaded.',
  }),
  pictureCacheMegabytes: setting(wholeNumber(1, 1_000_000), {
    env: ['TIERPRESS_PICTURE_CACHE_MEGABYTES'],
    default: 512,
    description:
      'Disk space for downloaded photos, in MB. When it is full, the least recently used are removed first.',
  }),
  logLevel: setting(oneOf(logLevels), {
    env: ['TIERPRESS_LOG_LEVEL'],
    default: 'info',
    description: 'The least severe level that is logged.',
  }),
};

type Settings = typeof settings;
export type SettingName = keyof Settings;
export const settingNames = keysOf(settings);

/** The value of every setting. */
export type SettingValues = { readonly [Name in SettingName]: ReturnType<Settings[Name]['value']> };

/**
 * The variable that names the data directory. It has no row, because the configuration file lies in that directory.
 */
export const dataDirVariable = 'TIERPRESS_DATA_DIR';

/** The schema of `data/config.json`: any of the settings, and nothing else. */
export const configFileSchema = v.strictObject({
  $schema: v.optional(v.string('must be a text')),
  ...Object.fromEntries(settingNames.map((name) => [name, v.optional(settings[name].schema)])),
});
