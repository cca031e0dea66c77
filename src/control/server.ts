import { chmod, mkdir, mkdtemp, rm, rmdir } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { Failure } from '../model/failure.ts';
import type { AccountOperations } from '../store/ports.ts';
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
 * the service can reach the socket, which is in a folder of mode 0700.
 */
export async function startControlServer(
  dataDir: string,
  accounts: AccountOperations,
): Promise<ControlServer> {
  const address = await socketPath(dataDir);
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    void serve(socket, accounts);
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

/** In the data directory; in a private temporary folder when the path would be too long for a socket. */
async function socketPath(dataDir: string): Promise<string> {
  const own = join(dataDir, 'control', 'socket');
  if (Buffer.byteLength(own) > socketPathBytes) {
    const short = Buffer.byteLength(tmpdir()) < 60 ? tmpdir() : '/tmp';
    return join(await mkdtemp(join(short, 'tierpress-')), 'socket');
  }
  // The folder stays when the service stops: a full disk has no room to create it again.
  await mkdir(dirname(own), { recursive: true, mode: 0o700 });
  await chmod(dirname(own), 0o700);
  // A killed process leaves its socket behind. It is not in use, since this process holds the lock.
  await rm(own, { recursive: true, force: true });
  return own;
}

/** Removes the temporary folder that a killed process has left. The caller holds the lock of the data directory. */
export async function removeLeftSocket(address: string | undefined): Promise<void> {
  if (address === undefined || !/\/tierpress-\w{6}\/socket$/.test(address)) return;
  await rm(address, { force: true })
    .then(() => rmdir(dirname(address)))
    .catch(() => undefined);
}

function isOwn(address: string, dataDir: string): boolean {
  return dirname(dirname(address)) === dataDir;
}

async function serve(socket: Socket, accounts: AccountOperations): Promise<void> {
  socket.on('error', () => socket.destroy());
  const line = await readLine(socket);
  if (line === undefined) {
    socket.destroy();
    return;
  }
  socket.end(`${JSON.stringify(await reply(line, accounts))}\n`);
}

async function reply(line: string, accounts: AccountOperations): Promise<unknown> {
  try {
    return { ok: true, value: await run(v.parse(commandSchema, JSON.parse(line)), accounts) };
  } catch (error) {
    if (error instanceof Failure) return { ok: false, code: error.code, message: error.message };
    return { ok: false, code: 'internal', message: 'The running service could not do this' };
  }
}

async function run(command: Command, accounts: AccountOperations): Promise<unknown> {
  switch (command.command) {
    case 'addAccount':
      return accounts.addAccount(command.account);
    case 'findByEmail':
      return (await accounts.findByEmail(command.email)) ?? null;
    case 'createKey':
      return accounts.createKey(command.accountId, command.name);
    case 'createPasswordToken':
      return accounts.createPasswordToken(command.accountId);
    case 'identityOf':
      return (await accounts.identityOf(command.keyId)) ?? null;
  }
}
