import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressTest, clientAddress, isAddressKnown, isDirect } from '../../src/api/http/client-address.ts';

interface Told {
  readonly xff?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function request(from: string | undefined, { xff, headers = {} }: Told = {}): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: from });
  const req = new IncomingMessage(socket);
  req.headers = { ...headers, ...(xff === undefined ? {} : { 'x-forwarded-for': xff }) };
  return req;
}

const office = '203.0.113.7';
const lies: readonly Told[] = [
  { xff: '127.0.0.1' },
  { xff: '198.51.100.1, 127.0.0.1' },
  { xff: '::1' },
  { xff: 'garbage' },
  { headers: { forwarded: 'for=127.0.0.1' } },
  { headers: { 'x-real-ip': '127.0.0.1' } },
];

describe('the address of a client', () => {
  it.each([
    { from: office, is: office },
    { from: '127.0.0.1', is: '127.0.0.1' },
    { from: '::1', is: '::1' },
    { from: '::ffff:127.0.0.1', is: '127.0.0.1' },
    { from: '::ffff:7f00:1', is: '127.0.0.1' },
    { from: '2001:DB8:0:0:0:0:0:1', is: '2001:db8::1' },
    { from: 'fe80::1%eth0', is: 'fe80::1' },
    { from: undefined, is: 'unknown' },
    ...lies.map((forwarded) => ({ from: office, ...forwarded, is: office })),
  ])('is that of the socket without a proxy: %j', ({ from, is, ...forwarded }) => {
    expect(clientAddress([])(request(from, forwarded))).toBe(is);
  });

  it.each([
    ['one proxy', '127.0.0.1', ['127.0.0.1'], office, office],
    ['a proxy in a range', '10.1.2.3', ['10.0.0.0/8'], office, office],
    ['a proxy on a mapped address', '::ffff:127.0.0.1', ['127.0.0.0/8'], office, office],
    ['a proxy configured as a mapped address', '127.0.0.1', ['::ffff:127.0.0.1'], office, office],
    ['a proxy in a mapped range', '10.1.2.3', ['::ffff:10.0.0.0/104'], office, office],
    ['a proxy with IPv6', 'fd00::2', ['fd00::/8'], '2001:db8::5', '2001:db8::5'],
    ['a client with a mapped address', '127.0.0.1', ['127.0.0.1'], `::ffff:${office}`, office],
    ['two proxies', '127.0.0.1', ['127.0.0.1', '10.0.0.0/8'], `${office}, 10.0.0.9`, office],
    ['what the caller wrote itself', '127.0.0.1', ['127.0.0.1'], `127.0.0.1, ${office}`, office],
    ['a proxy that is not trusted', '127.0.0.1', ['127.0.0.1'], `${office}, 10.0.0.9`, '10.0.0.9'],
    ['another host than the proxy', office, ['127.0.0.1'], '127.0.0.1', office],
    ['a caller beside the proxy', '127.0.0.1', ['127.0.0.1'], undefined, '127.0.0.1'],
    ['a caller beside the proxy, through it', '127.0.0.1', ['127.0.0.1'], '127.0.0.1', '127.0.0.1'],
    ['every proxy there is', office, ['0.0.0.0/0'], '2001:db8::5', '2001:db8::5'],
    ['empty entries', '127.0.0.1', ['127.0.0.1'], `${office}, 127.0.0.1, ,`, office],
    ['no spaces', '127.0.0.1', ['127.0.0.1'], `198.51.100.1,${office}`, office],
  ] as const)('behind %s', (_, from, trusted, xff, is) => {
    const forwarded = xff === undefined ? {} : { xff };
    expect(clientAddress(trusted)(request(from, forwarded))).toBe(is);
  });

  it.each([
    'garbage',
    'unknown',
    '_hidden',
    'localhost',
    '127.1',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '2130706433',
    '127.0.0.1:8080',
    '[::1]',
    '[::1]:8080',
    '::127.0.0.1.5',
    '127.0.0.1/8',
    '127.0.0.1;10.0.0.1',
    'for=127.0.0.1',
    '9'.repeat(100),
    '\u0661\u0662\u0667.0.0.1',
  ])('is unknown if the header is %j, and neither local nor trusted', (xff) => {
    const address = clientAddress(['127.0.0.0/8', '::1'])(request('127.0.0.1', { xff: `${office}, ${xff}` }));
    expect(address).toBe('unknown');
    expect(addressTest(['127.0.0.0/8', '::1', '0.0.0.0/0', '::/0'])(address)).toBe(false);
  });

  it('does not take ::127.0.0.1 for a mapped address', () => {
    expect(clientAddress(['127.0.0.0/8'])(request('127.0.0.1', { xff: '::127.0.0.1' }))).toBe('::7f00:1');
  });

  it('is the last address in the header of the trusted proxy, whatever precedes it', () => {
    const addressOf = clientAddress(['127.0.0.1']);
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (lie) => {
        return addressOf(request('127.0.0.1', { xff: `${lie}, ${office}` })) === office;
      }),
    );
  });

  it('cannot be forged if no proxy is trusted', () => {
    const addressOf = clientAddress([]);
    fc.assert(
      fc.property(fc.string(), (lie) => {
        const headers = { 'x-real-ip': lie, forwarded: lie };
        return addressOf(request(office, { xff: lie, headers })) === office;
      }),
    );
  });
});

describe('address ranges', () => {
  it.each([
    {
      range: '127.0.0.0/8',
      has: ['127.0.0.1', '127.255.255.255', '::ffff:127.9.9.9'],
      not: ['126.0.0.1', '::1'],
    },
    { range: '::1/128', has: ['::1', '0:0:0:0:0:0:0:1'], not: ['::2', '127.0.0.1', '::ffff:127.0.0.1'] },
    { range: '10.1.2.3/8', has: ['10.9.9.9'], not: ['11.0.0.1'] },
    { range: '192.0.2.1', has: ['192.0.2.1'], not: ['192.0.2.2'] },
    { range: '0.0.0.0/0', has: [office, '127.0.0.1'], not: ['::1', '', 'unknown'] },
    { range: '::/0', has: ['::1', '2001:db8::1'], not: [office, '::ffff:203.0.113.7'] },
    { range: '::ffff:0:0/90', has: [office], not: ['::1'] },
  ])('match the addresses in $range', ({ range, has, not }) => {
    const isInside = addressTest([range]);
    for (const address of has) expect([address, isInside(address)]).toEqual([address, true]);
    for (const address of not) expect([address, isInside(address)]).toEqual([address, false]);
    expect(isInside(undefined)).toBe(false);
  });

  it.each(['', 'loopback', '10.0.0.0/33', '::/129', '10.0.0.0/255.0.0.0', '10.0.0.0/', '*'])(
    'refuse the invalid range %j',
    (range) => {
      expect(() => addressTest([range])).toThrow('is not an address range');
    },
  );
});

describe('a request that came directly', () => {
  it.each([{}, { host: 'x', 'user-agent': 'Prometheus/3.0' }])('has no headers of a proxy: %j', (headers) => {
    expect(isDirect(request('127.0.0.1', { headers }))).toBe(true);
  });

  it.each([
    { 'x-forwarded-for': '' },
    { 'x-forwarded-for': office },
    { 'x-forwarded-proto': 'https' },
    { 'x-forwarded-host': 'tiers.example.org' },
    { 'x-real-ip': office },
    { forwarded: `for=${office}` },
    { via: '1.1 proxy' },
  ])('is not assumed with the headers %j', (headers) => {
    const req = request('127.0.0.1', { headers });
    expect(isDirect(req)).toBe(false);
    expect(isAddressKnown([])(req)).toBe(false);
  });

  it.each([
    ['the trusted proxy named it', '127.0.0.1', { xff: office }, true],
    ['the trusted proxy sent an empty header', '127.0.0.1', { xff: ' ' }, false],
    ['the trusted proxy sent two empty entries', '127.0.0.1', { xff: ' , ' }, false],
    ['the trusted proxy used another header', '127.0.0.1', { headers: { 'x-real-ip': office } }, false],
    ['another host named it', '127.0.0.2', { xff: office }, false],
    ['there was no proxy', '127.0.0.2', {}, true],
  ] as const)('or through a proxy has a known address (%s: %s %j): %s', (_, from, forwarded, known) => {
    expect(isAddressKnown(['127.0.0.1'])(request(from, forwarded))).toBe(known);
  });
});
