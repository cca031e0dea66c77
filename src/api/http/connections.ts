import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Failure } from '../../model/failure.ts';

/** A request that has come, and what begins to answer it. */
interface Owed {
  readonly res: ServerResponse;
  readonly begin: () => void;
}

/** Whoever asks for so much at once without reading any of it is no client. */
const maxOwed = 100;

/** The open connections of a server, each with the answers that it waits for. */
export class Connections {
  readonly #owed = new Map<Duplex, Owed[]>();
  #isEnding = false;

  opened(socket: Socket): void {
    this.#owed.set(socket, []);
    socket.once('close', () => this.#owed.delete(socket));
  }

  /** The response that a connection waits for, if any; those of later requests come behind it. */
  current(socket: Duplex): ServerResponse | undefined {
    return this.#owed.get(socket)?.[0]?.res;
  }

  /**
   * Begins with a request once those before it on its connection have been answered. Begun at once, a heap of small
   * requests would hold files and orders for answers that can't go out; and of a response behind another one, Node
   * doesn't tell that its connection has closed.
   */
  answer(socket: Socket, res: ServerResponse, begin: () => void): void {
    const owed = this.#owed.get(socket);
    if (owed === undefined || !socket.writable) return;
    if (owed.length >= maxOwed) {
      socket.destroy();
      return;
    }
    if (this.#isEnding) res.setHeader('Connection', 'close');
    owed.push({ res, begin });
    res.once('close', () => this.#answered(socket, owed));
    if (owed.length === 1) begin();
  }

  /** Closes the connections that wait for nothing, and each of the others when it has its answers. */
  end(): void {
    this.#isEnding = true;
    for (const [socket, owed] of this.#owed) {
      const last = owed.at(-1)?.res;
      if (last === undefined) socket.destroy();
      else if (!last.headersSent) last.setHeader('Connection', 'close');
    }
  }

  /** Closes every connection, whatever it waits for, and leaves with it that this was no client's doing. */
  cutOff(): void {
    const reason = new Failure('noCapacity', 'The service stops', { retryAfter: 5 });
    for (const socket of this.#owed.keys()) socket.destroy(reason);
  }

  #answered(socket: Socket, owed: Owed[]): void {
    owed.shift();
    if (!socket.writable) return;
    const [next] = owed;
    if (next) next.begin();
    else if (this.#isEnding) socket.destroySoon();
  }
}
