import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '../../src/api/http/logger.ts';
import { readConfig } from '../../src/config/config.ts';
import { packagedData } from '../../src/files/package-files.ts';
import { startRenderers } from '../../src/service/renderers.ts';
import { type Service, type ServiceDeps, startService } from '../../src/service/service.ts';
import { inFull } from './runs.ts';

export interface TestService {
  readonly service: Service;
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  /** A key of an account without limits, bot@example.org. */
  readonly key: string;
  /** Lines of the log. */
  readonly log: readonly string[];
  /** Stops the service and starts another with the same settings on the same folder. The caller stops the new one. */
  restart(): Promise<TestService>;
  stop(): Promise<void>;
}

interface Setting {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly deps: Partial<ServiceDeps>;
  readonly file: object;
}

/**
 * Starts the service as it is composed in production, on its own port and in its own folder, with one renderer
 * process.
 *
 * @param deps `now` for a clock that the test moves, `renderers` for fake renderers
 * @param file the content of `config.json`
 */
export async function startTestService(
  env: Setting['env'] = {},
  deps: Setting['deps'] = {},
  file: Setting['file'] = {},
): Promise<TestService> {
  return start({ dataDir: await mkdtemp(join(tmpdir(), 'tierpress-test-')), env, deps, file });
}

async function start(setting: Setting, knownKey?: string): Promise<TestService> {
  const { dataDir, deps } = setting;
  const env = {
    TIERPRESS_PORT: '0',
    TIERPRESS_DATA_DIR: dataDir,
    TIERPRESS_LOG_LEVEL: 'debug',
    TIERPRESS_WARM_UP: `${inFull}`,
    ...setting.env,
  };
  const { config } = readConfig(env, JSON.stringify(setting.file), { ...packagedData, renderers: 1 });
  const log: string[] = [];
  const logger = createLogger(config.logLevel, { write: (line: string) => void log.push(line) });
  const service = await startService(config, {
    version: '0.0.0-test',
    logger,
    renderers: deps.renderers ?? startRenderers(config),
    ...(deps.now && { now: deps.now }),
  });
  await service.ready;
  const key = knownKey ?? (await createFirstKey(service));
  return {
    service,
    url: `http://localhost:${service.port}`,
    port: service.port,
    dataDir,
    key,
    log,
    async restart() {
      await service.stop();
      return start(setting, key);
    },
    async stop() {
      await service.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function createFirstKey({ accounts }: Service): Promise<string> {
  const { id } = await accounts.addAccount({ email: 'bot@example.org', plan: 'enterprise', admin: false });
  return (await accounts.createKey(id, 'test')).key;
}
