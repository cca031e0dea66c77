import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Starts a PostgreSQL of Debian's package in a temporary folder, on loopback. It refuses to run as root, so it then runs as
 * its own user.
 *
 * @returns the address of an empty database, and what ends it
 */
export async function startPostgres() {
  const root = '/usr/lib/postgresql';
  const bin = join(
    root,
    readdirSync(root)
      .sort((a, b) => Number(a) - Number(b))
      .at(-1),
    'bin',
  );
  const folder = mkdtempSync(join(tmpdir(), 'tierpress-bench-postgres-'));
  const id = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  const as = process.getuid() === 0 ? { uid: id('-u'), gid: id('-g') } : {};
  if (as.uid !== undefined) chownSync(folder, as.uid, as.gid);
  const data = join(folder, 'data');
  const options = { ...as, cwd: folder };
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'bench', '-A', 'trust', '-E', 'UTF8'], {
    ...options,
    stdio: 'pipe',
  });
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories='].flatMap((one) => ['-c', one]);
  const server = spawn(join(bin, 'postgres'), ['-D', data, '-p', port, ...settings], {
    ...options,
    stdio: 'ignore',
  });
  const isReady = join(bin, 'pg_isready');
  for (let tries = 0; ; tries++) {
    try {
      execFileSync(isReady, ['-h', '127.0.0.1', '-p', port, '-d', 'postgres'], { stdio: 'pipe' });
      break;
    } catch (error) {
      if (tries > 100) throw error;
      await wait(50);
    }
  }
  return {
    address: `postgres://bench@127.0.0.1:${port}/postgres`,
    async stop() {
      server.kill('SIGINT');
      await once(server, 'exit');
      rmSync(folder, { recursive: true });
    },
  };
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return String(port);
}
