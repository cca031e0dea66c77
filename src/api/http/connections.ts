import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Failure } from '../../model/failure.ts';

/** A request without a complete answer, and the function that begins the answer. */
interface PendingResponse {
  readonly res: ServerResponse;
  readonly begin: () => void;
}

/** The limit of pipelined requests on one connection. No genuine client sends this many without reading an answer. */
const maxPending = 100;

/** The open connections of a server, each with its pending answers. */
export class Connections {
  readonly #pending = new Map<Duplex, PendingResponse[]>();
  /** Each connection closes after its next answer. */
  #isDraining = false;
  #isEnding = false;

  opened(socket: Socket): void {
    this.#pending.set(socket, []);
    socket.once('close', () => this.#pending.delete(socket));
  }

  /** Returns the first pending response of a connection, if there is one. */
  current(socket: Duplex): ServerResponse | undefined {
    return this.#pending.get(socket)?.[0]?.res;
  }

  /**
   * Begins a request once all earlier requests on its connection have been answered. Otherwise many small pipelined
   * requests would hold files and renders for answers that cannot be sent yet, and Node does not report a closed
   * connection to a response that is queued behind another one.
   */
  answer(socket: Socket, res: ServerResponse, begin: () => void): void {
    const pending = this.#pending.get(socket);
    if (pending === undefined || !socket.writable) return;
    if (pending.length >= maxPending) {
      socket.destroy();
      return;
    }
    pending.push({ res, begin });
    res.on('close', () => this.#answered(socket, pending));
    if (pending.length === 1) this.#begin(pending);
  }

  /** Announces with each answer that its connection closes, so that clients connect elsewhere. */
  drain(): void {
    this.#isDraining = true;
    for (const pending of this.#pending.values()) this.#announceClose(pending);
  }

  /** Closes idle connections at once, and every other connection after its pending answers. */
  end(): void {
    this.drain();
    this.#isEnding = true;
    for (const [socket, pending] of this.#pending) if (pending.length === 0) socket.destroy();
  }

  /** Closes every connection at once, and marks it as closed by the service rather than by the client. */
  cutOff(): void {
    const reason = new Failure('noCapacity', 'The service stops', { retryAfter: 5 });
    for (const socket of this.#pending.keys()) socket.destroy(reason);
  }

  #answered(socket: Socket, pending: PendingResponse[]): void {
    pending.shift();
    if (!socket.writable) return;
    if (pending.length > 0) this.#begin(pending);
    else if (this.#isEnding) socket.destroySoon();
  }

  #begin(pending: readonly PendingResponse[]): void {
    if (this.#isDraining) this.#announceClose(pending);
    pending[0]?.begin();
  }

  /** A connection with several pending answers closes after the last one. */
  #announceClose([current, next]: readonly PendingResponse[]): void {
    if (next === undefined && current?.res.headersSent === false)
      current.res.setHeader('Connection', 'close');
  }
}
