import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressRule, isPublicAddress } from '../../src/photos/address-rule.ts';
import { runs } from '../support/runs.ts';

/** Copied from IANA's registries, so that the library is checked against an independent list. */
const namedV4 = [
  ['this network', '0.0.0.0/8'],
  ['private', '10.0.0.0/8'],
  ['carrier-grade NAT', '100.64.0.0/10'],
  ['loopback', '127.0.0.0/8'],
  ['link-local', '169.254.0.0/16'],
  ['private', '172.16.0.0/12'],
  ['IETF protocols', '192.0.0.0/24'],
  ['documentation', '192.0.2.0/24'],
  ['AS112', '192.31.196.0/24'],
  ['AMT', '192.52.193.0/24'],
  ['6to4 relay', '192.88.99.0/24'],
  ['private', '192.168.0.0/16'],
  ['AS112', '192.175.48.0/24'],
  ['benchmarks', '198.18.0.0/15'],
  ['documentation', '198.51.100.0/24'],
  ['documentation', '203.0.113.0/24'],
  ['multicast', '224.0.0.0/4'],
  ['reserved', '240.0.0.0/4'],
  ['the host of an Azure machine', '168.63.129.16/32'],
] as const;
const namedV6 = [
  ['outside 2000::/3, below it', '::/3'],
  ['outside 2000::/3, above it', '4000::/2'],
  ['outside 2000::/3, in the upper half', '8000::/1'],
  ['unspecified, loopback and compatible', '::/96'],
  ['mapped', '0:0:0:0:0:ffff::/96'],
  ['translated', '0:0:0:0:ffff:0::/96'],
  ['NAT64', '64:ff9b::/96'],
  ['NAT64, local', '64:ff9b:1::/48'],
  ['discard', '100::/64'],
  ['IETF protocols', '2001::/23'],
  ['Teredo', '2001::/32'],
  ['benchmarks', '2001:2::/48'],
  ['AMT', '2001:3::/32'],
  ['AS112', '2001:4:112::/48'],
  ['ORCHID', '2001:10::/28'],
  ['ORCHIDv2', '2001:20::/28'],
  ['drones', '2001:30::/28'],
  ['documentation', '2001:db8::/32'],
  ['6to4', '2002::/16'],
  ['AS112', '2620:4f:8000::/48'],
  ['documentation', '3fff::/20'],
  ['segment routing', '5f00::/16'],
  ['unique local', 'fc00::/7'],
  ['link-local', 'fe80::/10'],
  ['site-local', 'fec0::/10'],
  ['multicast', 'ff00::/8'],
] as const;
const specialV4 = namedV4.map(([, range]) => cidrV4(range));
const specialV6 = namedV6.map(([, range]) => cidrV6(range));

const v4 = fc.nat({ max: 0xffffffff });
const v6 = fc.bigInt({ min: 0n, max: 2n ** 128n - 1n });
const insideV4 = fc
  .tuple(fc.constantFrom(...specialV4), v4)
  .map(([{ base, size }, any]) => dotted(base + (any % size)));
const insideV6 = fc
  .tuple(fc.constantFrom(...specialV6), v6)
  .map(([{ base, size }, any]) => grouped(base + (any % size)));

test.each(namedV4)('%s, %s, is not public, and its neighbours are', (_, range) => {
  const { base, end } = cidrV4(range);
  for (const inside of [base, end - 1]) expect(isPublicAddress(dotted(inside))).toBe(false);
  for (const outside of [base - 1, end])
    if (outside >= 0 && outside < 2 ** 32 && !isIn(outside, specialV4))
      expect([dotted(outside), isPublicAddress(dotted(outside))]).toEqual([dotted(outside), true]);
});

test.each(namedV6)('%s, %s, is not public, and its neighbours are', (_, range) => {
  const { base, end } = cidrV6(range);
  for (const inside of [base, end - 1n]) expect(isPublicAddress(grouped(inside))).toBe(false);
  for (const outside of [base - 1n, end])
    if (outside >= 0n && outside < 2n ** 128n && !isIn(outside, specialV6))
      expect([grouped(outside), isPublicAddress(grouped(outside))]).toEqual([grouped(outside), true]);
});

test('every address inside a special range is refused', () => {
  fc.assert(
    fc.property(fc.oneof(insideV4, insideV6), (address) => !isPublicAddress(address)),
    { numRuns: runs(5000) },
  );
});

test('every IPv4 address outside the special ranges is public', () => {
  fc.assert(
    fc.property(v4, (value) => isPublicAddress(dotted(value)) === !isIn(value, specialV4)),
    { numRuns: runs(5000) },
  );
});

test('an allowed range of IPv4 allows only what is inside it, whatever its last bits', () => {
  const near = fc.oneof(v4.map(dotted), insideV4);
  fc.assert(
    fc.property(near, fc.integer({ min: 0, max: 32 }), near, (start, bits, address) => {
      const size = 2 ** (32 - bits);
      const inside = Math.floor(ofDotted(start) / size) === Math.floor(ofDotted(address) / size);
      expect(addressRule([`${start}/${bits}`])(address)).toBe(inside || isPublicAddress(address));
    }),
    { numRuns: runs(3000) },
  );
});

test('an allowed range of IPv6 allows only what is inside it, whatever its last bits', () => {
  const near = fc.oneof(v6.map(grouped), insideV6);
  fc.assert(
    fc.property(near, fc.integer({ min: 0, max: 128 }), near, (start, bits, address) => {
      const beyond = BigInt(128 - bits);
      const inside = ofGrouped(start) >> beyond === ofGrouped(address) >> beyond;
      expect(addressRule([`${start}/${bits}`])(address)).toBe(inside || isPublicAddress(address));
    }),
    { numRuns: runs(3000) },
  );
});

test('the address rule never throws, and refuses a text that is not an address', () => {
  fc.assert(fc.property(fc.string(), fc.string(), (range, text) => !addressRule([range])(text)));
});

function isIn<T extends number | bigint>(
  value: T,
  ranges: readonly { readonly base: T; readonly end: T }[],
): boolean {
  return ranges.some(({ base, end }) => base <= value && value < end);
}

function cidrV4(range: string) {
  const [start = '', bits] = range.split('/');
  const [base, size] = [ofDotted(start), 2 ** (32 - Number(bits))];
  return { base, size, end: base + size };
}

function cidrV6(range: string) {
  const [start = '', bits] = range.split('/');
  const [base, size] = [ofGrouped(start), 2n ** BigInt(128 - Number(bits))];
  return { base, size, end: base + size };
}

function dotted(value: number): string {
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff).join('.');
}

function ofDotted(address: string): number {
  return address.split('.').reduce((value, part) => value * 256 + Number(part), 0);
}

/** Eight groups, none left out. */
function grouped(value: bigint): string {
  return (value.toString(16).padStart(32, '0').match(/.{4}/g) ?? []).join(':');
}

/** Reads an address in groups; `::` stands only at its end. */
function ofGrouped(address: string): bigint {
  const groups = address.split(':').filter((group) => group !== '');
  const digits = groups.map((group) => group.padStart(4, '0')).join('');
  return BigInt(`0x${digits.padEnd(32, '0')}`);
}
