import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createApp } from './api/app.ts';
import { startServer } from './api/server.ts';
import type { Config } from './config/config.ts';
import { openPictureSource, pictureFolderOf } from './picture-source.ts';
import type { RendererPool } from './render/pool.ts';
import { render } from './render/render.ts';
import { type ControlServer, startControlServer } from './store/control-server.ts';
import { type FolderLock, lockFolder } from './store/folder-lock.ts';
import { imageIds } from './store/image-id.ts';
import { ImageFolder } from './store/image-store.ts';
import { KeyStore } from './store/key-store.ts';
import type { Keyring } from './store/keyring.ts';
import { StoreRefusal } from './store/refusal.ts';
import { loadTemplates } from './templates/load.ts';

const dayMs = 24 * 60 * 60 * 1000;
const sweepEveryMs = 60 * 60 * 1000;
const stopWithinMs = 20_000;
/** What has nothing left to draw closes at once; a renderer that hangs must not keep the service from ending. */
const closeWithinMs = 5_000;

/** Chance and the clock, as the store takes them. */
export const edges = { now: () => new Date(), randomBytes };

export interface ServiceEdges {
  readonly version: string;
  readonly logger: Logger;
  /** Started already, since it takes longest to get ready; the service closes it. */
  readonly renderers: RendererPool;
}

/** The service, listening. */
export interface Service {
  /** Where clients reach it, without a trailing slash. */
  readonly baseUrl: string;
  readonly port: number;
  readonly keyring: Keyring;
  /** Whether nobody has an account yet. */
  readonly isNew: boolean;
  /** Resolves when pictures can be drawn. */
  readonly ready: Promise<void>;
  /** Stops accepting, finishes what runs (20 s at most), writes everything. */
  stop(): Promise<void>;
}

/**
 * Builds every adapter from the configuration and starts to listen. What has been started when something fails is
 * stopped again.
 *
 * @throws StoreRefusal, BrokenTemplates, or the error of listening
 */
export async function startService(
  config: Config,
  { version, logger, renderers }: ServiceEdges,
): Promise<Service> {
  const started: (() => Promise<unknown>)[] = [() => atMost(closeWithinMs, renderers.close())];
  const stop = async () => {
    for (const end of started.splice(0).reverse()) await end();
  };
  try {
    const lock = await takeFolder(config.dataDir);
    started.push(() => lock.release());
    const [templates, keys] = await Promise.all([
      loadTemplates(config.templatesDir),
      KeyStore.open(config.dataDir, edges),
    ]);
    started.push(() => keys.close());
    const images = await openImages(config, keys, logger);
    started.push(async () => clearInterval(images.timer));
    const pictures = await openPictureSource(config, {
      folder: pictureFolderOf(config),
      version,
      now: edges.now,
    });
    started.push(() => pictures.close());
    const control = await announce(config.dataDir, keys, lock);
    started.push(() => control.close());

    let baseUrl = '';
    const app = createApp({
      authenticate: (key) => keys.authenticate(key),
      images: images.folder,
      isReady: () => renderers.isReady(),
      logger,
      now: edges.now,
      newRequestId: randomUUID,
      facts: { version, imageLifeDays: config.imageLifeDays },
      baseUrl: () => baseUrl,
      render: (call) =>
        render(call, {
          templates,
          renderer: renderers,
          pictures,
          images: images.folder,
          now: edges.now,
          imageLifeMs: config.imageLifeDays * dayMs,
        }),
    });
    const server = await startServer(app, { host: config.host, port: config.port, newRequestId: randomUUID });
    started.push(() => server.stop(stopWithinMs));
    baseUrl = config.baseUrl ?? localAddress(config.host, server.port);
    return { baseUrl, port: server.port, keyring: keys, isNew: keys.isEmpty, ready: renderers.ready, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function takeFolder(dataDir: string): Promise<FolderLock> {
  const lock = await lockFolder(dataDir);
  if (lock !== undefined) return lock;
  throw new StoreRefusal(
    dataDir,
    'is in use by another tierpress',
    'Stop that one first, or give this one a folder of its own with TIERPRESS_DATA_DIR.',
  );
}

async function announce(dataDir: string, keys: KeyStore, lock: FolderLock): Promise<ControlServer> {
  const control = await startControlServer(dataDir, keys);
  await lock.announce(control.address);
  return control;
}

async function openImages(config: Config, keys: KeyStore, logger: Logger) {
  const ids = imageIds(keys.secret.derive('image ids'), randomBytes);
  const folder = await ImageFolder.open(config.dataDir, ids, edges.now);
  const timer = setInterval(() => {
    folder.sweep().catch((err: unknown) => logger.error({ err }, 'expired pictures could not be removed'));
  }, sweepEveryMs);
  timer.unref();
  return { folder, timer };
}

/** Resolves with the task, or without it when it takes too long. */
async function atMost(ms: number, task: Promise<void>): Promise<void> {
  const deadline = new AbortController();
  await Promise.race([task, wait(ms, undefined, { signal: deadline.signal }).catch(() => undefined)]);
  deadline.abort();
}

/** An address that works from this machine: every-address and loopback hosts are `localhost`. */
function localAddress(host: string, port: number): string {
  const name = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
