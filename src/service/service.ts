import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { createApp } from '../api/http/app.ts';
import { startServer } from '../api/http/server.ts';
import { baseUrlOf } from '../config/base-url.ts';
import type { Config } from '../config/config.ts';
import { built } from '../files/package-files.ts';
import { atMost } from '../flow/at-most.ts';
import { FairSemaphore } from '../flow/fair-semaphore.ts';
import { openStores } from '../store/open-stores.ts';
import type { Accounts, FirstStart, Stores } from '../store/ports.ts';
import { LiveTemplates } from '../templates/live.ts';
import { BrokenTemplates, templateFoldersOf } from '../templates/load.ts';
import { openTemplatePreviews } from '../templates/previews/previews.ts';
import { builtInThemes, type ThemeSet } from '../themes/theme-set.ts';
import { loadAssets } from '../web/assets.ts';
import { errorPage } from '../web/error-page.tsx';
import { mountPages } from '../web/routes.ts';
import { lockDataFolder, startControl } from './data-folder.ts';
import { measure } from './measure.ts';
import { photoFolderOf } from './photo-folder.ts';
import { openPhotoSource } from './photo-source.ts';
import { apiPorts, renderDepsOf } from './ports.ts';
import { preloadWhenIdle } from './preload.ts';
import type { Renderers } from './renderers.ts';
import { openSharedImages } from './shared-images.ts';
import { deps } from './system.ts';
import { warmHttpPath } from './warm-http-path.ts';

const stopWithinMs = 20_000;
/** Idle renderers close at once; one that hangs must not keep the service from stopping. */
const closeWithinMs = 5_000;

/**
 * Boards whose photos are downloaded at a time. They wait for other hosts, so there are many more than renderers. No account
 * takes more than its part, however slow its hosts are.
 */
const photoSlotLimits = { slots: 32, slotsPerOwner: 8, waiting: 256 };

export interface ServiceDeps {
  readonly version: string;
  readonly logger: Logger;
  /** Already started, because they take longest; the service closes them. */
  readonly renderers: Renderers;
  /** The themes of the renderers; absent: the built-in ones. */
  readonly themes?: ThemeSet;
  /** The clock; absent: the machine's. */
  readonly now?: () => Date;
}

/** A service that listens. */
export interface Service {
  /** Where clients reach it, without a trailing slash. */
  readonly baseUrl: string;
  readonly port: number;
  readonly accounts: Accounts;
  readonly firstStart: FirstStart;
  /** Resolves when images can be rendered. */
  readonly ready: Promise<void>;
  /** Loads what the start does not need, while no renderer is busy. */
  preloadWhenIdle(): Promise<void>;
  /**
   * Reads the templates again without interrupting requests. If they are broken, the old ones stay and the log says why.
   *
   * @returns whether the new templates are in use
   */
  reloadTemplates(): Promise<boolean>;
  /** Goes on serving, and asks clients to go elsewhere: `/readyz` is 503, and answers close their connections. */
  drain(): void;
  /** Stops accepting requests, finishes those in progress within 20 s, and writes everything to disk. */
  stop(): Promise<void>;
}

/**
 * Opens everything that the configuration asks for, and listens. If a step fails, the earlier ones are undone.
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
    const lock = await lockDataFolder(config.dataDir);
    started.push(() => lock.release());
    const photoSlots = new FairSemaphore(photoSlotLimits);
    let stores: Stores | undefined;
    const metrics = measure(renderers, logger, { photoSlots, imageBytes: () => stores?.images.bytes ?? 0 });
    const templates = await LiveTemplates.open(...templateFoldersOf(config));
    const opened = await openStores(config, { logger, metrics, now });
    stores = opened;
    started.push(() => opened.close());
    const photos = await openPhotoSource(config, {
      folder: photoFolderOf(config),
      version,
      now,
      findUpload: (id) => opened.photos.find(id),
      onDownload: metrics.photos.downloaded,
    });
    started.push(() => photos.close());
    const { dataDir } = config;
    const templatePreviews = await openTemplatePreviews({ dataDir, version, renderer: renderers, now });
    started.push(() => templatePreviews.close());
    const assets = await loadAssets(built.assets);
    const control = await startControl(dataDir, opened.accounts, lock);
    started.push(() => control.close());

    let baseUrl = '';
    let isDraining = false;
    const parts = {
      config,
      version,
      logger,
      metrics,
      now,
      themes,
      renderers,
      photoSlots,
      photos,
      stores: opened,
      templates,
      templatePreviews,
      baseUrl: () => baseUrl,
      isDraining: () => isDraining,
    };
    const renderDeps = renderDepsOf(parts);
    const sharedImages = await openSharedImages(config, renderDeps);
    started.push(() => sharedImages.close());
    const ports = apiPorts({ ...parts, sharedImages }, renderDeps);
    const site = { assets, baseUrl: ports.baseUrl };
    const app = createApp({
      ...ports,
      pages: (router) => mountPages(router, ports, site),
      sendErrorPage: errorPage(ports, site),
    });
    const server = await startServer(app, { host: config.host, port: config.port, newRequestId: randomUUID });
    started.push(() => server.stop(stopWithinMs));
    baseUrl = baseUrlOf(config, server.port);
    const warm = warmHttpPath(ports, renderDeps).catch((err: unknown) =>
      logger.error({ err }, 'HTTP path not warmed up'),
    );
    return {
      baseUrl,
      port: server.port,
      accounts: opened.accounts,
      firstStart: opened.firstStart,
      ready: Promise.all([renderers.ready, warm]).then(() => undefined),
      preloadWhenIdle: () => preloadWhenIdle(templates, renderers),
      reloadTemplates: () => reload(templates, logger),
      drain() {
        isDraining = true;
        server.drain();
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
