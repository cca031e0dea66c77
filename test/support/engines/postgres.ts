import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { freePort } from './free-port.ts';

/** A PostgreSQL of the test's own, on loopback. */
export interface PostgresEngine {
  /** The address of a new, empty database. */
  newDatabase(): Promise<string>;
  /** Starts it again after `stop` or `kill`. */
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

const user = 'tierpress';

/** Debian's programs of PostgreSQL, which are not on the path. */
function programFolder(): string {
  const versions = readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a));
  return join('/usr/lib/postgresql', versions[0] ?? '', 'bin');
}

/** Starts a PostgreSQL in a temporary folder. It refuses to run as root, so it then runs as its own user. */
export async function startPostgres(port?: number): Promise<PostgresEngine> {
  const bin = programFolder();
  const folder = mkdtempSync(join(tmpdir(), 'tierpress-postgres-'));
  const isRoot = process.getuid?.() === 0;
  const as: { uid?: number; gid?: number } = isRoot
    ? { uid: idOf('-u', 'postgres'), gid: idOf('-g', 'postgres') }
    : {};
  if (isRoot) chownSync(folder, as.uid ?? 0, as.gid ?? 0);
  const data = join(folder, 'data');
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', user, '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...as,
    cwd: folder,
    stdio: 'pipe',
  });
  const listenPort = port ?? (await freePort());
  let server: ChildProcess | undefined;
  let databases = 0;
  const addressOf = (name: string) => `postgres://${user}@127.0.0.1:${listenPort}/${name}`;

  async function start(): Promise<void> {
    const options = [
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'unix_socket_directories=',
      '-c',
      'max_connections=200',
    ];
    server = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(listenPort), ...options], {
      ...as,
      cwd: folder,
      stdio: 'ignore',
      detached: true,
    });
    for (let attempt = 0; ; attempt++) {
      const sql = postgres(addressOf('postgres'), { max: 1, connect_timeout: 1, onnotice: () => undefined });
      try {
        await sql`select 1`;
        return;
      } catch (error) {
        if (attempt > 200) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      } finally {
        await sql.end({ timeout: 1 });
      }
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ending = server;
    server = undefined;
    if (ending?.pid === undefined || ending.exitCode !== null) return;
    const ended = new Promise((resolve) => ending.once('exit', resolve));
    // Its processes are a group of their own. A clean stop is for the first one alone.
    if (signal === 'SIGKILL') signalAll(ending.pid, signal);
    else process.kill(ending.pid, signal);
    await ended;
  }

  await start();
  return {
    async newDatabase() {
      const name = `test_${++databases}`;
      const sql = postgres(addressOf('postgres'), { max: 1, onnotice: () => undefined });
      await sql.unsafe(`create database ${name}`);
      await sql.end();
      return addressOf(name);
    },
    start,
    stop: () => end('SIGINT'),
    kill: () => end('SIGKILL'),
    freeze: () => signalAll(server?.pid, 'SIGSTOP'),
    resume: () => signalAll(server?.pid, 'SIGCONT'),
    async remove() {
      signalAll(server?.pid, 'SIGCONT');
      await end('SIGKILL');
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
