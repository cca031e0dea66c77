import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { passwordLink } from '../model/addresses.ts';
import { exampleCurl } from '../model/example-ranking.ts';
import { startRenderers } from '../service/renderers.ts';
import type { Service } from '../service/service.ts';
import { loadThemes, themesFolderOf } from '../themes/load.ts';
import { limitHeapGrowth, storeCompiledCode } from '../workers/tuning.ts';
import { loadConfig } from './config.ts';
import type { Io, StopRequest } from './io.ts';

const ownerEmail = 'owner@localhost';
/** Leaves the time after the start to the first requests. */
const preloadAfterMs = 2_000;

/** `tierpress serve`: runs until a signal stops it. */
export async function serve(io: Io): Promise<void> {
  const config = await loadConfig(io);
  const themes = await loadThemes(themesFolderOf(config));
  storeCompiledCode(config.dataDir);
  limitHeapGrowth();
  // Renderers take longest to start, so they start before the rest of the service is loaded.
  const renderers = startRenderers(config, themes);
  const stopSignal = io.stopSignal();
  const { createStderrLogger } = await import('../api/http/logger.ts');
  const logger = createStderrLogger(config.logLevel);
  const { startService } = await import('../service/service.ts');
  const service = await startService(config, { version: io.version, logger, renderers, themes });
  io.onReloadSignal?.(() => void service.reloadTemplates());
  try {
    await Promise.race([announceReady(io, service, config.dataDir, logger), stopSignal]);
    await drain(service, await stopSignal, config.drainSeconds, logger);
  } finally {
    logger.info('stopping');
    await service.stop();
    logger.info('stopped');
  }
}

/** Goes on serving until load balancers send nothing more, or until the process is asked again to stop. */
async function drain(
  service: Service,
  { drains, hurry }: StopRequest,
  seconds: number,
  logger: Logger,
): Promise<void> {
  if (!drains || seconds === 0) return;
  logger.info({ seconds }, 'draining');
  service.drain();
  await wait(seconds * 1000, undefined, { signal: hurry }).catch(() => undefined);
}

async function announceReady(io: Io, service: Service, dataDir: string, logger: Logger): Promise<void> {
  await service.ready;
  io.print(`tierpress keeps its data in ${dataDir}\n`);
  logger.info({ port: service.port, baseUrl: service.baseUrl }, 'ready');
  if (await service.firstStart.isDue()) await welcome(io, service);
  io.print(`tierpress is ready at ${service.baseUrl}\n`);
  await wait(preloadAfterMs, undefined, { ref: false });
  await service
    .preloadWhenIdle()
    .catch((err: unknown) => logger.error({ err }, 'not everything could be loaded'));
}

/**
 * Creates the owner's account and a key on the first start. They are printed once and never logged. A crash at any
 * point does no harm.
 */
async function welcome(io: Io, { baseUrl, accounts, firstStart }: Service): Promise<void> {
  await firstStart.begin();
  const { id } =
    (await accounts.findByEmail(ownerEmail)) ??
    (await accounts.addAccount({ email: ownerEmail, plan: 'enterprise', admin: true }));
  const { key } = await accounts.createKey(id, 'first key');
  const { token } = await accounts.createPasswordToken(id);
  io.print(`
This is the first start: the account ${ownerEmail} has been created, with this API key.
It is shown only now; "tierpress keys create --user ${ownerEmail}" makes another.

  ${key}

Try it:

${exampleCurl(baseUrl, key)}

To log in later, set a password with this link. It works once, within seven days:

  ${passwordLink(baseUrl, token)}

`);
  await firstStart.finish();
}
