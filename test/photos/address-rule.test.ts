import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressRule, isPublicAddress } from '../../src/photos/address-rule.ts';

/** The first and the last address of each special range, with the neighbours outside it if they are public. */
const ranges: readonly { name: string; first: string; last: string; outside?: readonly string[] }[] = [
  { name: 'this network', first: '0.0.0.0', last: '0.255.255.255', outside: ['1.0.0.0'] },
  { name: 'private', first: '10.0.0.0', last: '10.255.255.255', outside: ['9.255.255.255', '11.0.0.0'] },
  {
    name: 'carrier-grade NAT',
    first: '100.64.0.0',
    last: '100.127.255.255',
    outside: ['100.63.255.255', '100.128.0.0'],
  },
  {
    name: 'loopback',
    first: '127.0.0.0',
    last: '127.255.255.255',
    outside: ['126.255.255.255', '128.0.0.0'],
  },
  {
    name: 'link-local',
    first: '169.254.0.0',
    last: '169.254.255.255',
    outside: ['169.253.255.255', '169.255.0.0'],
  },
  { name: 'private', first: '172.16.0.0', last: '172.31.255.255', outside: ['172.15.255.255', '172.32.0.0'] },
  {
    name: 'IETF protocols',
    first: '192.0.0.0',
    last: '192.0.0.255',
    outside: ['191.255.255.255', '192.0.1.0'],
  },
  { name: 'documentation', first: '192.0.2.0', last: '192.0.2.255', outside: ['192.0.1.255', '192.0.3.0'] },
  {
    name: 'AS112',
    first: '192.31.196.0',
    last: '192.31.196.255',
    outside: ['192.31.195.255', '192.31.197.0'],
  },
  { name: 'AMT', first: '192.52.193.0', last: '192.52.193.255', outside: ['192.52.192.255', '192.52.194.0'] },
  {
    name: '6to4 relay',
    first: '192.88.99.0',
    last: '192.88.99.255',
    outside: ['192.88.98.255', '192.88.100.0'],
  },
  {
    name: 'private',
    first: '192.168.0.0',
    last: '192.168.255.255',
    outside: ['192.167.255.255', '192.169.0.0'],
  },
  {
    name: 'AS112',
    first: '192.175.48.0',
    last: '192.175.48.255',
    outside: ['192.175.47.255', '192.175.49.0'],
  },
  {
    name: 'benchmarks',
    first: '198.18.0.0',
    last: '198.19.255.255',
    outside: ['198.17.255.255', '198.20.0.0'],
  },
  {
    name: 'documentation',
    first: '198.51.100.0',
    last: '198.51.100.255',
    outside: ['198.51.99.255', '198.51.101.0'],
  },
  {
    name: 'documentation',
    first: '203.0.113.0',
    last: '203.0.113.255',
    outside: ['203.0.112.255', '203.0.114.0'],
  },
  { name: 'multicast', first: '224.0.0.0', last: '239.255.255.255', outside: ['223.255.255.255'] },
  { name: 'reserved', first: '240.0.0.0', last: '255.255.255.255' },
  {
    name: 'the host of an Azure machine',
    first: '168.63.129.16',
    last: '168.63.129.16',
    outside: ['168.63.129.15', '168.63.129.17'],
  },
  { name: 'unspecified, loopback and compatible', first: '::', last: '::ffff:ffff' },
  { name: 'mapped', first: '::ffff:0:0', last: '::ffff:ffff:ffff' },
  { name: 'translated', first: '::ffff:0:0:0', last: '::ffff:0:ffff:ffff' },
  { name: 'NAT64', first: '64:ff9b::', last: '64:ff9b::ffff:ffff' },
  { name: 'NAT64, local', first: '64:ff9b:1::', last: '64:ff9b:1:ffff:ffff:ffff:ffff:ffff' },
  { name: 'discard', first: '100::', last: '100::ffff:ffff:ffff:ffff' },
  { name: 'below what is given out', first: '::1:0:0:0', last: '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff' },
  {
    name: 'IETF protocols',
    first: '2001::',
    last: '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff',
    outside: ['2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2001:200::'],
  },
  { name: 'Teredo', first: '2001::1', last: '2001:0:ffff:ffff:ffff:ffff:ffff:ffff' },
  { name: 'benchmarks', first: '2001:2::', last: '2001:2:0:ffff:ffff:ffff:ffff:ffff' },
  { name: 'AMT', first: '2001:3::', last: '2001:3:ffff:ffff:ffff:ffff:ffff:ffff' },
  { name: 'AS112', first: '2001:4:112::', last: '2001:4:112:ffff:ffff:ffff:ffff:ffff' },
  { name: 'ORCHID', first: '2001:10::', last: '2001:2f:ffff:ffff:ffff:ffff:ffff:ffff' },
  { name: 'drones', first: '2001:30::', last: '2001:3f:ffff:ffff:ffff:ffff:ffff:ffff' },
  {
    name: 'documentation',
    first: '2001:db8::',
    last: '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff',
    outside: ['2001:db7:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db9::'],
  },
  {
    name: '6to4',
    first: '2002::',
    last: '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    outside: ['2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2003::'],
  },
  {
    name: 'AS112',
    first: '2620:4f:8000::',
    last: '2620:4f:8000:ffff:ffff:ffff:ffff:ffff',
    outside: ['2620:4f:7fff:ffff:ffff:ffff:ffff:ffff', '2620:4f:8001::'],
  },
  {
    name: 'documentation',
    first: '3fff::',
    last: '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff',
    outside: [
      '3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
      '3fff:1000::',
      '3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    ],
  },
  { name: 'not given out', first: '4000::', last: 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff' },
  { name: 'segment routing', first: '5f00::', last: '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff' },
  { name: 'unique local', first: 'fc00::', last: 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff' },
  { name: 'link-local', first: 'fe80::', last: 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff' },
  { name: 'site-local', first: 'fec0::', last: 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff' },
  { name: 'multicast', first: 'ff00::', last: 'ffff::1' },
];

/** Disguised spellings of an address inside a special range, and texts that are no address. */
const disguises = [
  '169.254.169.254',
  '100.100.100.200',
  'fd00:ec2::254',
  'fd20:ce::254',
  '::1',
  '::2',
  '::a9fe:a9fe',
  '::169.254.169.254',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::FFFF:169.254.169.254',
  '0:0:0:0:0:ffff:a00:5',
  '::ffff:8.8.8.8',
  '::ffff:0:10.0.0.5',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b::169.254.169.254',
  '64:ff9b::8.8.8.8',
  '64:ff9b:1::a9fe:a9fe',
  '64:ff9b:1:fffe::169.254.169.254',
  '2002:a9fe:a9fe::',
  '2002:7f00:1::1',
  '2001:0:a9fe:a9fe::1',
  '2001:0:4136:e378:8000:63bf:5601:5601',
  '2606:4700::5efe:a9fe:a9fe',
  '2606:4700::5efe:169.254.169.254',
  '2606:4700::200:5efe:10.0.0.5',
  '2606:4700::200:5efe:a00:5',
  '2606:4700::100:5efe:a00:5',
  '2606:4700::300:5efe:a00:5',
  'fe80::5efe:a9fe:a9fe',
  'fe80::1%eth0',
  'fe80::1%1',
  '2606:4700::1111%eth0',
  '::1%lo',
];

const notAddresses = [
  '',
  ' ',
  'localhost',
  'example.org',
  '1.1.1',
  '1.1.1.1.',
  '1.1.1.1.1',
  '1.1.1.256',
  '01.1.1.1',
  '0x1.1.1.1',
  '0x08080808',
  '134744072',
  '1.1.1.1 ',
  ' 1.1.1.1',
  '1.1.1.1\n',
  '1.1.1.1\0',
  '1.1.1.1:80',
  '1.1.1.1/32',
  '１.1.1.1',
  '[2606:4700::1111]',
  '2606:4700::1111::',
  '2606:4700:::1111',
  '2606:4700',
  '2606:4700::1111/128',
  '2606:4700::g',
  '::ffff:1.2.3',
];

const publicAddresses = [
  '1.1.1.1',
  '8.8.8.8',
  '93.184.215.14',
  '2606:4700:4700::1111',
  '2001:4860:4860::8888',
  '2606:4700:4700:0:0:0:0:1111',
  '2606:4700:4700::8.8.8.8',
  '2A00:1450:4001:80B::200E',
  '2606:4700::5eff:a9fe:a9fe',
  '2606:4700::400:5efe:a00:5',
];

const refused = [...ranges.flatMap(({ first, last }) => [first, last]), ...disguises, ...notAddresses];

test('the tables of special addresses are long enough', () => {
  expect(new Set(ranges.flatMap(({ first, last }) => [first, last]).concat(disguises)).size).toBeGreaterThan(
    100,
  );
});

test.each(ranges)('$name, $first to $last, is not public, and its neighbours are', (range) => {
  expect(isPublicAddress(range.first)).toBe(false);
  expect(isPublicAddress(range.last)).toBe(false);
  for (const outside of range.outside ?? [])
    expect([outside, isPublicAddress(outside)]).toEqual([outside, true]);
});

test.each([...disguises, ...notAddresses])('%j is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(publicAddresses)('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

const byte = fc.integer({ min: 0, max: 255 });
const v4 = fc.tuple(byte, byte, byte, byte).map((bytes) => bytes.join('.'));
const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));

describe('the address rule', () => {
  test('never throws, and refuses a text that is not an address', () => {
    fc.assert(fc.property(fc.string(), (text) => isPublicAddress(text) === false));
  });

  test('refuses an address inside a special range of IPv4 in any IPv6 form', () => {
    const prefixes = ['::', '::ffff:', '::ffff:0:', '64:ff9b::', '64:ff9b:1::', '2606:4700::5efe:'];
    fc.assert(
      fc.property(v4, fc.constantFrom(...prefixes), (address, prefix) => !isPublicAddress(prefix + address)),
    );
  });

  test('allows only IPv6 addresses that begin with the bits 001', () => {
    fc.assert(
      fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
        const first = Number.parseInt(groups[0] ?? '', 16);
        return !isPublicAddress(groups.join(':')) || first >> 13 === 1;
      }),
    );
  });

  test('gives every spelling of an IPv6 address the same answer', () => {
    const ours = fc.array(fc.oneof(group, fc.constant('0')), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(ours, (groups) => {
        const long = groups.map((part) => part.padStart(4, '0').toUpperCase()).join(':');
        const short = new URL(`http://[${long}]`).hostname.slice(1, -1);
        return isPublicAddress(long) === isPublicAddress(short);
      }),
    );
  });

  test('allows only the address itself when a single IPv4 address is allowed', () => {
    fc.assert(
      fc.property(v4, fc.constantFrom(...refused), (allowed, address) => {
        const mayReach = addressRule([allowed]);
        return mayReach(allowed) && (address === allowed || !mayReach(address));
      }),
    );
  });
});

describe('allowed ranges', () => {
  test('allow only public addresses when there are none', () => {
    const mayReach = addressRule([]);
    for (const address of refused) expect([address, mayReach(address)]).toEqual([address, false]);
    for (const address of publicAddresses) expect([address, mayReach(address)]).toEqual([address, true]);
  });

  test.each([
    {
      range: '10.0.0.0/8',
      opens: ['10.0.0.0', '10.255.255.255'],
      not: ['11.0.0.1x', '127.0.0.1', '::ffff:10.0.0.1'],
    },
    { range: '10.1.2.3/8', opens: ['10.0.0.0', '10.255.255.255'], not: ['192.168.0.1'] },
    { range: '192.168.7.9/30', opens: ['192.168.7.8', '192.168.7.11'], not: ['192.168.7.7', '192.168.7.12'] },
    { range: '169.254.169.254', opens: ['169.254.169.254'], not: ['169.254.169.253', '::a9fe:a9fe'] },
    { range: '0.0.0.0/0', opens: ['127.0.0.1', '255.255.255.255'], not: ['::ffff:127.0.0.1', '::1'] },
    { range: 'fd00::/8', opens: ['fd00::', 'fdff::1'], not: ['fc00::1', '10.0.0.1', 'fd00::1%lo'] },
    { range: 'FD00:EC2::254/128', opens: ['fd00:ec2::254'], not: ['fd00:ec2::253'] },
    { range: '::1', opens: ['::1', '0:0:0:0:0:0:0:1'], not: ['::2', '127.0.0.1'] },
    {
      range: '::ffff:10.0.0.0/104',
      opens: ['::ffff:10.0.0.1', '::ffff:aff:ffff'],
      not: ['10.0.0.1', '::a00:1'],
    },
    { range: '::/0', opens: ['::1', '::ffff:127.0.0.1', 'ff02::1'], not: ['127.0.0.1', '10.0.0.1'] },
  ])('allow the addresses of $range only', ({ range, opens, not }) => {
    const mayReach = addressRule([range]);
    for (const address of opens) expect([address, mayReach(address)]).toEqual([address, true]);
    for (const address of not) expect([address, mayReach(address)]).toEqual([address, false]);
    expect(mayReach('1.1.1.1')).toBe(true);
  });

  test.each([
    '',
    '/',
    '/8',
    '10.0.0.0/',
    '10.0.0.0/ ',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/8.5',
    '10.0.0.0/0x8',
    '10.0.0.0/8e0',
    '10.0.0.0/+8',
    '10.0.0.0/8/8',
    '10.0.0.0/255.0.0.0',
    '10/8',
    '10.0.0.0-10.0.0.255',
    '*',
    'localhost',
    '::/',
    '::/129',
    'fe80::1%lo/64',
  ])('allow nothing when %j is not a range', (range) => {
    const mayReach = addressRule([range]);
    for (const address of refused) expect([address, mayReach(address)]).toEqual([address, false]);
  });

  test('allow the addresses of each range when there are several', () => {
    const mayReach = addressRule(['127.0.0.0/8', 'junk', '::1']);
    expect(['127.0.0.1', '::1', '10.0.0.1'].map(mayReach)).toEqual([true, true, false]);
  });
});
