import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';

/** Sends bytes to a port and returns everything until the server closes, for requests that no client would send. */
export async function rawExchange(port: number, request: string | Buffer): Promise<string> {
  const socket = connect(port, 'localhost');
  socket.on('error', () => undefined);
  socket.write(request);
  return text(socket);
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Parses the first response in the result of `rawExchange`. */
export function parseAnswer(raw: string): RawAnswer {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { status: Number(statusLine.split(' ')[1]), headers, body: rest.join('\r\n\r\n') };
}

/** Reads a JSON body that is an object. */
export async function jsonOf(answer: Response): Promise<Record<string, unknown>> {
  return v.parse(v.record(v.string(), v.unknown()), await answer.json());
}
