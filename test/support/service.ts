import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '../../src/api/logger.ts';
import { type Service, type ServiceEdges, startService } from '../../src/compose.ts';
import { readConfig } from '../../src/config/config.ts';
import { packagedData } from '../../src/packaged-data.ts';
import { startRenderers } from '../../src/renderers.ts';

export interface TestService {
  readonly service: Service;
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  /** A key of an account without limits, bot@example.org. */
  readonly key: string;
  /** What has been logged, line by line. */
  readonly log: readonly string[];
  stop(): Promise<void>;
}

/** The service as it is composed for real, on a port and in a folder of its own, with one renderer process. */
export async function startTestService(
  env: Readonly<Record<string, string>> = {},
  edges: Partial<ServiceEdges> = {},
): Promise<TestService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tierpress-test-'));
  const settings = { TIERPRESS_PORT: '0', TIERPRESS_DATA_DIR: dataDir, TIERPRESS_LOG_LEVEL: 'debug', ...env };
  const { config } = readConfig(settings, undefined, { ...packagedData, renderers: 1 });
  const log: string[] = [];
  const logger = createLogger(config.logLevel, { write: (line: string) => void log.push(line) });
  const service = await startService(config, {
    version: '0.0.0-test',
    logger,
    renderers: edges.renderers ?? startRenderers(config, logger),
  });
  await service.ready;
  await service.keyring.addAccount({ email: 'bot@example.org', plan: 'enterprise', admin: false });
  const { key } = await service.keyring.createKey('bot@example.org', 'test');
  return {
    service,
    url: `http://localhost:${service.port}`,
    port: service.port,
    dataDir,
    key,
    log,
    async stop() {
      await service.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
