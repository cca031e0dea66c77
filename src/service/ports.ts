import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { ApiPorts } from '../api/http/app.ts';
import { clientAddress } from '../api/http/client-address.ts';
import type { Metrics } from '../api/http/metrics.ts';
import type { Config } from '../config/config.ts';
import type { FairSemaphore } from '../flow/fair-semaphore.ts';
import { requestPlanner } from '../render/plan.ts';
import type { PhotoSource } from '../render/ports.ts';
import type { RenderDeps } from '../render/render.ts';
import type { Stores } from '../store/ports.ts';
import type { LiveTemplates } from '../templates/live.ts';
import type { ThemeSet } from '../themes/theme-set.ts';
import type { WebPorts } from '../web/routes.ts';
import { artDrawings } from './art-drawings.ts';
import { emojiDrawings } from './emoji-drawings.ts';
import type { Renderers } from './renderers.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Clients are asked to wait for a minute; this leaves time for the response. */
const renderWithinMs = 50_000;

/** The parts of a running service. */
interface Parts extends Pick<ApiPorts & WebPorts, 'baseUrl' | 'templatePreviews' | 'now'> {
  readonly config: Config;
  readonly version: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly themes: ThemeSet;
  readonly renderers: Renderers;
  readonly photoSlots: FairSemaphore;
  readonly photos: PhotoSource;
  readonly stores: Stores;
  readonly templates: LiveTemplates;
  /** Whether the service is about to stop. */
  readonly isDraining: () => boolean;
}

/** Returns what rendering uses of a service. */
export function renderDepsOf(parts: Parts): RenderDeps {
  const { config, version, themes, stores } = parts;
  return {
    plan: requestPlanner(parts.templates, version, themes),
    ledger: stores.ledger,
    images: stores.images,
    use: stores.templateUse,
    photoSlots: parts.photoSlots,
    photos: parts.photos,
    unchargedWork: stores.unchargedWork,
    renderer: parts.renderers,
    observe: parts.metrics.render,
    now: parts.now,
    imageLifeMs: config.imageLifeDays * dayMs,
  };
}

/** Returns what the API and the pages use of a service. */
export function apiPorts(parts: Parts, render: ApiPorts['render']): Omit<ApiPorts, 'pages'> & WebPorts {
  const { config, version, renderers, themes, stores } = parts;
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
    unreadyReason() {
      if (parts.isDraining()) return 'The service is about to stop';
      return renderers.isReady() ? undefined : 'The renderers are not ready';
    },
    logger: parts.logger,
    metrics: parts.metrics,
    metricsAccess: config,
    now: parts.now,
    newRequestId: randomUUID,
    themes: themes.names,
    themeSet: themes,
    emoji: emojiDrawings,
    art: artDrawings,
    facts: { version, cacheHours: config.cacheHours, imageLifeDays: config.imageLifeDays },
    baseUrl: parts.baseUrl,
    imageBaseUrl: () => config.imageBaseUrl ?? parts.baseUrl(),
    renderWithinMs,
    render,
    templates: parts.templates,
    templateRenders: (id) => templateUse.templateRenders(id),
    templatePreviews: parts.templatePreviews,
    dailyUse: (accountId, days) => usage.dailyUse(accountId, days),
  };
}
