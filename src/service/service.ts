import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type ApiPorts, createApp } from '../api/http/app.ts';
import { clientAddress } from '../api/http/client-address.ts';
import { createMetrics } from '../api/http/metrics.ts';
import { startServer } from '../api/http/server.ts';
import { baseUrlOf } from '../config/base-url.ts';
import type { Config } from '../config/config.ts';
import { type ControlServer, startControlServer } from '../control/server.ts';
import { type FolderLock, lockFolder } from '../files/folder-lock.ts';
import { built } from '../files/package-files.ts';
import { FairSemaphore } from '../flow/fair-semaphore.ts';
import { hasAtMost } from '../model/graphemes.ts';
import { requestPlanner } from '../render/plan.ts';
import { render } from '../render/render.ts';
import { openStores } from '../store/open-stores.ts';
import type { AccountOperations, Accounts, FirstStart, Stores } from '../store/ports.ts';
import { StoreError } from '../store/store-error.ts';
import { LiveTemplates } from '../templates/live.ts';
import { BrokenTemplates } from '../templates/load.ts';
import { openTemplatePreviews } from '../templates/previews/previews.ts';
import { builtInThemes, type ThemeSet } from '../themes/theme-set.ts';
import { loadAssets } from '../web/assets.ts';
import { mountPages, type WebPorts } from '../web/routes.ts';
import { artDrawings } from './art-drawings.ts';
import { emojiDrawings } from './emoji-drawings.ts';
import { photoFolderOf } from './photo-folder.ts';
import { openPhotoSource } from './photo-source.ts';
import type { Renderers } from './renderers.ts';
import { deps } from './system.ts';
import { warmHttpPath } from './warm-http-path.ts';

const dayMs = 24 * 60 * 60 * 1000;
const stopWithinMs = 20_000;
/** What has nothing left to draw closes at once; a renderer that hangs must not keep the service from ending. */
const closeWithinMs = 5_000;
/** Clients are told to wait for a minute; this leaves time for the answer. */
const renderWithinMs = 50_000;

/**
 * Boards whose pictures are had at a time. They wait for other hosts and not for us, so there are many more than
 * renderers; no account takes more than its part, however slow the hosts are that it names.
 */
const photoSlotLimits = { slots: 32, slotsPerOwner: 8, waiting: 256 };

export interface ServiceDeps {
  readonly version: string;
  readonly logger: Logger;
  /** Started already, since it takes longest to get ready; the service closes it. */
  readonly renderers: Renderers;
  /** Those that the renderers have; absent: the built-in ones. */
  readonly themes?: ThemeSet;
  /** The clock; absent: the machine's. */
  readonly now?: () => Date;
}

/** Between two steps after the start, and for as long as somebody's picture is drawn. */
const restPauseMs = 20;

/** What the start does without, beside the index of the templates. */
const rest: readonly (() => unknown)[] = [
  () => import('../photos/download.ts'),
  () => import('../svg/art-document.ts'),
  () => import('../api/openapi/document.ts'),
  // What Node loads when it is first asked for: the tables to count characters with, and `Response`, since Koa asks of every
  // stream that it sends whether it is one.
  () => hasAtMost(0, 'counted'),
  () => globalThis.Response,
];

/** The service, listening. */
export interface Service {
  /** Where clients reach it, without a trailing slash. */
  readonly baseUrl: string;
  readonly port: number;
  readonly accounts: Accounts;
  readonly firstStart: FirstStart;
  /** Resolves when pictures can be drawn. */
  readonly ready: Promise<void>;
  /**
   * Makes ready what the start does without: little by little, while nobody waits for it. What is asked for earlier is
   * made ready then.
   */
  preloadWhenIdle(): Promise<void>;
  /**
   * Reads the templates anew, while requests go on. When they are broken, the old ones stay, and the log says why.
   *
   * @returns whether they are the new ones now
   */
  reloadTemplates(): Promise<boolean>;
  /** Stops accepting, finishes what runs (20 s at most), writes everything. */
  stop(): Promise<void>;
}

/**
 * Builds every adapter from the configuration and starts to listen. What has been started when something fails is
 * stopped again.
 *
 * @throws StoreError, BrokenTemplates, or the error of listening
 */
export async function startService(
  config: Config,
  { version, logger, renderers, themes = builtInThemes, now = deps.now }: ServiceDeps,
): Promise<Service> {
  const started: (() => Promise<unknown>)[] = [() => atMost(closeWithinMs, renderers.close())];
  const stop = async () => {
    for (const end of started.splice(0).reverse()) await end();
  };
  try {
    const lock = await takeFolder(config.dataDir);
    started.push(() => lock.release());
    const photoSlots = new FairSemaphore(photoSlotLimits);
    let stores: Stores | undefined;
    const metrics = createMetrics({
      renderers: () => {
        const { warm, busy } = renderers.load();
        return { warm, busy };
      },
      rendererQueue: () => renderers.load().waiting,
      photoGate: () => ({ active: photoSlots.active, waiting: photoSlots.waiting }),
      imageBytes: () => stores?.images.bytes ?? 0,
    });
    renderers.observe({
      job: (kind, { waitedMs, ranMs }) => {
        metrics.render.stage('wait', waitedMs);
        metrics.render.stage(kind, ranMs);
      },
      restart(exitReason) {
        logger.warn({ exitReason }, 'renderer replaced');
        metrics.renderers.restarted(exitReason);
      },
    });
    const templates = await LiveTemplates.open(config.templatesDir);
    const opened = await openStores(config, { logger, metrics, now });
    stores = opened;
    started.push(() => opened.close());
    const { accounts, sessions, ledger, usage, templateUse, images } = opened;
    const photos = await openPhotoSource(config, {
      folder: photoFolderOf(config),
      version,
      now,
      onDownload: metrics.photos.downloaded,
    });
    started.push(() => photos.close());
    const templatePreviews = await openTemplatePreviews({
      dataDir: config.dataDir,
      version,
      renderer: renderers,
      now,
    });
    started.push(() => templatePreviews.close());
    const assets = await loadAssets(built.assets);
    const control = await announce(config.dataDir, accounts, lock);
    started.push(() => control.close());

    let baseUrl = '';
    let plan = requestPlanner(templates.set, version, themes);
    const renderDeps = {
      plan: (...request: Parameters<typeof plan>) => plan(...request),
      ledger,
      cache: opened.cache,
      drawOnce: opened.drawOnce,
      photoSlots,
      photos,
      renderer: renderers,
      images,
      use: templateUse,
      observe: metrics.render,
      now,
      imageLifeMs: config.imageLifeDays * dayMs,
    };
    const ports = {
      accounts,
      sessions,
      throttle: opened.throttle,
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
      baseUrl: () => baseUrl,
      renderWithinMs,
      render: (call) => render(call, renderDeps),
      templates,
      templateRenders: (id) => templateUse.templateRenders(id),
      templatePreviews,
      dailyUse: (accountId, days) => usage.dailyUse(accountId, days),
    } satisfies Omit<ApiPorts, 'pages'> & WebPorts;
    const app = createApp({
      ...ports,
      pages: (router) => mountPages(router, ports, { assets, baseUrl: ports.baseUrl }),
    });
    const server = await startServer(app, { host: config.host, port: config.port, newRequestId: randomUUID });
    started.push(() => server.stop(stopWithinMs));
    baseUrl = baseUrlOf(config, server.port);
    const warm = warmHttpPath(ports, renderDeps);
    const rehearse = () =>
      warm().then(
        (status) => logger.debug({ status }, 'rehearsed'),
        (err: unknown) => logger.error({ err }, 'not rehearsed'),
      );
    // Once while the renderers get ready, and once more thereafter: by then their work has taken the processor's caches.
    const rehearsed = rehearse();
    return {
      baseUrl,
      port: server.port,
      accounts,
      firstStart: opened.firstStart,
      ready: Promise.all([renderers.ready, rehearsed]).then(rehearse),
      async preloadWhenIdle() {
        await templates.index();
        for (const prepare of rest) {
          do await wait(restPauseMs);
          while (renderers.load().busy > 0);
          await prepare();
        }
      },
      async reloadTemplates() {
        const reloaded = await reload(templates, logger);
        // What requests came to is remembered with the templates of that time.
        if (reloaded) plan = requestPlanner(templates.set, version, themes);
        return reloaded;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function reload(templates: LiveTemplates, logger: Logger): Promise<boolean> {
  try {
    const { all } = await templates.reload();
    logger.info({ templates: all.length }, 'templates reloaded');
    return true;
  } catch (error) {
    const why = error instanceof BrokenTemplates ? { problems: error.problems } : { err: error };
    logger.error(why, 'templates not reloaded; those from before stay');
    return false;
  }
}

async function takeFolder(dataDir: string): Promise<FolderLock> {
  const lock = await lockFolder(dataDir);
  if (lock !== undefined) return lock;
  throw new StoreError(
    dataDir,
    'is in use by another tierpress',
    'Stop that one first, or give this one a folder of its own with TIERPRESS_DATA_DIR.',
  );
}

async function announce(
  dataDir: string,
  accounts: AccountOperations,
  lock: FolderLock,
): Promise<ControlServer> {
  const control = await startControlServer(dataDir, accounts);
  await lock.announce(control.address);
  return control;
}

/** Resolves with the task, or without it when it takes too long. */
async function atMost(ms: number, task: Promise<void>): Promise<void> {
  const deadline = new AbortController();
  await Promise.race([task, wait(ms, undefined, { signal: deadline.signal }).catch(() => undefined)]);
  deadline.abort();
}
