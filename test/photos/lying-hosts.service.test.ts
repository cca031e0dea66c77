import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { limits } from '../../src/model/limits.ts';
import { forTest, outcome, testDownloader } from '../support/downloads.ts';
import { answerOf, drip, hostOf, photoOf, redirectTo, startHost } from '../support/lying-hosts.ts';

const most = limits.pictureBytes;
const short = photoOf(100);
const chunked = 'transfer-encoding: chunked\r\n';
/** A header that keeps `answerOf` from sending the length. */
const unannounced = 'connection: close\r\nx: content-length\r\n';
const chunk = (bytes: string | Buffer) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), Buffer.from(bytes), Buffer.from('\r\n')]);

/** Writes one part after another, as fast as the client reads them, until it disconnects. */
function pour(socket: Socket, start: Buffer, piece: Buffer): void {
  const more = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', more);
  socket.write(start);
  more();
}

describe('a download from a host that sends', () => {
  const large = 'larger than 2 MB';
  const brokenOff = 'the answer broke off';
  const notHttp = 'the answer is not HTTP';
  const compressed = 'the answer is compressed';
  const headers = 'the headers of the answer are too large';

  const cases: readonly (readonly [name: string, send: (socket: Socket) => unknown, expected: string])[] = [
    ['exactly 2 MiB', (s) => s.end(answerOf(photoOf(most))), `${most} bytes`],
    ['a byte more', (s) => s.end(answerOf(photoOf(most + 1))), large],
    ['2 GB, as it says', (s) => s.write(answerOf(short, 'content-length: 2000000000\r\n')), large],
    [
      '2 MiB in chunks',
      (s) => s.end(answerOf(Buffer.concat([chunk(photoOf(most)), chunk('')]), chunked)),
      `${most} bytes`,
    ],
    ['a byte more in a chunk', (s) => s.write(answerOf(chunk(photoOf(most + 1)), chunked)), large],
    ['2 MiB without a length', (s) => s.end(answerOf(photoOf(most), unannounced)), `${most} bytes`],
    ['a byte more without a length', (s) => s.end(answerOf(photoOf(most + 1), unannounced)), large],
    [
      'chunks without end',
      (s) => pour(s, answerOf(chunk(short), chunked), chunk(Buffer.alloc(65_536))),
      large,
    ],
    ['bytes without end', (s) => pour(s, answerOf(short, unannounced), Buffer.alloc(65_536)), large],
    [
      'a 404 without end',
      (s) => pour(s, answerOf(chunk(short), chunked, 404), chunk(Buffer.alloc(65_536))),
      '404 from host',
    ],
    ['more than it says', (s) => s.end(answerOf(short, 'content-length: 64\r\n')), '64 bytes'],
    ['less than it says', (s) => s.end(answerOf(short, 'content-length: 999\r\n')), brokenOff],
    [
      'less than it says, after connection: close',
      (s) => s.end(answerOf(short, 'connection: close\r\ncontent-length: 999\r\n')),
      brokenOff,
    ],
    ['chunks but not the last', (s) => s.end(answerOf(chunk(short), chunked)), brokenOff],
    [
      'chunks but not the last, after connection: close',
      (s) => s.end(answerOf(chunk(short), `${chunked}connection: close\r\n`)),
      brokenOff,
    ],
    ['a chunk of no length', (s) => s.write(answerOf('zz\r\n', chunked)), notHttp],
    ['an invalid length', (s) => s.write(answerOf(short, 'content-length: many\r\n')), notHttp],
    ['a negative length', (s) => s.write(answerOf(short, 'content-length: -1\r\n')), notHttp],
    [
      'two lengths',
      (s) => s.write(answerOf(short, 'content-length: 99\r\ncontent-length: 100\r\n')),
      brokenOff,
    ],
    ['a length and chunks', (s) => s.write(answerOf(short, `content-length: 100\r\n${chunked}`)), brokenOff],
    ['gzip', (s) => s.end(answerOf(short, 'content-encoding: gzip\r\n')), compressed],
    [
      'a bomb without a content-encoding',
      (s) => s.end(answerOf(gzipSync(Buffer.alloc(most * 8)))),
      'not a picture, though called image/png',
    ],
    ['gzip twice', (s) => s.end(answerOf(short, 'content-encoding: identity, gzip\r\n')), compressed],
    ['what it calls identity', (s) => s.end(answerOf(short, 'content-encoding: identity\r\n')), '100 bytes'],
    [
      'an interim answer first',
      (s) => s.end(`HTTP/1.1 103 X\r\nx: y\r\n\r\n${answerOf(photoOf(8)).toString('latin1')}`, 'latin1'),
      '8 bytes',
    ],
    ['a picture called text', (s) => s.end(answerOf(short, 'content-type: text/plain\r\n')), '100 bytes'],
    ['101', (s) => s.write(answerOf('', 'upgrade: x\r\nconnection: upgrade\r\n', 101)), brokenOff],
    ...[201, 203, 206, 226, 300, 305, 400, 403, 404, 500, 599, 600, 999].map(
      (status) =>
        [`${status}`, (s: Socket) => s.end(answerOf(short, '', status)), `${status} from host`] as const,
    ),
    ['204', (s) => s.end('HTTP/1.1 204 X\r\n\r\n'), '204 from host'],
    [
      'HTML',
      (s) => s.end(answerOf('<p>', 'content-type: Text/HTML; charset=x\r\n')),
      'not a picture (text/html)',
    ],
    ['HTML called a picture', (s) => s.end(answerOf('<p>')), 'not a picture, though called image/png'],
    ['a strange type', (s) => s.end(answerOf('<p>', 'content-type: <b>/x\r\n')), 'not a picture'],
    ['a type with a line in it', (s) => s.end(answerOf('<p>', 'content-type: a/b c\r\n')), 'not a picture'],
    ['nothing', (s) => s.end(answerOf('')), 'the answer is empty'],
    ['two bytes', (s) => s.end(answerOf('GI', 'x: y\r\n')), 'not a picture'],
    ['a large header', (s) => s.write(answerOf(short, `x: ${'y'.repeat(20_000)}\r\n`)), headers],
    [
      'headers without end',
      (s) => pour(s, Buffer.from('HTTP/1.1 200 X\r\n'), Buffer.from('x: y\r\n'.repeat(1000))),
      headers,
    ],
    ['another protocol', (s) => s.write('SSH-2.0-OpenSSH_9.9\r\n'), notHttp],
    ['the picture alone', (s) => s.end(short), notHttp],
    ['no answer', (s) => s.end(), brokenOff],
    ['half a status line', (s) => s.end('HTTP/1.1 2'), brokenOff],
    ['a reset', (s) => s.resetAndDestroy(), brokenOff],
    [
      'a reset in the middle',
      (s) => s.write(answerOf(short, 'content-length: 999\r\n'), () => s.resetAndDestroy()),
      brokenOff,
    ],
  ];

  it.each(cases)('%s', async (_, send, expected) => {
    let socket: Socket | undefined;
    const host = await forTest(
      startHost((visit) => {
        socket = visit.socket;
        send(visit.socket);
      }),
    );
    const got = await testDownloader().download(host.url, {});
    expect(got.kind === 'picture' ? `${got.bytes.length} bytes` : outcome(got)).toBe(expected);
    await host.quiet();
    expect(host.connections).toBe(1);
    expect(socket?.bytesWritten).toBeLessThan(32 * 1024 * 1024);
  });

  it('a surplus answer does not use it for the next request', async () => {
    const own = answerOf(short, 'x: own\r\n');
    const host = await forTest(
      startHost(({ path, socket }) =>
        socket.write(path === '/1' ? Buffer.concat([own, answerOf(short, 'x: smuggled\r\n')]) : own),
      ),
    );
    const { download } = testDownloader();
    for (const path of ['/1', '/2']) {
      expect(await download(host.url + path, {})).toMatchObject({ headers: { x: 'own' } });
    }
  });

  it('a redirect with an endless body follows the redirect', async () => {
    const target = await forTest(hostOf({ '/': answerOf(short) }));
    const location = `location: ${target.url}/\r\n${chunked}`;
    const host = await forTest(
      startHost(({ socket }) =>
        pour(socket, answerOf(chunk('x'), location, 302), chunk(Buffer.alloc(65_536))),
      ),
    );
    expect(outcome(await testDownloader().download(host.url, {}))).toBe('picture');
    await host.quiet();
  });
});

describe('a download from a slow host', () => {
  const deadlineMs = 300;
  /** Tolerance for a busy machine. */
  const slackMs = 1500;
  const late = 'took longer than 0.3 s';
  const dripBody = (socket: Socket) => {
    socket.write(answerOf(short, 'content-length: 99999\r\n'));
    drip(socket, 'x');
  };
  const cases: readonly (readonly [name: string, send: (socket: Socket) => unknown])[] = [
    ['says nothing', () => undefined],
    ['stops in its headers', (s) => s.write('HTTP/1.1 200 X\r\nx: ')],
    [
      'drips its headers',
      (s) => {
        s.write('HTTP/1.1 200 X\r\nx: ');
        drip(s, 'y');
      },
    ],
    ['drips interim answers', (s) => drip(s, 'HTTP/1.1 103 X\r\n\r\n')],
    ['stops in its body', (s) => s.write(answerOf(short, 'content-length: 99999\r\n'))],
    ['drips its body', dripBody],
    [
      'drips chunks',
      (s) => {
        s.write(answerOf(chunk(short), chunked));
        drip(s, '1\r\nx\r\n');
      },
    ],
    [
      'drips the length of a chunk',
      (s) => {
        s.write(answerOf(chunk(short), chunked));
        drip(s, '0');
      },
    ],
    ['redirects slowly', (s) => setTimeout(() => s.end(redirectTo('/')), 200)],
    [
      'redirects to where a body drips',
      (s) => {
        s.write(answerOf(chunk('x'), `location: /\r\n${chunked}`, 302));
        drip(s, '1\r\nx\r\n');
      },
    ],
  ];

  it.each(cases)('ends at the deadline when the host %s', async (name, send) => {
    const host = await forTest(startHost(({ socket }) => void send(socket)));
    const started = performance.now();
    const problem = outcome(await testDownloader({ deadlineMs }).download(host.url, {}));
    expect(performance.now() - started).toBeLessThan(deadlineMs + slackMs);
    expect(name.startsWith('redirects to') ? [late, 'too many redirects'] : [late]).toContain(problem);
    await host.quiet();
  });

  it('meets the deadline with 80 downloads at once, and leaves no connection', async () => {
    const host = await forTest(startHost(({ socket }) => dripBody(socket), { address: '0.0.0.0' }));
    const { download } = testDownloader({ deadlineMs: 1000, parallel: 80 });
    const addresses = Array.from({ length: 80 }, (_, index) => `http://127.0.1.${index}:${host.port}/`);
    const started = performance.now();
    const problems = await Promise.all(addresses.map(async (one) => outcome(await download(one, {}))));
    expect(performance.now() - started).toBeLessThan(1000 + slackMs);
    expect(new Set(problems)).toEqual(new Set(['took longer than 1 s']));
    await host.quiet();
    expect(host.connections).toBe(80);
  });

  it('has a deadline for each of 80 turns, and ends when the caller leaves', async () => {
    const host = await forTest(startHost(({ socket }) => dripBody(socket), { address: '0.0.0.0' }));
    const { download } = testDownloader({ deadlineMs: 1000 });
    const addresses = Array.from({ length: 80 }, (_, index) => `http://127.0.1.${index}:${host.port}/`);
    const started = performance.now();
    const problems = await Promise.all(
      addresses.map(async (one) => outcome(await download(one, { signal: AbortSignal.timeout(1500) }))),
    );
    expect(performance.now() - started).toBeLessThan(1500 + slackMs);
    expect(problems.filter((problem) => problem === 'took longer than 1 s')).toHaveLength(64);
    expect(problems.filter((problem) => problem === 'given up before it was complete')).toHaveLength(16);
    await host.quiet();
  });
});
