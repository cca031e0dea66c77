import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PlanName } from '../../../src/model/plan.ts';
import { type Env, runCli, type Serving, serveCli } from '../cli.ts';
import type { Finished } from '../watch-service.ts';
import { freePort } from './free-port.ts';
import { startBalancer } from './haproxy.ts';
import { type PostgresEngine, startPostgres } from './postgres.ts';
import { endsWithParent } from './processes.ts';
import { type S3Front, startS3Front } from './s3-front.ts';
import { type Swift, startSwift } from './swift.ts';

/** One of the processes that share the stores. */
interface Replica {
  /** Its own address, past the balancer. */
  readonly url: string;
  start(): Promise<void>;
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<Finished>;
  /** Returns the value of a metric, 0 if there is none. @param name with its labels, as in the exposition */
  metric(name: string): Promise<number>;
}

/** Two replicas of the built service behind a balancer, on one PostgreSQL and one S3. */
export interface Replicas {
  /** The balancer's address. */
  readonly url: string;
  readonly both: readonly [Replica, Replica];
  readonly postgres: PostgresEngine;
  /** The address of their database. */
  readonly database: string;
  readonly swift: Swift;
  /** What they reach the S3 through. */
  readonly s3Front: S3Front;
  readonly bucket: Awaited<ReturnType<Swift['createBucket']>>;
  /** The variables of another replica, with a data directory of its own and a free port. */
  envOfAnother(): Promise<Env>;
  /** Runs the command line on their stores. */
  cli(...args: string[]): Promise<string>;
  /** Creates an account with a key, by the command line. */
  addMember(plan: PlanName, options?: { readonly admin: boolean }): Promise<SharedMember>;
  close(): Promise<void>;
}

interface SharedMember {
  readonly email: string;
  readonly key: string;
}

/** The requests of the plan `free` on a day. */
export const freeDay = 60;

const config = { plans: { free: { minute: null, day: freeDay } } };

export async function startReplicas(settings: Env = {}): Promise<Replicas> {
  const folder = mkdtempSync(join(tmpdir(), 'tierpress-replicas-'));
  const [postgres, swift] = await Promise.all([startPostgres(), startSwift()]);
  const [database, bucket, s3Front] = await Promise.all([
    postgres.newDatabase(),
    swift.createBucket(),
    startS3Front(swift.endpoint),
  ]);
  const [port = 0, ...replicaPorts] = await Promise.all(Array.from({ length: 3 }, freePort));
  const url = `http://127.0.0.1:${port}`;
  const secretFile = join(folder, 'shared-secret');
  writeFileSync(secretFile, randomBytes(32).toString('hex'));
  let data = 0;
  const envOf = (replicaPort: number): Env => {
    const dataDir = join(folder, `data-${++data}`);
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'config.json'), JSON.stringify(config));
    return {
      TIERPRESS_DATA_DIR: dataDir,
      TIERPRESS_PORT: String(replicaPort),
      TIERPRESS_BASE_URL: url,
      TIERPRESS_STORE: database,
      TIERPRESS_IMAGES: bucket.images.replace(swift.endpoint, s3Front.endpoint),
      TIERPRESS_SECRET_FILE: secretFile,
      ...swift.env,
      ...settings,
    };
  };
  const [first, second] = replicaPorts.map((replicaPort) => replicaOf(envOf(replicaPort), replicaPort));
  if (first === undefined || second === undefined) throw new Error('no ports');
  const both = [first, second] as const;
  await Promise.all(both.map((replica) => replica.start()));
  const balancer = await startBalancer(port, replicaPorts);
  const commandLine = envOf(0);
  let members = 0;

  async function cli(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await runCli(args, commandLine);
    if (code !== 0) throw new Error(`tierpress ${args.join(' ')}: ${stderr}`);
    return stdout.trim();
  }

  return {
    url,
    both,
    postgres,
    database,
    swift,
    s3Front,
    bucket,
    envOfAnother: async () => envOf(await freePort()),
    cli,
    async addMember(plan, { admin } = { admin: false }) {
      const email = `member-${++members}@example.org`;
      await cli('users', 'add', email, '--plan', plan, ...(admin ? ['--admin'] : []));
      return { email, key: await cli('keys', 'create', '--user', email) };
    },
    async close() {
      await Promise.all([balancer.close(), ...both.map((replica) => replica.end('SIGKILL'))]);
      await Promise.all([postgres.remove(), swift.close(), s3Front.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function replicaOf(env: Env, port: number): Replica {
  const url = `http://127.0.0.1:${port}`;
  let serving: Serving | undefined;
  return {
    url,
    async start() {
      serving = await serveCli(env, endsWithParent);
    },
    async end(signal) {
      const ending = serving;
      serving = undefined;
      return (await ending?.end(signal)) ?? { code: null, stdout: '', stderr: '' };
    },
    async metric(name) {
      const lines = (await (await fetch(`${url}/metrics`)).text()).split('\n');
      return Number(lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1) ?? 0);
    },
  };
}
