import { connect, type Socket } from 'node:net';
import * as v from 'valibot';
import { Failure } from '../model/failure.ts';
import type { AccountOperations, NewAccount } from '../store/ports.ts';
import {
  accountReplySchema,
  type Command,
  foundReplySchema,
  identityReplySchema,
  keyReplySchema,
  readLine,
  tokenReplySchema,
} from './protocol.ts';

const answerWithinMs = 5_000;

/** The accounts of a running service, over its control socket. */
export class RemoteAccounts implements AccountOperations {
  readonly #address: string;

  constructor(address: string) {
    this.#address = address;
  }

  async addAccount(account: NewAccount) {
    return unwrap(v.parse(accountReplySchema, await this.#ask({ command: 'addAccount', account })));
  }

  async findByEmail(email: string) {
    return unwrap(v.parse(foundReplySchema, await this.#ask({ command: 'findByEmail', email }))) ?? undefined;
  }

  async createKey(accountId: string, name: string) {
    return unwrap(v.parse(keyReplySchema, await this.#ask({ command: 'createKey', accountId, name })));
  }

  async createPasswordToken(accountId: string) {
    return unwrap(v.parse(tokenReplySchema, await this.#ask({ command: 'createPasswordToken', accountId })));
  }

  async identityOf(keyId: string) {
    return (
      unwrap(v.parse(identityReplySchema, await this.#ask({ command: 'identityOf', keyId }))) ?? undefined
    );
  }

  async #ask(command: Command): Promise<unknown> {
    const socket = await connected(this.#address);
    if (socket === undefined) throw new Failure('storeUnavailable', 'The running service cannot be reached');
    const tooLate = new Failure(
      'storeUnavailable',
      `The running service did not answer within ${answerWithinMs / 1000} s; the change may still be made`,
    );
    socket.setTimeout(answerWithinMs, () => socket.destroy(tooLate));
    try {
      socket.write(`${JSON.stringify(command)}\n`);
      const line = await readLine(socket);
      if (line === undefined) {
        throw socket.errored === tooLate
          ? tooLate
          : new Failure('storeUnavailable', 'The running service went away');
      }
      return JSON.parse(line);
    } finally {
      socket.destroy();
    }
  }
}

/** Returns whether a process listens at a control socket. */
export async function isReachable(address: string): Promise<boolean> {
  const socket = await connected(address);
  socket?.destroy();
  return socket !== undefined;
}

function connected(address: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => resolve(socket));
    socket.on('error', () => resolve(undefined));
  });
}

type Reply<TValue> =
  | { readonly ok: true; readonly value: TValue }
  | { readonly ok: false; readonly code: Failure['code']; readonly message: string };

function unwrap<TValue>(reply: Reply<TValue>): TValue {
  if (reply.ok) return reply.value;
  throw new Failure(reply.code, reply.message);
}
