import { isIP } from 'node:net';
import * as v from 'valibot';
import { alternatives } from '../model/alternatives.ts';
import { planNames } from '../model/plan.ts';
import { rasteriserNames } from '../model/vocabulary.ts';

const limit = v.nullable(wholeNumber(0, 1_000_000_000));
const quotaSchema = v.strictObject({ minute: limit, day: limit }, 'must be {"minute": …, "day": …}');

/**
 * Every setting, once: its check, and what it is for. The file's schema, the environment's names, the messages
 * and `data/config.schema.json` are all made from this table.
 */
export const settingEntries = {
  host: describe(
    v.pipe(v.string('must be a text'), v.regex(/^[\w.:-]+$/, 'must be a host name or an address')),
    'Name or address to listen on. 0.0.0.0 or :: for all. Default: 127.0.0.1.',
  ),
  port: describe(
    wholeNumber(0, 65_535),
    'TCP port to listen on; 0 lets the system choose. Default: 3000. PORT is read too, after TIERPRESS_PORT.',
  ),
  baseUrl: v.pipe(
    v.string('must be a text'),
    v.description(
      'Address under which clients reach the service; image addresses are built from it. Default: http://localhost:<port>.',
    ),
    v.check(isBaseUrl, 'must be an absolute http(s) address without query or fragment'),
    v.transform((text) => text.replace(/\/+$/, '')),
  ),
  templatesDir: describe(
    v.pipe(v.string('must be a text'), v.nonEmpty('must not be empty')),
    'Folder of the official templates, one JSON file each. Default: the templates that come with tierpress.',
  ),
  allowAddresses: describe(
    addressRanges(),
    'Address ranges that picture downloads may reach although they are not public. Default: none.',
  ),
  allowPorts: describe(
    v.array(
      v.pipe(
        v.string('must be a text'),
        v.regex(/^\d{1,5}(-\d{1,5})?$/, 'must be a port or a range such as 8000-8999'),
      ),
      'must be a list of ports',
    ),
    'TCP ports that picture downloads may use. Default: 80 and 443.',
  ),
  pictureCacheMegabytes: describe(
    wholeNumber(1, 1_000_000),
    'Disk space for pictures downloaded from the web, in MB. Default: 512.',
  ),
  rasteriser: describe(
    v.picklist(rasteriserNames, `must be ${alternatives(rasteriserNames.map((name) => `"${name}"`))}`),
    'What turns the drawing into pixels. Default: resvg.',
  ),
  renderers: describe(wholeNumber(1, 64), 'Number of renderer processes. Default: one for each core.'),
  logLevel: describe(
    v.picklist(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'must be trace, debug, info, warn, error, fatal or silent',
    ),
    'The least important log lines that are written. Default: info.',
  ),
  imageLifeDays: describe(wholeNumber(1, 365), 'Days after which a picture expires. Default: 7.'),
  imageMegabytes: describe(
    wholeNumber(1, 10_000_000),
    'Disk space for finished pictures, in MB. When it is full, the oldest go before they expire. Default: 4096.',
  ),
  cacheHours: describe(
    wholeNumber(0, 24 * 365),
    'Hours in which an identical request is answered with the same picture, at most until that expires; 0: never. Default: 24.',
  ),
  chargeCached: describe(
    flag(),
    'Whether a request that is answered from the cache counts against the quota. Default: true.',
  ),
  plans: describe(
    v.strictObject(
      v.entriesFromList(planNames, v.optional(quotaSchema)),
      `must be an object of the plans ${planNames.join(', ')}`,
    ),
    'Requests that each plan may make in a minute and in a day (UTC); null for no limit.',
  ),
  visitorMinute: describe(
    wholeNumber(0, 1_000_000),
    'Pictures that whoever is not logged in may have drawn on the ranking board in a minute, for each client address; 0: none. Default: 6.',
  ),
  visitorDay: describe(wholeNumber(0, 1_000_000), 'The same for a day (UTC). Default: 60.'),
  openSignUp: describe(flag(), 'Whether anybody may make an account, on the plan free. Default: false.'),
  trustProxies: describe(
    addressRanges(),
    'Addresses of reverse proxies whose X-Forwarded-For is believed. Default: none.',
  ),
  allowMetrics: describe(
    addressRanges(),
    'Addresses that may read /metrics. Default: 127.0.0.0/8 and ::1/128, this machine.',
  ),
} as const;

export type SettingName = keyof typeof settingEntries;

/** `data/config.json`: any of the settings, nothing else. */
export const configFileSchema = v.strictObject({
  $schema: v.optional(v.string('must be a text')),
  ...v.partial(v.object(settingEntries)).entries,
});

export type ConfigFile = v.InferOutput<typeof configFileSchema>;

function describe<const TSchema extends v.GenericSchema>(schema: TSchema, description: string) {
  return v.pipe(schema, v.description(description));
}

function wholeNumber(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`;
  return v.pipe(
    v.number(message),
    v.safeInteger(message),
    v.minValue(min, message),
    v.maxValue(max, message),
  );
}

function flag() {
  return v.boolean('must be true or false');
}

function addressRanges() {
  return v.array(
    v.pipe(
      v.string('must be a text'),
      v.check(isAddressRange, 'must be an address or a range such as 10.0.0.0/8'),
    ),
    'must be a list of address ranges',
  );
}

function isBaseUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '' && url.username === '';
}

function isAddressRange(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0 || address.includes('%')) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
}
