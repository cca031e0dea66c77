import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressRule, isPublicAddress } from '../../src/photos/address-rule.ts';
import { runs } from '../support/runs.ts';

/** Copied from IANA's registries, so that the library is checked against an independent list. */
const specialV4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24'],
  ...['192.168.0.0/16', '192.175.48.0/24', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4', '168.63.129.16/32'],
];
const specialV6 = [
  ...['::/3', '4000::/2', '8000::/1', '2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48'],
  '3fff::/20',
];

const v4 = fc.nat({ max: 0xffffffff });
const v6 = fc.bigInt({ min: 0n, max: 2n ** 128n - 1n });
const insideV4 = fc.tuple(fc.constantFrom(...specialV4), v4).map(([range, any]) => {
  const { base, size } = cidrV4(range);
  return dotted(base + (any % size));
});
const insideV6 = fc.tuple(fc.constantFrom(...specialV6), v6).map(([range, any]) => {
  const { base, size } = cidrV6(range);
  return grouped(base + (any % size));
});

test('every address inside a special range is refused', () => {
  fc.assert(
    fc.property(fc.oneof(insideV4, insideV6), (address) => !isPublicAddress(address)),
    { numRuns: runs(5000) },
  );
});

test('every IPv4 address outside the special ranges is public', () => {
  const ranges = specialV4.map(cidrV4);
  fc.assert(
    fc.property(v4, (value) => {
      const special = ranges.some(({ base, size }) => base <= value && value < base + size);
      expect(isPublicAddress(dotted(value))).toBe(!special);
    }),
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

test('no setting and no text makes the address rule throw', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (range, text) => {
      addressRule([range])(text);
    }),
  );
});

function cidrV4(range: string): { base: number; size: number } {
  const [start = '', bits] = range.split('/');
  return { base: ofDotted(start), size: 2 ** (32 - Number(bits)) };
}

function cidrV6(range: string): { base: bigint; size: bigint } {
  const [start = '', bits] = range.split('/');
  return { base: ofGrouped(start), size: 2n ** BigInt(128 - Number(bits)) };
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
