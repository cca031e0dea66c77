import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../src/config/config.ts';
import { configJsonSchema } from '../../src/config/json-schema.ts';
import { settingNames, settings } from '../../src/config/settings.ts';
import { withSettingsTable } from '../../src/config/settings-table.ts';
import { defaultPlans } from '../../src/model/plan.ts';

const defaults = { dataDir: '/srv/tierpress', templatesDir: '/srv/templates', renderers: 4 };

describe('configuration', () => {
  it('is complete without variables and without a file', () => {
    const { config, warnings } = readConfig({}, undefined, defaults);
    expect(config).toEqual({
      host: '127.0.0.1',
      port: 3000,
      baseUrl: undefined,
      dataDir: '/srv/tierpress',
      store: 'file:',
      images: 'file:',
      imageBaseUrl: undefined,
      secretFile: '/srv/tierpress/secret',
      drainSeconds: 0,
      templatesDir: '/srv/templates',
      allowAddresses: [],
      allowPorts: ['80', '443'],
      pictureCacheMegabytes: 512,
      rasteriser: 'resvg',
      warmUp: true,
      boardCpuSeconds: 5,
      renderers: 4,
      logLevel: 'info',
      imageLifeDays: 7,
      imageMegabytes: 4096,
      cacheHours: 24,
      chargeCached: true,
      plans: {
        free: { minute: 3, day: 50 },
        creator: { minute: 30, day: 500 },
        business: { minute: 120, day: 5000 },
        enterprise: { minute: null, day: null },
      },
      visitorMinute: 6,
      visitorDay: 60,
      failedMinute: 10,
      failedUnlimitedMinute: 600,
      visitorFailedMinute: 10,
      visitorFailedDay: 100,
      visitorPhotosHour: 200,
      previewMinute: 120,
      previewCpuSeconds: 10,
      uploadsDay: 1000,
      visitorUploadsDay: 60,
      uploadMegabytes: 1024,
      visitorUploadMegabytes: 256,
      uploadLifeDays: 30,
      sharedMinute: 60,
      sharedNetworkMinute: 20,
      openSignUp: false,
      trustProxies: [],
      allowMetrics: ['127.0.0.0/8', '::1/128'],
    });
    expect(warnings).toEqual([]);
    expect(Object.isFrozen(config)).toBe(true);
  });

  it('takes the environment before the file, and TIERPRESS_PORT before PORT', () => {
    const file = JSON.stringify({
      $schema: './config.schema.json',
      port: 4000,
      host: '::',
      rasteriser: 'librsvg',
    });
    expect(readConfig({}, file, defaults).config).toMatchObject({
      port: 4000,
      host: '::',
      rasteriser: 'librsvg',
    });
    expect(readConfig({ PORT: '5000' }, file, defaults).config.port).toBe(5000);
    expect(readConfig({ PORT: '5000', TIERPRESS_PORT: '0' }, file, defaults).config.port).toBe(0);
    expect(readConfig({ TIERPRESS_PORT: '' }, file, defaults).config.port).toBe(4000);
  });

  it('reads every variable', () => {
    const { config } = readConfig(
      {
        TIERPRESS_HOST: '0.0.0.0',
        TIERPRESS_PORT: '8080',
        TIERPRESS_BASE_URL: 'https://tiers.example.org/sub/',
        TIERPRESS_DATA_DIR: '/var/lib/tierpress',
        TIERPRESS_STORE: 'postgres://tierpress@db/tierpress',
        TIERPRESS_IMAGES: 's3://pictures/tierpress?endpoint=https://s3.example.org&region=eu-1',
        AWS_ACCESS_KEY_ID: 'id',
        AWS_SECRET_ACCESS_KEY: 'secret',
        TIERPRESS_IMAGE_BASE_URL: 'https://cdn.example.org',
        TIERPRESS_SECRET_FILE: '/run/secrets/tierpress',
        TIERPRESS_DRAIN_SECONDS: '10',
        TIERPRESS_TEMPLATES_DIR: 'templates',
        TIERPRESS_ALLOW_ADDRESSES: '10.0.0.0/8, fd00::/8 127.0.0.1',
        TIERPRESS_ALLOW_PORTS: '80, 8000-8999',
        TIERPRESS_PICTURE_CACHE_MEGABYTES: '64',
        TIERPRESS_RASTERISER: 'librsvg',
        TIERPRESS_WARM_UP: 'false',
        TIERPRESS_BOARD_CPU_SECONDS: '20',
        TIERPRESS_RENDERERS: '3',
        TIERPRESS_LOG_LEVEL: 'silent',
        TIERPRESS_IMAGE_LIFE_DAYS: '30',
        TIERPRESS_IMAGE_MEGABYTES: '100',
        TIERPRESS_CACHE_HOURS: '0',
        TIERPRESS_CHARGE_CACHED: 'false',
        TIERPRESS_VISITOR_MINUTE: '0',
        TIERPRESS_VISITOR_DAY: '30',
        TIERPRESS_FAILED_MINUTE: '1',
        TIERPRESS_FAILED_UNLIMITED_MINUTE: '2',
        TIERPRESS_VISITOR_FAILED_MINUTE: '4',
        TIERPRESS_VISITOR_FAILED_DAY: '5',
        TIERPRESS_VISITOR_PHOTOS_HOUR: '6',
        TIERPRESS_PREVIEW_MINUTE: '7',
        TIERPRESS_PREVIEW_CPU_SECONDS: '8',
        TIERPRESS_UPLOADS_DAY: '9',
        TIERPRESS_VISITOR_UPLOADS_DAY: '10',
        TIERPRESS_UPLOAD_MEGABYTES: '11',
        TIERPRESS_VISITOR_UPLOAD_MEGABYTES: '12',
        TIERPRESS_UPLOAD_LIFE_DAYS: '13',
        TIERPRESS_SHARED_MINUTE: '7',
        TIERPRESS_SHARED_NETWORK_MINUTE: '8',
        TIERPRESS_OPEN_SIGN_UP: 'true',
        TIERPRESS_TRUST_PROXIES: '10.0.0.1',
        TIERPRESS_ALLOW_METRICS: '10.0.0.0/8',
      },
      undefined,
      defaults,
    );
    expect(config).toEqual({
      host: '0.0.0.0',
      port: 8080,
      baseUrl: 'https://tiers.example.org/sub',
      dataDir: '/var/lib/tierpress',
      store: 'postgres://tierpress@db/tierpress',
      images: 's3://pictures/tierpress?endpoint=https://s3.example.org&region=eu-1',
      s3Credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
      imageBaseUrl: 'https://cdn.example.org',
      secretFile: '/run/secrets/tierpress',
      drainSeconds: 10,
      templatesDir: '/var/lib/tierpress/templates',
      allowAddresses: ['10.0.0.0/8', 'fd00::/8', '127.0.0.1'],
      allowPorts: ['80', '8000-8999'],
      pictureCacheMegabytes: 64,
      rasteriser: 'librsvg',
      warmUp: false,
      boardCpuSeconds: 20,
      renderers: 3,
      logLevel: 'silent',
      imageLifeDays: 30,
      imageMegabytes: 100,
      cacheHours: 0,
      chargeCached: false,
      plans: defaultPlans,
      visitorMinute: 0,
      visitorDay: 30,
      failedMinute: 1,
      failedUnlimitedMinute: 2,
      visitorFailedMinute: 4,
      visitorFailedDay: 5,
      visitorPhotosHour: 6,
      previewMinute: 7,
      previewCpuSeconds: 8,
      uploadsDay: 9,
      visitorUploadsDay: 10,
      uploadMegabytes: 11,
      visitorUploadMegabytes: 12,
      uploadLifeDays: 13,
      sharedMinute: 7,
      sharedNetworkMinute: 8,
      openSignUp: true,
      trustProxies: ['10.0.0.1'],
      allowMetrics: ['10.0.0.0/8'],
    });
  });

  it('takes the plans of the file, and the default quotas for other plans', () => {
    const file = JSON.stringify({ plans: { free: { minute: 1, day: null } } });
    expect(readConfig({}, file, defaults).config.plans).toEqual({
      ...defaultPlans,
      free: { minute: 1, day: null },
    });
  });

  it.each([
    [{ TIERPRESS_PORT: '65536' }, undefined, 'TIERPRESS_PORT: must be a whole number from 0 to 65535'],
    [{ TIERPRESS_PORT: '80.5' }, undefined, 'TIERPRESS_PORT: must be a whole number from 0 to 65535'],
    [{ PORT: 'tcp://10.0.0.1:80' }, undefined, 'PORT: must be a whole number from 0 to 65535'],
    [{ TIERPRESS_HOST: 'a b' }, undefined, 'TIERPRESS_HOST: must be a host name or an address'],
    [
      { TIERPRESS_BASE_URL: 'tiers.example.org' },
      undefined,
      'TIERPRESS_BASE_URL: must be an absolute http(s) address',
    ],
    [
      { TIERPRESS_BASE_URL: 'https://x.org/?a=1' },
      undefined,
      'TIERPRESS_BASE_URL: must be an absolute http(s) address',
    ],
    [
      { TIERPRESS_ALLOW_ADDRESSES: '10.0.0.0/33' },
      undefined,
      'TIERPRESS_ALLOW_ADDRESSES: must be an address or a range',
    ],
    [{ TIERPRESS_RASTERISER: 'cairo' }, undefined, 'TIERPRESS_RASTERISER: must be "resvg" or "librsvg"'],
    [{ TIERPRESS_RENDERERS: '0' }, undefined, 'TIERPRESS_RENDERERS: must be a whole number from 1 to 64'],
    [{ TIERPRESS_LOG_LEVEL: 'loud' }, undefined, 'TIERPRESS_LOG_LEVEL: must be trace'],
    [
      { TIERPRESS_IMAGE_LIFE_DAYS: '-1' },
      undefined,
      'TIERPRESS_IMAGE_LIFE_DAYS: must be a whole number from 1 to 365',
    ],
    [{ TIERPRESS_CHARGE_CACHED: 'yes' }, undefined, 'TIERPRESS_CHARGE_CACHED: must be true or false'],
    [{ TIERPRESS_TRUST_PROXIES: 'nginx' }, undefined, 'TIERPRESS_TRUST_PROXIES: must be an address'],
    [{}, '{"plans":{"gold":{"minute":1,"day":1}}}', 'config.json: plans.gold: '],
    [{}, '{"plans":{"free":{"minute":1}}}', 'config.json: plans.free.day: '],
    [
      {},
      '{"plans":{"free":{"minute":-1,"day":1}}}',
      'config.json: plans.free.minute: must be a whole number',
    ],
    [{}, '{', 'config.json: is not valid JSON'],
    [{}, '[]', 'config.json: must be an object'],
    [{}, 'null', 'config.json: must be an object'],
    [{}, '{"prot": 1}', 'config.json: prot: no such setting; did you mean "port"?'],
    [{}, '{"__proto__": 1}', 'config.json: __proto__: no such setting'],
    [{}, '{"port": "3000"}', 'config.json: port: must be a whole number from 0 to 65535'],
    [{}, '{"port": 1e999}', 'config.json: port: must be a whole number from 0 to 65535'],
    [{}, '{"host": null}', 'config.json: host: must be a text'],
    [{}, '{"allowAddresses": ["10.0.0.0/8", 7]}', 'config.json: allowAddresses.1: must be a text'],
  ])('rejects %j with file %s', (env, file, message) => {
    const read = () => readConfig(env, file, defaults);
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(message);
    expect(read).not.toThrow(/\n/);
  });

  it('warns about an unknown variable and suggests a similar setting', () => {
    expect(readConfig({ TIERPRESS_PROT: '1' }, undefined, defaults).warnings).toEqual([
      'TIERPRESS_PROT: no such setting; did you mean "TIERPRESS_PORT"?',
    ]);
  });

  it('is described by data/config.schema.json and docs/operating.md (`--update` writes both)', async () => {
    await expect(configJsonSchema()).toMatchFileSnapshot('../../data/config.schema.json');
    const operating = readFileSync('docs/operating.md', 'utf8');
    expect(operating).toContain('<!-- end of settings -->');
    await expect(withSettingsTable(operating)).toMatchFileSnapshot('../../docs/operating.md');
  });

  it('derives the first variable of every setting from its name', () => {
    for (const name of settingNames.filter((each) => settings[each].env.length > 0)) {
      const usual = `TIERPRESS_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
      expect(settings[name].env[0]).toBe(usual);
    }
  });
});
