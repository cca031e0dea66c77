import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { ApiPorts } from '../api/http/app.ts';
import { clientAddress } from '../api/http/client-address.ts';
import type { Metrics } from '../api/http/metrics.ts';
import type { Config } from '../config/config.ts';
import { FairSemaphore } from '../flow/fair-semaphore.ts';
import { LatestOnly } from '../flow/latest-only.ts';
import { lazy } from '../flow/lazy.ts';
import { Failure } from '../model/failure.ts';
import { photoUploads } from '../photos/upload.ts';
import { MinuteAllowance } from '../render/minute-allowance.ts';
import { requestPlanner } from '../render/plan.ts';
import type { PhotoSource } from '../render/ports.ts';
import { preview } from '../render/preview.ts';
import { previewPhoto } from '../render/preview-photo.ts';
import { type RenderDeps, render } from '../render/render.ts';
import { renderKept } from '../render/render-kept.ts';
import type { Stores } from '../store/ports.ts';
import { signingSecrets } from '../store/signing-secret.ts';
import type { LiveTemplates } from '../templates/live.ts';
import type { ThemeSet } from '../themes/theme-set.ts';
import type { WebPorts } from '../web/routes.ts';
import { createPhotoLinks } from '../web/tier/photo-links.ts';
import { artDrawings } from './art-drawings.ts';
import { emojiDrawings } from './emoji-drawings.ts';
import type { Renderers } from './renderers.ts';
import type { SharedImages } from './shared-images.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Clients are asked to wait for a minute; this leaves time for the response. */
const renderWithinMs = 50_000;

/** Uploads that are read and encoded at a time, which bounds their memory: each may be some megabytes. */
const uploadSlotLimits = { slots: 16, slotsPerOwner: 4, waiting: 256 };

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
  readonly sharedImages: SharedImages;
  /** Whether the service is about to stop. */
  readonly isDraining: () => boolean;
}

/** Returns what rendering uses of a service. */
export function renderDepsOf(parts: Omit<Parts, 'sharedImages'>): RenderDeps {
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

/** Photos of previews that are downloaded at a time. Those of renders have slots of their own: see service.ts. */
const previewPhotoSlots = { slots: 16, slotsPerOwner: 6, waiting: 512 };

/** Returns what the pages use of a service to show previews of boards. */
function previewPorts(
  { config, renderers, photos, stores, now }: Parts,
  { plan, unchargedWork }: RenderDeps,
): Pick<WebPorts, 'preview' | 'previewPhoto' | 'photoLinks'> {
  const allowance = {
    previews: new MinuteAllowance(config.previewMinute, 'previews', now),
    cpuMs: new MinuteAllowance(config.previewCpuSeconds * 1000, 'previews', now),
  };
  const turns = new LatestOnly(
    () => new Failure('superseded', 'A newer preview takes the place of this one'),
  );
  const slots = new FairSemaphore(previewPhotoSlots);
  return {
    preview: (call) => preview(call, { plan, photos, allowance, turns, renderer: renderers }),
    previewPhoto: (call) =>
      previewPhoto(call, { photos, unchargedWork, allowance, slots, renderer: renderers }),
    photoLinks: createPhotoLinks(stores.deriveKey('photos of previews'), now),
  };
}

/** Returns what the API and the pages use of a service. */
export function apiPorts(
  parts: Parts,
  renderDeps: RenderDeps,
): Omit<ApiPorts, 'pages' | 'sendErrorPage'> & WebPorts {
  const { config, version, renderers, themes, stores } = parts;
  const { accounts, sessions, ledger, usage, templateUse, images, photos, unchargedWork } = stores;
  // Most services have no use for it, and its packages take long to load.
  const tools = lazy(async () => (await import('../mcp/over-http.ts')).toolsOverHttp(version, ports));
  const ports: Omit<ApiPorts, 'pages' | 'sendErrorPage'> & WebPorts = {
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
    photos,
    uploadPhoto: photoUploads({
      slots: new FairSemaphore(uploadSlotLimits),
      encoder: renderers,
      store: photos,
      count: (accountId) => unchargedWork.countUpload(accountId),
    }),
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
    render: (call) => render(call, renderDeps),
    ...previewPorts(parts, renderDeps),
    renderKept: (call) => renderKept(call, renderDeps),
    signingSecretOf: signingSecrets({ derive: stores.deriveKey }),
    boardOf: (request) => renderDeps.plan(request, true).spec.board,
    sharedImage: (call) => parts.sharedImages.plan(call),
    templates: parts.templates,
    templateRenders: (id) => templateUse.templateRenders(id),
    templatePreviews: parts.templatePreviews,
    dailyUse: (accountId, days) => usage.dailyUse(accountId, days),
    callTools: async (ctx, message) => (await tools.get())(ctx, message),
  };
  return ports;
}
