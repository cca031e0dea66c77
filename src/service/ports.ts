import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { ApiPorts } from '../api/http/app.ts';
import { clientAddress } from '../api/http/client-address.ts';
import type { Metrics } from '../api/http/metrics.ts';
import type { Config } from '../config/config.ts';
import type { Stores } from '../store/ports.ts';
import type { ThemeSet } from '../themes/theme-set.ts';
import type { WebPorts } from '../web/routes.ts';
import { artDrawings } from './art-drawings.ts';
import { emojiDrawings } from './emoji-drawings.ts';
import type { Renderers } from './renderers.ts';

/** Clients are asked to wait for a minute; this leaves time for the response. */
const renderWithinMs = 50_000;

/** The parts of a running service that requests use. */
interface Parts
  extends Pick<ApiPorts & WebPorts, 'render' | 'baseUrl' | 'templates' | 'templatePreviews' | 'now'> {
  readonly config: Config;
  readonly version: string;
  readonly logger: Logger;
  readonly renderers: Renderers;
  readonly themes: ThemeSet;
  readonly metrics: Metrics;
  readonly stores: Stores;
}

/** Returns what the API and the pages use of a service. */
export function apiPorts({
  config,
  version,
  logger,
  renderers,
  themes,
  now,
  metrics,
  stores,
  templates,
  templatePreviews,
  baseUrl,
  render,
}: Parts): Omit<ApiPorts, 'pages'> & WebPorts {
  const { accounts, sessions, ledger, usage, templateUse, images } = stores;
  return {
    accounts,
    sessions,
    throttle: stores.throttle,
    authenticate: (key) => accounts.authenticate(key),
    recordUse: (identity) => ledger.recordUse(identity),
    quotaStatus: (caller) => ledger.quotaStatus(caller),
    usageOf: (accountId) => usage.accountUsage(accountId),
    keyUsageOf: (keyId) => usage.keyUsage(keyId),
    quotaOf: (plan) => config.plans[plan],
    visitorQuota: { minute: config.visitorMinute, day: config.visitorDay },
    openSignUp: config.openSignUp,
    addressOf: clientAddress(config.trustProxies),
    images,
    isReady: () => renderers.isReady(),
    logger,
    metrics,
    metricsAccess: config,
    now,
    newRequestId: randomUUID,
    themes: themes.names,
    themeSet: themes,
    emoji: emojiDrawings,
    art: artDrawings,
    facts: { version, cacheHours: config.cacheHours, imageLifeDays: config.imageLifeDays },
    baseUrl,
    renderWithinMs,
    render,
    templates,
    templateRenders: (id) => templateUse.templateRenders(id),
    templatePreviews,
    dailyUse: (accountId, days) => usage.dailyUse(accountId, days),
  };
}
