import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import ipaddr from 'ipaddr.js';

/** Addresses of both families, with or without an alias; or no such name, a failure, or no answer at all. */
export type DnsAnswer = readonly string[] | Alias | 'nxdomain' | 'servfail' | 'silence';

interface Alias {
  readonly alias: string;
  readonly addresses: readonly string[];
}

export interface DnsServer {
  /** In the form that a resolver takes: `127.0.0.1:5353`. */
  readonly address: string;
  /** The queries in order: `A pictures.test`. */
  readonly queries: readonly string[];
  close(): Promise<void>;
}

const types = new Map([
  [1, { name: 'A', kind: 'ipv4' }],
  [28, { name: 'AAAA', kind: 'ipv6' }],
]);

/** Response codes, RFC 1035 section 4.1.1, with the flags of a response to a recursive query. */
const flags = { ok: 0x8180, servfail: 0x8182, nxdomain: 0x8183 } as const;

/**
 * Starts a name server over UDP on loopback, RFC 1035 section 4. `answer` receives the name, how often the same query
 * was made before, and the type of the record.
 */
export async function startDnsServer(
  answer: (name: string, before: number, type: string) => DnsAnswer,
): Promise<DnsServer> {
  const queries: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = readQuestion(query);
    const asked = `${types.get(type)?.name ?? type} ${name}`;
    const before = queries.filter((one) => one === asked).length;
    queries.push(asked);
    const answered = answer(name, before, types.get(type)?.name ?? '');
    if (answered === 'silence') return;
    const records = typeof answered === 'string' ? [] : recordsOf(answered, type);
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(flags[typeof answered === 'string' ? answered : 'ok'], 2);
    head.writeUInt16BE(records.length, 6);
    head.writeUInt32BE(0, 8);
    socket.send(Buffer.concat([head, query.subarray(12, end), ...records]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    queries,
    async close() {
      socket.close();
      await once(socket, 'close');
    },
  };
}

/** Reads a question: the name, in labels with their lengths, then the type and the class. */
function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function recordsOf(answered: readonly string[] | Alias, type: number): Buffer[] {
  const { alias, addresses } = 'alias' in answered ? answered : { alias: undefined, addresses: answered };
  const asked = Buffer.from([0xc0, 12]); // Points to the name in the question.
  const owner = alias === undefined ? asked : nameOf(alias);
  const wanted = addresses
    .map((one) => ipaddr.parse(one))
    .filter((one) => one.kind() === types.get(type)?.kind);
  const records = wanted.map((one) => record(owner, type, Buffer.from(one.toByteArray())));
  return alias === undefined ? records : [record(asked, 5, owner), ...records];
}

/** Encodes a record: owner, type, class IN, a TTL of 0, and the data after its length. */
function record(owner: Buffer, type: number, data: Buffer): Buffer {
  return Buffer.concat([owner, Buffer.from([0, type, 0, 1, 0, 0, 0, 0, 0, data.length]), data]);
}

function nameOf(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.from(String.fromCharCode(label.length) + label));
  return Buffer.concat([...labels, Buffer.from([0])]);
}
