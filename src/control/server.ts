import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { Failure } from '../model/failure.ts';
import type { Keyring } from '../store/ports.ts';
import { type Command, commandSchema, readLine } from './protocol.ts';

/** The kernel takes at most 103 bytes on macOS and 107 on Linux as the path of a socket (sun_path). */
const socketPathBytes = 100;

export interface ControlServer {
  /** The path of the socket. */
  readonly address: string;
  close(): Promise<void>;
}

/**
 * Lets the command line change accounts and keys while this process holds the data directory. Only the user who runs
 * the service can reach the socket: it lies in a folder of mode 0700.
 */
export async function startControlServer(dataDir: string, keyring: Keyring): Promise<ControlServer> {
  const address = await socketPath(dataDir);
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    void serve(socket, keyring);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, resolve);
  });
  await chmod(address, 0o600);
  return {
    address,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
      await rm(isOwn(address, dataDir) ? address : dirname(address), { recursive: true, force: true });
    },
  };
}

/** In the data directory; in a private folder elsewhere when the data directory lies too deep for a socket. */
async function socketPath(dataDir: string): Promise<string> {
  const own = join(dataDir, 'control', 'socket');
  if (Buffer.byteLength(own) > socketPathBytes) {
    const short = Buffer.byteLength(tmpdir()) < 60 ? tmpdir() : '/tmp';
    return join(await mkdtemp(join(short, 'tierpress-')), 'socket');
  }
  // The folder stays when the service stops: to make it anew takes room, which a full disk does not have.
  await mkdir(dirname(own), { recursive: true, mode: 0o700 });
  await chmod(dirname(own), 0o700);
  // Left by a process that was killed: it cannot be in use, as its owner's lock is ours now.
  await rm(own, { recursive: true, force: true });
  return own;
}

function isOwn(address: string, dataDir: string): boolean {
  return dirname(dirname(address)) === dataDir;
}

async function serve(socket: Socket, keyring: Keyring): Promise<void> {
  socket.on('error', () => socket.destroy());
  const line = await readLine(socket);
  if (line === undefined) {
    socket.destroy();
    return;
  }
  socket.end(`${JSON.stringify(await reply(line, keyring))}\n`);
}

async function reply(line: string, keyring: Keyring): Promise<unknown> {
  try {
    return { ok: true, value: await run(v.parse(commandSchema, JSON.parse(line)), keyring) };
  } catch (error) {
    if (error instanceof Failure) return { ok: false, code: error.code, message: error.message };
    return { ok: false, code: 'internal', message: 'The running service could not do this' };
  }
}

function run(command: Command, keyring: Keyring): Promise<unknown> {
  switch (command.command) {
    case 'addAccount':
      return keyring.addAccount(command.account);
    case 'createKey':
      return keyring.createKey(command.email, command.name);
    case 'createPasswordToken':
      return keyring.createPasswordToken(command.email);
  }
}
