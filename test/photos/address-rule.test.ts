import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressRule, isPublicAddress } from '../../src/photos/address-rule.ts';

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

const refused = [...disguises, ...notAddresses];

test.each(refused)('%j is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(publicAddresses)('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

const byte = fc.integer({ min: 0, max: 255 });
const v4 = fc.tuple(byte, byte, byte, byte).map((bytes) => bytes.join('.'));
const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));

describe('the address rule', () => {
  test('refuses an address inside a special range of IPv4 in any IPv6 form', () => {
    const prefixes = ['::', '::ffff:', '::ffff:0:', '64:ff9b::', '64:ff9b:1::', '2606:4700::5efe:'];
    fc.assert(
      fc.property(v4, fc.constantFrom(...prefixes), (address, prefix) => !isPublicAddress(prefix + address)),
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
    undefined,
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
  ])('allow only public addresses when %j is not a range', (range) => {
    const mayReach = addressRule(range === undefined ? [] : [range]);
    expect(refused.filter(mayReach)).toEqual([]);
    expect(publicAddresses.filter(mayReach)).toEqual(publicAddresses);
  });

  test('allow the addresses of each range when there are several', () => {
    const mayReach = addressRule(['127.0.0.0/8', 'junk', '::1']);
    expect(['127.0.0.1', '::1', '10.0.0.1'].map(mayReach)).toEqual([true, true, false]);
  });
});
