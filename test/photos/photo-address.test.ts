import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import { addressRule, isPublicAddress } from '../../src/photos/address-rule.ts';
import { literalAddress, parsePhotoAddress, portOf, portRule } from '../../src/photos/photo-address.ts';
import { runs } from '../support/runs.ts';

/** Returns the URL as it will be requested, or the problem. */
function read(text: string): string {
  const parsed = parsePhotoAddress(text);
  return 'url' in parsed ? parsed.url.href : parsed.problem;
}

/** Returns the literal address that the text names, or its host name in quotation marks, or the problem. */
function host(text: string): string {
  const parsed = parsePhotoAddress(text);
  if ('problem' in parsed) return parsed.problem;
  return literalAddress(parsed.url) ?? JSON.stringify(parsed.url.hostname);
}

const invalid = 'must be a valid http or https address';
const otherScheme = 'must be an http or https address';
const userinfo = 'must not hold a user name or password';
const noHost = 'must have a valid host name';

describe('a forbidden address in another spelling', () => {
  it.each([
    ['plain', 'http://127.0.0.1/', '127.0.0.1'],
    ['decimal', 'http://2130706433/', '127.0.0.1'],
    ['decimal of the metadata service', 'http://2852039166/', '169.254.169.254'],
    ['hexadecimal', 'http://0x7f000001/', '127.0.0.1'],
    ['hexadecimal in capitals', 'http://0X7F.0X0.0X0.0X1/', '127.0.0.1'],
    ['octal', 'http://017700000001/', '127.0.0.1'],
    ['octal by parts', 'http://0177.0.0.01/', '127.0.0.1'],
    ['octal with many zeros', 'http://0000000000000000000177.0.0.1/', '127.0.0.1'],
    ['all three', 'http://0xa9.0376.43518/', '169.254.169.254'],
    ['two parts', 'http://127.1/', '127.0.0.1'],
    ['three parts', 'http://127.0.1/', '127.0.0.1'],
    ['two parts that carry', 'http://10.256/', '10.0.1.0'],
    ['a trailing dot', 'http://127.0.0.1./', '127.0.0.1'],
    ['a trailing dot, encoded', 'http://127.0.0.1%2E/', '127.0.0.1'],
    ['short with a trailing dot', 'http://192.168.1./', '192.168.0.1'],
    ['zero', 'http://0/', '0.0.0.0'],
    ['zeros', 'http://00/', '0.0.0.0'],
    ['an empty hexadecimal number', 'http://0x/', '0.0.0.0'],
    ['the highest number', 'http://4294967295/', '255.255.255.255'],
    ['the highest number, octal', 'http://037777777777/', '255.255.255.255'],
    ['full-width digits', 'http://１２７.０.０.１/', '127.0.0.1'],
    ['full-width dots', 'http://127．0．0．1/', '127.0.0.1'],
    ['ideographic dots', 'http://127。0。0。1/', '127.0.0.1'],
    ['half-width ideographic dots', 'http://127｡0｡0｡1/', '127.0.0.1'],
    ['digits in circles', 'http://①②⑦.⓪.⓪.①/', '127.0.0.1'],
    ['a raised digit', 'http://127.0.0.¹/', '127.0.0.1'],
    ['mathematical digits', 'http://𝟏𝟐𝟕.𝟎.𝟎.𝟏/', '127.0.0.1'],
    ['percent-encoded', 'http://%31%32%37.0.0.1/', '127.0.0.1'],
    ['percent-encoded full-width', 'http://%EF%BC%91%EF%BC%92%EF%BC%97.0.0.1/', '127.0.0.1'],
    ['percent-encoded altogether', 'http://%30%78%37%66%2e%31/', '127.0.0.1'],
    ['a soft hyphen inside', 'http://127.0.0.\u00ad1/', '127.0.0.1'],
    ['a zero-width space inside', 'http://127\u200b.0.0.1/', '127.0.0.1'],
    ['a tab inside', 'http://12\t7.0.0.1/', '127.0.0.1'],
    ['a line break inside', 'ht\ntp://127.0\r\n.0.1/', '127.0.0.1'],
    ['spaces and NUL around', ' \u0000http://127.0.0.1/\u0000 ', '127.0.0.1'],
    ['a scheme in capitals', 'HTTPS://127.0.0.1/', '127.0.0.1'],
    ['no slashes', 'http:127.0.0.1', '127.0.0.1'],
    ['one slash', 'http:/127.0.0.1', '127.0.0.1'],
    ['many slashes', 'http://///127.0.0.1/', '127.0.0.1'],
    ['backslashes', 'http:\\\\127.0.0.1\\a.png', '127.0.0.1'],
    ['a backslash before a name', 'http://127.0.0.1\\@example.com/', '127.0.0.1'],
    ['a fragment before a name', 'http://127.0.0.1#@example.com/', '127.0.0.1'],
    ['a query before a name', 'http://127.0.0.1?@example.com/', '127.0.0.1'],
    ['an empty user', 'http://@127.0.0.1/', '127.0.0.1'],
    ['an empty user and password', 'http://:@127.0.0.1/', '127.0.0.1'],
    ['a port', 'http://127.0.0.1:8080/', '127.0.0.1'],
    ['a trailing dot and a port', 'http://127.0.0.1.:80/', '127.0.0.1'],
    ['an empty port', 'http://127.0.0.1:/', '127.0.0.1'],
    ['v6', 'http://[::1]/', '::1'],
    ['v6 in full', 'http://[0000:0000:0000:0000:0000:0000:0000:0001]:80/', '::1'],
    ['v6 in capitals', 'http://[FD00:EC2::254]/', 'fd00:ec2::254'],
    ['v6, unspecified', 'http://[::]/', '::'],
    ['mapped', 'http://[::ffff:127.0.0.1]/', '::ffff:7f00:1'],
    ['mapped in full', 'http://[0:0:0:0:0:FFFF:A9FE:A9FE]/', '::ffff:a9fe:a9fe'],
    ['compatible', 'http://[::169.254.169.254]/', '::a9fe:a9fe'],
    ['NAT64', 'http://[64:ff9b::169.254.169.254]/', '64:ff9b::a9fe:a9fe'],
    ['ISATAP', 'http://[2600:1f18::5efe:10.0.0.5]/', '2600:1f18::5efe:a00:5'],
    ['6to4', 'https://[2002:7f00:1::]/', '2002:7f00:1::'],
  ])('is recognised: %s, %j is %s', (_, text, literal) => {
    expect(host(text)).toBe(literal);
    expect(isPublicAddress(literal)).toBe(false);
    expect(addressRule(['0.0.0.0/0', '::/0'])(literal)).toBe(true);
  });
});

it.each([
  ['http://0x08080808/', '8.8.8.8'],
  ['https://[2606:4700:4700:0::1111]/', '2606:4700:4700::1111'],
])('a public address in another spelling is recognised: %s is %s', (text, literal) => {
  expect(host(text)).toBe(literal);
  expect(isPublicAddress(literal)).toBe(true);
});

describe('a host that is neither an address nor a name is refused', () => {
  it.each([
    ['a part too high', 'http://127.0.0.256/', invalid],
    ['a first part too high', 'http://256.0.0.1/', invalid],
    ['five parts', 'http://1.2.3.4.5/', invalid],
    ['a number too high', 'http://4294967296/', invalid],
    ['a hexadecimal number too high', 'http://0x100000000/', invalid],
    ['no octal digit', 'http://127.0.0.08/', invalid],
    ['no hexadecimal digit', 'http://0x7g.1/', invalid],
    ['a name whose last part is a number', 'http://example.1/', invalid],
    ['a name whose last part is a hexadecimal number', 'http://example.0x7f/', invalid],
    ['a missing part', 'http://127..1/', invalid],
    ['a part before the first', 'http://.127.0.0.1/', invalid],
    ['digits of another script', 'http://١٢٧.0.0.1/', invalid],
    ['encoded twice', 'http://%2531%2532%2537.0.0.1/', invalid],
    ['an encoded NUL', 'http://127.0.0.1%00.example.com/', invalid],
    ['an encoded line break', 'http://127.0.0.1%0a/', invalid],
    ['an encoded space', 'http://127.0.0.1%20.example.com/', invalid],
    ['an encoded slash', 'http://127.0.0.1%2f.example.com/', invalid],
    ['an encoded at-sign', 'http://example.com%40127.0.0.1/', invalid],
    ['a joiner inside', 'http://1\u200c27.0.0.1/', invalid],
    ['a zone', 'http://[fe80::1%eth0]/', invalid],
    ['an encoded zone', 'http://[fe80::1%25eth0]/', invalid],
    ['mapped and short', 'http://[::ffff:127.1]/', invalid],
    ['mapped and octal', 'http://[::ffff:0177.0.0.1]/', invalid],
    ['mapped and hexadecimal', 'http://[::ffff:0x7f.0.0.1]/', invalid],
    ['v6 and a trailing dot', 'http://[::1]./', invalid],
    ['v6 without brackets', 'http://::1/', invalid],
    ['v6 with one bracket', 'http://[::1/', invalid],
    ['v6 with encoded colons', 'http://[%3a%3a1]/', invalid],
    ['v6 with full-width colons', 'http://[：：1]/', invalid],
    ['a future version', 'http://[v1.fe80::a]/', invalid],
    ['empty brackets', 'http://[]/', invalid],
    ['two ports', 'http://127.0.0.1:80:80/', invalid],
    ['a port too high', 'http://example.com:65536/', invalid],
    ['a full-width port', 'http://example.com:８０/', invalid],
    ['a port below zero', 'http://example.com:-80/', invalid],
    ['two trailing dots', 'http://127.0.0.1../', noHost],
    ['two trailing dots after a name', 'http://localhost../', noHost],
    ['a dot before a name', 'http://.localhost/', noHost],
    ['two dots inside', 'http://example..com/', noHost],
    ['a dot alone', 'http://./', noHost],
    ['two dots alone', 'http://../', noHost],
    ['a comma', 'http://127.0.0.1,x/', noHost],
    ['a semicolon', 'http://127.0.0.1;x/', noHost],
    ['a plus', 'http://+127.0.0.x/', noHost],
    ['an asterisk', 'http://*.example.com/', noHost],
    ['a quotation mark', 'http://"localhost"/', noHost],
    ['braces', 'http://{localhost}/', noHost],
    ['a label too long', `http://${'a'.repeat(64)}.com/`, noHost],
    ['a name too long', `http://${'a.'.repeat(126)}com/`, noHost],
  ])('for %s: %j', (_, text, problem) => {
    expect(read(text)).toBe(problem);
  });
});

describe('a host name', () => {
  it.each([
    ['plain', 'http://example.com/', '"example.com"'],
    ['in capitals', 'http://EXAMPLE.com/', '"example.com"'],
    ['full-width', 'http://ｅｘａｍｐｌｅ．ｃｏｍ/', '"example.com"'],
    ['percent-encoded', 'http://ex%61mple.com/', '"example.com"'],
    ['international', 'https://例え.jp/', '"xn--r8jz45g.jp"'],
    ['with an underscore', 'http://my_bucket.example.com/', '"my_bucket.example.com"'],
    ['with a trailing dot', 'http://example.com./', '"example.com."'],
    ['of this machine', 'http://localhost/', '"localhost"'],
    ['of this machine, with a dot', 'http://localhost./', '"localhost."'],
    ['of this machine, in circles', 'http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/', '"localhost"'],
    ['of a metadata service', 'http://metadata.google.internal/', '"metadata.google.internal"'],
    ['that begins as an address', 'http://127.0.0.1.nip.io/', '"127.0.0.1.nip.io"'],
    ['that looks like a power of ten', 'http://1e9/', '"1e9"'],
    ['that is almost hexadecimal', 'http://0x7f00000g/', '"0x7f00000g"'],
    ['that is hexadecimal without 0x', 'http://7f000001a/', '"7f000001a"'],
    ['that begins with a hyphen', 'http://-1/', '"-1"'],
    ['behind an empty user', 'http://@example.com/', '"example.com"'],
    ['before a backslash', 'http://example.com\\@127.0.0.1/', '"example.com"'],
    ['of the greatest length', `http://${'a.'.repeat(125)}com/`, `"${'a.'.repeat(125)}com"`],
  ])('%s: %j is looked up as %s', (_, text, name) => {
    expect(host(text)).toBe(name);
  });

  it('is never mistaken for an address, whatever its parts', () => {
    const parts = [
      '127',
      '1',
      '0',
      '8',
      '9',
      '0x',
      '0X7f',
      'a',
      'f',
      'g',
      'e',
      '-',
      '+',
      ',',
      '_',
      '.',
      '%2e',
      '。',
      '%',
      ' ',
    ];
    const text = fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(text, (pieces) => {
        const parsed = parsePhotoAddress(`http://${pieces.join('')}/`);
        if ('problem' in parsed) return;
        const { hostname } = parsed.url;
        if (literalAddress(parsed.url) !== undefined) return;
        const bare = hostname.replace(/\.$/, '');
        expect(ipaddr.isValid(bare)).toBe(false);
        expect(bare).not.toMatch(/(^|\.)(\d+|0x[\da-f]*)$/);
      }),
      { numRuns: runs(5000) },
    );
  });
});

describe('a photo address', () => {
  it.each([
    [
      'is kept with its query',
      'https://example.com/a%20b.png?x=1&y=#frag',
      'https://example.com/a%20b.png?x=1&y=',
    ],
    ['loses an empty fragment', 'http://example.com/a#', 'http://example.com/a'],
    ['has its dots resolved', 'http://example.com/a/../b/./c.png', 'http://example.com/b/c.png'],
    ['has its spaces encoded', 'http://example.com/a b.png', 'http://example.com/a%20b.png'],
    ['loses the port of its scheme', 'https://example.com:443/', 'https://example.com/'],
    ['keeps another port', 'https://example.com:80/', 'https://example.com:80/'],
    ['loses zeros of its port', 'http://example.com:0080/', 'http://example.com/'],
    ['loses a user that is empty', 'http://:@example.com/', 'http://example.com/'],
    ['may hold an at-sign in its path', 'http://example.com/@me/a.png', 'http://example.com/@me/a.png'],
    ['survives half a surrogate pair', 'http://example.com/\ud800', 'http://example.com/%EF%BF%BD'],
  ])('%s', (_, text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it.each([
    'ftp://example.com/a.png',
    'ws://example.com/',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
    'blob:http://example.com/1',
    'http+unix://%2Frun%2Fdocker.sock/',
    'gopher://127.0.0.1:70/',
    'httpx://example.com/',
    'localhost:80/a.png',
  ])('is of http or https: %s', (text) => {
    expect(read(text)).toBe(otherScheme);
  });

  it.each([
    '',
    ' ',
    'a.png',
    '/a.png',
    '//example.com/a.png',
    'example.com/a.png',
    '127.0.0.1',
    'http:',
    'http://',
    'http:///',
    'http://?',
    'http://#',
    'http://:80/',
    'http://@/',
    'http://user@/',
  ])('is absolute and has a host: %j', (text) => {
    expect(read(text)).toBe(invalid);
  });

  it.each([
    'http://user@example.com/',
    'http://user:password@example.com/',
    'http://:password@example.com/',
    'http://example.com@127.0.0.1/',
    'http://example.com:80@127.0.0.1/',
    'http://127.0.0.1;@example.com/',
    'http://%00@example.com/',
    'http://@@example.com/',
    'http://example.com%23@127.0.0.1/',
  ])('holds no user name or password: %s', (text) => {
    expect(read(text)).toBe(userinfo);
  });

  it('has at most 2048 characters', () => {
    const start = 'http://example.com/';
    expect(read(start.padEnd(2048, 'a'))).toBe(start.padEnd(2048, 'a'));
    expect(read(start.padEnd(2049, 'a'))).toBe('must be at most 2048 characters long');
    expect(read(`${start}#`.padEnd(2049, 'a'))).toBe('must be at most 2048 characters long');
  });

  it('is unchanged when it is read again', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (text) => {
        const once = read(text);
        fc.pre(URL.canParse(once));
        expect(read(once)).toBe(once);
      }),
    );
  });

  it('is read from any text without throwing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(typeof read(`http://${text}`)).toBe('string');
      }),
    );
  });
});

describe('ports', () => {
  it.each([
    ['http://example.com/', 80],
    ['https://example.com/', 443],
    ['http://example.com:443/', 443],
    ['https://example.com:8080/', 8080],
    ['http://example.com:0/', 0],
    ['http://[::1]:65535/', 65535],
  ])('of %s are read as %i', (text, port) => {
    expect(portOf(new URL(text))).toBe(port);
  });

  it.each<[string[], number[]]>([
    [[], []],
    [['80'], [80]],
    [
      ['80', '443'],
      [80, 443],
    ],
    [['8000-8999'], [8000, 8080, 8999]],
    [
      ['443', '8080-8080'],
      [443, 8080],
    ],
    [['0-65535'], [0, 22, 80, 443, 7999, 8000, 8080, 8999, 9000, 65535]],
    [['8999-8000'], []],
    [['', '-', '80-', '-80', ' 80', '8e1', '0x50', '80.0', '80,443', '80-90-100', '*'], []],
  ])('with the setting %j allow %j', (entries, open) => {
    const all = [0, 22, 80, 443, 7999, 8000, 8080, 8999, 9000, 65535];
    expect(all.filter(portRule(entries))).toEqual(open);
  });
});
