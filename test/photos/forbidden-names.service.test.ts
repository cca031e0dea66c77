import { describe, expect, it } from 'vitest';
import { addressRule } from '../../src/photos/address-rule.ts';
import { dnsResolver } from '../../src/photos/download.ts';
import { createAuthority } from '../support/certificates.ts';
import { type DnsAnswer, startDnsServer } from '../support/dns-server.ts';
import { forTest, outcome, testDownloader } from '../support/downloads.ts';
import { answerOf, hostOf, photoOf, redirectTo, startHost } from '../support/lying-hosts.ts';
import { lacks } from '../support/programs.ts';

const picture = answerOf(photoOf(100));
/** On loopback, one address represents the public network and another an internal host. */
const open = '127.0.0.2';
const inside = '127.0.0.3';
const mayReach = addressRule([`${open}/32`]);
const notFound = 'host not found or its address is not public';

/** Starts two hosts on one port, a name server with the given answers, and a downloader that uses it. */
async function network(answer: Parameters<typeof startDnsServer>[0], deadlineMs = 5000) {
  const host = await forTest(startHost(({ socket }) => socket.end(picture), { address: open }));
  const canary = await forTest(
    startHost(({ socket }) => socket.end(picture), { address: inside, port: host.port }),
  );
  const names = await forTest(startDnsServer(answer));
  const downloader = testDownloader({ mayReach, resolve: dnsResolver([names.address]), deadlineMs });
  const ask = async (name: string) => outcome(await downloader.download(`http://${name}:${host.port}/`, {}));
  return { host, canary, names, ask };
}

describe('a host name', () => {
  it('with an allowed address is looked up once, and the connection goes to that address', async () => {
    const { host, names, ask } = await network(() => [open]);
    expect(await ask('pictures.test')).toBe('picture');
    expect([...names.queries].sort()).toEqual(['A pictures.test', 'AAAA pictures.test']);
    expect(host.visits[0]?.headers['host']).toBe(`pictures.test:${host.port}`);
  });

  it('may be an alias of an allowed host, and may have addresses of one family only', async () => {
    const { host, ask } = await network((name, _, type) => {
      if (name === 'alias.test') return { alias: 'pictures.test', addresses: [open] };
      return type === 'A' ? [open] : name === 'half.test' ? 'servfail' : 'nxdomain';
    });
    for (const name of ['alias.test', 'half.test', 'other.test']) expect(await ask(name)).toBe('picture');
    expect(host.connections).toBe(3);
  });

  const refused: readonly (readonly [name: string, answer: DnsAnswer])[] = [
    ['a host inside', [inside]],
    ['the metadata service', ['169.254.169.254']],
    ['one that may be reached and one that may not', [open, inside]],
    ['one that may not and one that may', [inside, open]],
    ['an open one and, in the other family, loopback', [open, '::1']],
    ['an open one and a mapped one', [open, '::ffff:127.0.0.3']],
    ['a mapped one', ['::ffff:127.0.0.3']],
    ['a mapped one that would be open', ['::ffff:127.0.0.2']],
    ['a compatible one', ['::7f00:3']],
    ['a translated one', ['64:ff9b::7f00:3']],
    ['a public one and a host inside', ['1.1.1.1', inside]],
    ['zero', ['0.0.0.0']],
    ['nothing', []],
    ['that it does not exist', 'nxdomain'],
    ['that its servers fail', 'servfail'],
    ['another name, of a host inside', { alias: 'inside.test', addresses: [inside] }],
    ['another name, of both', { alias: 'inside.test', addresses: [open, inside] }],
    ['another name without addresses', { alias: 'inside.test', addresses: [] }],
  ];
  it.each(refused)(
    'is refused without a connection, in the same words, when it resolves to %s',
    async (_, answer) => {
      const { host, canary, ask } = await network(() => answer);
      expect(await ask('pictures.test')).toBe(notFound);
      expect([host.connections, canary.connections]).toEqual([0, 0]);
    },
  );

  it.each(['localhost', 'LOCALHOST.', 'a.localhost', 'ip6-localhost'])(
    '%s is looked up like any other name',
    async (name) => {
      const { canary, names, ask } = await network(() => 'nxdomain');
      expect(await ask(name)).toBe(notFound);
      expect(names.queries.length).toBeGreaterThanOrEqual(0);
      expect(canary.connections).toBe(0);
    },
  );

  it('that changes its address between two downloads is refused at the second', async () => {
    const { host, canary, ask } = await network((_, before) => (before === 0 ? [open] : [inside]));
    expect([await ask('pictures.test'), await ask('pictures.test')]).toEqual(['picture', notFound]);
    expect([host.connections, canary.connections]).toEqual([1, 0]);
  });

  it('that changes its address during many downloads never leads to an internal host', async () => {
    let asked = 0;
    const { host, canary, ask } = await network(() => (asked++ % 3 === 0 ? [open] : [inside]));
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => ask('pictures.test')));
    expect(new Set([...outcomes, 'picture', notFound])).toEqual(new Set(['picture', notFound]));
    expect(canary.connections).toBe(0);
    expect(host.connections).toBe(outcomes.filter((one) => one === 'picture').length);
  });

  it('without an answer of its servers fails at the deadline', async () => {
    const { host, ask } = await network(() => 'silence', 300);
    const started = performance.now();
    expect(await ask('pictures.test')).toBe('took longer than 0.3 s');
    expect(performance.now() - started).toBeLessThan(1800);
    expect(host.connections).toBe(0);
  });

  it('of an internal host is refused in the same words as a name that does not exist', async () => {
    const { ask } = await network((name) => (name === 'inside.test' ? [inside] : 'nxdomain'));
    expect(await ask('inside.test')).toBe(await ask('nobody.test'));
  });
});

describe('a redirect', () => {
  it.each([
    `http://${inside}:PORT/`,
    'http://2130706435:PORT/',
    'http://0x7f.3:PORT/',
    `//${inside}:PORT/`,
    '\\\\0177.0.0.3:PORT\\',
    'http://[::ffff:127.0.0.3]:PORT/',
    'http://inside.test:PORT/',
    'http://mixed.test:PORT/',
    'http://nobody.test:PORT/',
    'http://a@127.0.0.3:PORT/',
  ])('to %s is refused without a connection, in the same words', async (location) => {
    const canary = await forTest(startHost(({ socket }) => socket.end(picture), { address: inside }));
    const target = location.replace('PORT', `${canary.port}`);
    const host = await forTest(hostOf({ '/': redirectTo(target) }, { address: open }));
    const names = await forTest(
      startDnsServer((name) => {
        if (name === 'mixed.test') return [open, inside];
        return name === 'inside.test' ? [inside] : 'nxdomain';
      }),
    );
    const { download } = testDownloader({ mayReach, resolve: dnsResolver([names.address]) });
    const problem = 'redirected to an address that is not public or not found';
    expect(outcome(await download(host.url, {}))).toBe(problem);
    expect(canary.connections).toBe(0);
  });
});

it('a host whose address is forbidden after the connection is made receives no byte', async () => {
  for (const tls of [false, true]) {
    const host = await forTest(startHost(() => undefined));
    let asked = 0;
    const { download } = testDownloader({ mayReach: () => asked++ === 0 });
    const problem = outcome(await download(`${tls ? 'https' : 'http'}://127.0.0.1:${host.port}/`, {}));
    expect(problem).toBe('address is not public');
    await host.quiet();
    expect([host.connections, host.bytesReceived]).toEqual([1, 0]);
  }
});

describe.skipIf(lacks('openssl'))('https', () => {
  it('is verified against the name in the address', async () => {
    const authority = await forTest(createAuthority());
    const tls = await authority.issue('pictures.test');
    const host = await forTest(startHost(({ socket }) => socket.end(picture), { tls }));
    const resolve = async () => ['127.0.0.1'];
    const knows = testDownloader({ resolve, ca: authority.ca });
    const knowsNot = testDownloader({ resolve });
    const ask = async ({ download }: typeof knows, name: string) =>
      outcome(await download(`https://${name}:${host.port}/`, {}));
    const invalid = "the host's certificate is not valid";
    expect(await ask(knows, 'pictures.test')).toBe('picture');
    expect(await ask(knows, 'PICTURES.TEST')).toBe('picture');
    expect(await ask(knows, 'other.test')).toBe(invalid);
    expect(await ask(knows, '127.0.0.1')).toBe(invalid);
    expect(await ask(knowsNot, 'pictures.test')).toBe(invalid);
    expect(host.visits.map(({ headers }) => headers['host'])).toEqual(
      Array(2).fill(`pictures.test:${host.port}`),
    );
    await host.quiet();
  });

  it('is not accepted from an http host, nor http from an https host', async () => {
    const authority = await forTest(createAuthority());
    const secure = await forTest(
      startHost(({ socket }) => socket.end(picture), { tls: await authority.issue('pictures.test') }),
    );
    const plain = await forTest(startHost(({ socket }) => socket.end(picture)));
    const { download } = testDownloader({ deadlineMs: 500 });
    for (const address of [`https://127.0.0.1:${plain.port}/`, `http://127.0.0.1:${secure.port}/`]) {
      expect((await download(address, {})).kind).toBe('failed');
    }
    await plain.quiet();
    await secure.quiet();
  });
});
