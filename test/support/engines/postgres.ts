import { execFileSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { freePort } from './free-port.ts';
import { type EngineProcess, eventually, startProcess } from './processes.ts';

/** A PostgreSQL of the test's own, on loopback. */
export interface PostgresEngine {
  /** The address of a new, empty database. */
  newDatabase(): Promise<string>;
  /** Starts it again after `stop` or `kill`, on the same data and port. */
  start(): Promise<void>;
  /** Stops it cleanly, without waiting for clients. */
  stop(): Promise<void>;
  /** Ends it and all its processes with SIGKILL. */
  kill(): Promise<void>;
  /** Stops all its processes (SIGSTOP), or lets them go on. */
  freeze(): void;
  resume(): void;
  /** Stops it for good and removes its files. */
  remove(): Promise<void>;
}

const superuser = 'tierpress';

/** Starts a PostgreSQL in a temporary folder. It refuses to run as root, so it then runs as its own user. */
export async function startPostgres(): Promise<PostgresEngine> {
  const folder = mkdtempSync(join(tmpdir(), 'tierpress-postgres-'));
  const user = process.getuid?.() === 0 ? 'postgres' : undefined;
  if (user !== undefined) chownSync(folder, idOf('-u', user), idOf('-g', user));
  const data = join(folder, 'data');
  const inFolder = { user, cwd: folder };
  const flags = ['-D', data, '-U', superuser, '-A', 'trust', '-E', 'UTF8', '--no-sync'];
  await startProcess(['initdb', ...flags], inFolder).ended;
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200'];
  const command = ['postgres', '-D', data, '-p', String(port), ...settings.flatMap((one) => ['-c', one])];
  let server: EngineProcess | undefined;
  let databases = 0;
  const addressOf = (name: string) => `postgres://${superuser}@127.0.0.1:${port}/${name}`;

  async function administer(statement: string): Promise<void> {
    const sql = postgres(addressOf('postgres'), { max: 1, connect_timeout: 1, onnotice: () => undefined });
    try {
      await sql.unsafe(statement);
    } finally {
      await sql.end({ timeout: 1 });
    }
  }

  async function start(): Promise<void> {
    const starting = startProcess(command, inFolder);
    server = starting;
    await eventually(() => administer('select 1')).catch((cause: unknown) => {
      throw new Error(`PostgreSQL did not start: ${starting.output.join('')}`, { cause });
    });
  }

  async function kill(): Promise<void> {
    const ending = server;
    server = undefined;
    if (ending === undefined) return;
    signalAll(ending.pid, 'SIGKILL');
    await ending.end('SIGKILL');
  }

  await start();
  return {
    async newDatabase() {
      const name = `test_${++databases}`;
      await administer(`create database ${name}`);
      return addressOf(name);
    },
    start,
    async stop() {
      const ending = server;
      server = undefined;
      await ending?.end('SIGINT');
    },
    kill,
    freeze: () => signalAll(server?.pid, 'SIGSTOP'),
    resume: () => signalAll(server?.pid, 'SIGCONT'),
    async remove() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Signals a process and its children, which have process groups of their own. */
function signalAll(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' }).trim();
  // The first process comes first: it would start others in place of its children.
  for (const one of [pid, ...children.split(/\s+/).filter(Boolean).map(Number)]) {
    try {
      process.kill(one, signal);
    } catch {
      // It has ended in the meantime.
    }
  }
}

function idOf(flag: '-u' | '-g', name: string): number {
  return Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
}
