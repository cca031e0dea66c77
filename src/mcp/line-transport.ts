import type { Readable, Writable } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  ErrorCode,
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  type RequestId,
  RequestIdSchema,
} from '@modelcontextprotocol/sdk/types.js';

const newline = 0x0a;

/**
 * Carries messages as lines of JSON. Unlike the SDK's transport, it answers a line that is no message with an error, drops
 * a line that is too long without ending, and ends when the input has ended and all requests are answered.
 */
export class LineTransport implements Transport {
  onmessage?: NonNullable<Transport['onmessage']>;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #maxBytes: number;
  #line: Buffer[] = [];
  #bytes = 0;
  readonly #unanswered = new Set<RequestId>();
  #hasEnded = false;

  /** @param maxBytes of a line; what is longer is never held in memory */
  constructor(input: Readable, output: Writable, maxBytes: number) {
    this.#input = input;
    this.#output = output;
    this.#maxBytes = maxBytes;
  }

  async start(): Promise<void> {
    this.#input.on('data', (chunk: Buffer) => this.#take(chunk));
    this.#input.once('end', () => {
      this.#hasEnded = true;
      this.#closeIfDone();
    });
    // A client that is gone neither writes nor reads.
    for (const stream of [this.#input, this.#output]) stream.on('error', () => void this.close());
  }

  send(message: JSONRPCMessage): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#output.write(`${JSON.stringify(message)}\n`, (error) => {
        if (error) reject(error);
        else resolve();
        if ('id' in message && message.id !== undefined) this.#settle(message.id);
      });
    });
  }

  async close(): Promise<void> {
    this.#input.destroy();
    const { onclose } = this;
    delete this.onclose;
    onclose?.();
  }

  #take(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      this.#add(chunk.subarray(start, end));
      this.#endLine();
      start = end + 1;
    }
    this.#add(chunk.subarray(start));
  }

  #add(part: Buffer): void {
    this.#bytes += part.length;
    if (this.#bytes <= this.#maxBytes) this.#line.push(part);
    else this.#line = [];
  }

  #endLine(): void {
    const isTooLong = this.#bytes > this.#maxBytes;
    const line = Buffer.concat(this.#line).toString('utf8').trim();
    this.#line = [];
    this.#bytes = 0;
    if (isTooLong)
      this.#refuse(ErrorCode.InvalidRequest, `A message must be at most ${this.#maxBytes} bytes`);
    else if (line !== '') this.#read(line);
  }

  #read(line: string): void {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      this.#refuse(ErrorCode.ParseError, 'The line is not valid JSON');
      return;
    }
    const { success, data } = JSONRPCMessageSchema.safeParse(value);
    if (!success) {
      this.#refuse(ErrorCode.InvalidRequest, 'The line is not a message of MCP', idOf(value));
      return;
    }
    // The server sends no requests, so there are no answers to read.
    if (!isJSONRPCRequest(data) && !isJSONRPCNotification(data)) return;
    if (isJSONRPCRequest(data)) this.#unanswered.add(data.id);
    this.onmessage?.(data);
    // A request that its client cancels is not answered.
    if (isJSONRPCNotification(data) && data.method === 'notifications/cancelled') {
      const cancelled = RequestIdSchema.safeParse(data.params?.['requestId']);
      if (cancelled.success) this.#settle(cancelled.data);
    }
  }

  /** @param id absent: the one of the message cannot be read */
  #refuse(code: ErrorCode, message: string, id?: RequestId): void {
    const answer = { jsonrpc: '2.0' as const, ...(id !== undefined && { id }), error: { code, message } };
    void this.send(answer).catch(() => undefined);
  }

  #settle(id: RequestId): void {
    this.#unanswered.delete(id);
    this.#closeIfDone();
  }

  #closeIfDone(): void {
    if (this.#hasEnded && this.#unanswered.size === 0) void this.close();
  }
}

/** Returns the id of something that is no valid message, if it has one. */
function idOf(value: unknown): RequestId | undefined {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined;
  return RequestIdSchema.safeParse(id).data;
}
