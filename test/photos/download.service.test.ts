import { describe, expect, it } from 'vitest';
import { portRule } from '../../src/photos/photo-address.ts';
import { forTest, outcome, testDownloader } from '../support/downloads.ts';
import {
  answerOf,
  drip,
  hostOf,
  photoOf,
  redirectTo,
  startHost,
  type TestHost,
} from '../support/lying-hosts.ts';

const picture = photoOf(1000);

describe('a download', () => {
  it('returns the bytes and the headers of the answer', async () => {
    const headers = 'Content-Type: image/png\r\nETag: "7"\r\nVary: a\r\nVary: b\r\n';
    const host = await forTest(hostOf({ '/a.png?x=1': answerOf(picture, headers) }));
    expect(await testDownloader().download(`${host.url}/a.png?x=1#part`, {})).toEqual({
      kind: 'picture',
      bytes: picture,
      headers: { 'content-type': 'image/png', etag: '"7"', vary: 'a, b', 'content-length': '1000' },
    });
  });

  it('sends a user agent, accepts photos without compression, and reveals nothing else', async () => {
    const host = await forTest(hostOf({ '/': answerOf(picture) }));
    await testDownloader().download(`${host.url}/`, {});
    expect(host.visits[0]?.headers).toEqual({
      host: `127.0.0.1:${host.port}`,
      connection: 'keep-alive',
      accept: 'image/jpeg,image/png,image/webp,image/gif,image/avif',
      'accept-encoding': 'identity',
      'user-agent': 'tierpress/test',
    });
  });

  it('reads a body of unknown length to its end', async () => {
    const chunks = `f\r\n\x89PNG\r\n\x1a\nPicture\r\n0\r\n\r\n`;
    const host = await forTest(
      hostOf({
        '/chunked': answerOf(Buffer.from(chunks, 'latin1'), 'transfer-encoding: chunked\r\n'),
        '/closed': Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\n\r\n'), picture]),
      }),
    );
    const downloader = testDownloader();
    expect(await downloader.download(`${host.url}/chunked`, {})).toMatchObject({
      bytes: Buffer.from('\x89PNG\r\n\x1a\nPicture', 'latin1'),
    });
    expect(await downloader.download(`${host.url}/closed`, {})).toMatchObject({ bytes: picture });
  });

  it('reuses connections, also after a redirect', async () => {
    const host = await forTest(
      startHost(({ path, socket }) =>
        socket.write(path.startsWith('/old') ? redirectTo(path.slice(4)) : answerOf(picture)),
      ),
    );
    const downloader = testDownloader();
    for (const path of ['/1', '/old/2', '/3', '/old/4', '/5', '/old/6']) {
      expect(outcome(await downloader.download(host.url + path, {}))).toBe('picture');
    }
    expect(host.visits.length).toBe(9);
    // A connection is idle shortly after the last byte, so the next request may have opened another.
    expect(host.connections).toBeLessThanOrEqual(2);
    await host.quiet();
  });

  it('closes its connection when the downloader is closed', async () => {
    const host = await forTest(startHost(({ socket }) => socket.write(answerOf(picture))));
    const downloader = testDownloader();
    await downloader.download(host.url, {});
    await downloader.close();
    await host.quiet();
  });

  it.each([
    ['', 'must be a valid http or https address'],
    ['ftp://example.org/', 'must be an http or https address'],
    ['https://user@example.org/', 'must not hold a user name or password'],
    ['http://example.org:8080/a', 'port 8080 is not allowed'],
    ['https://example.org:80443/', 'must be a valid http or https address'],
    ['https://example.org:22/', 'port 22 is not allowed'],
    ['https://127.0.0.1:443/', 'host could not be reached'],
    ['http://example.org/', 'host not found or its address is not public'],
  ])('answers %o with: %s', async (address, problem) => {
    const downloader = testDownloader({ mayUsePort: portRule(['80', '443']) });
    expect(outcome(await downloader.download(address, {}))).toBe(problem);
  });

  it('reports a port on which nothing listens', async () => {
    const host = await hostOf({});
    await host.close();
    expect(outcome(await testDownloader().download(host.url, {}))).toBe('host could not be reached');
  });

  it('fails when the resolver throws', async () => {
    const downloader = testDownloader({ resolve: () => Promise.reject(new Error('10.0.0.53 refused')) });
    const problem = 'host not found or its address is not public';
    expect(outcome(await downloader.download('http://pictures.test/', {}))).toBe(problem);
  });
});

describe('validators', () => {
  const conditional = ({ headers }: TestHost['visits'][number]) =>
    [headers['if-none-match'], headers['if-modified-since']] as const;

  it('are sent, also after a redirect, and may still hold', async () => {
    const host = await forTest(
      hostOf({ '/': redirectTo('/new'), '/new': answerOf('', 'ETag: "8"\r\n', 304) }),
    );
    const validators = { etag: 'W/"8"', lastModified: 'Sat, 21 Nov 2026 12:00:00 GMT' };
    const answer = await testDownloader().download(host.url, { validators });
    expect(answer).toEqual({ kind: 'unchanged', headers: { etag: '"8"', 'content-length': '0' } });
    const sent = ['W/"8"', 'Sat, 21 Nov 2026 12:00:00 GMT'];
    expect(host.visits.map(conditional)).toEqual([sent, sent]);
  });

  it('are replaced by a new photo when they do not match', async () => {
    const host = await forTest(hostOf({ '/': answerOf(picture) }));
    const answer = await testDownloader().download(host.url, { validators: { etag: '"old"' } });
    expect(outcome(answer)).toBe('picture');
  });

  it('are required for a 304', async () => {
    const host = await forTest(hostOf({ '/': answerOf('', '', 304) }));
    expect(outcome(await testDownloader().download(host.url, {}))).toBe('304 from host');
  });

  it.each(['"a\r\nx: y"', '"ж"', '', `"${'x'.repeat(300)}"`])(
    'are left out when they are %o',
    async (etag) => {
      const host = await forTest(hostOf({ '/': answerOf(picture) }));
      expect(outcome(await testDownloader().download(host.url, { validators: { etag } }))).toBe('picture');
      expect(host.visits.map(conditional)).toEqual([[undefined, undefined]]);
    },
  );
});

describe('redirects', () => {
  it.each([301, 302, 303, 307, 308])('with %i are followed', async (status) => {
    const host = await forTest(
      startHost(({ path, headers, socket }) => {
        const targets: Record<string, string> = {
          '/a/b': '../c',
          '/c': '?q=ж#part',
          '/c?q=%D0%B6': `//${headers['host']}/picture`,
        };
        const target = targets[path];
        socket.end(target === undefined ? answerOf(picture) : redirectTo(target, status));
      }),
    );
    expect(outcome(await testDownloader().download(`${host.url}/a/b`, {}))).toBe('picture');
    expect(host.visits.map(({ path }) => path)).toEqual(['/a/b', '/c', '/c?q=%D0%B6', '/picture']);
  });

  it('may lead to another host', async () => {
    const target = await forTest(hostOf({ '/p': answerOf(picture) }));
    const host = await forTest(hostOf({ '/': redirectTo(`${target.url}/p`) }));
    expect(outcome(await testDownloader().download(host.url, {}))).toBe('picture');
    expect(target.visits[0]?.headers['referer']).toBeUndefined();
  });

  it('leave no connection to a host whose redirect has an endless body', async () => {
    const target = await forTest(hostOf({ '/': answerOf(picture) }));
    const host = await forTest(
      startHost(({ socket }) => {
        socket.write(`HTTP/1.1 302 X\r\nlocation: ${target.url}\r\n\r\n`);
        drip(socket, 'x');
      }),
    );
    expect(outcome(await testDownloader().download(host.url, {}))).toBe('picture');
    await host.quiet();
  });

  it('are followed at most three times', async () => {
    const host = await forTest(
      startHost(({ path, socket }) =>
        socket.write(path === '/0' ? answerOf(picture) : redirectTo(`/${Number(path.slice(1)) - 1}`)),
      ),
    );
    const downloader = testDownloader();
    expect(outcome(await downloader.download(`${host.url}/3`, {}))).toBe('picture');
    expect(outcome(await downloader.download(`${host.url}/4`, {}))).toBe('too many redirects');
    expect(host.visits.length).toBe(4 + 4);
  });

  it('in a circle are not followed endlessly', async () => {
    const host = await forTest(hostOf({ '/': redirectTo('/') }));
    expect(outcome(await testDownloader().download(host.url, {}))).toBe('too many redirects');
    await host.quiet();
  });

  it('without a target are an error', async () => {
    const host = await forTest(hostOf({ '/': answerOf(picture, '', 302) }));
    expect(outcome(await testDownloader().download(host.url, {}))).toBe('302 from host');
  });

  it.each(['file:///etc/passwd', 'ftp://127.0.0.1/', 'data:image/png;base64,iVBORw0KGgo=', 'javascript:1'])(
    'do not lead to %s',
    async (location) => {
      const host = await forTest(hostOf({ '/': redirectTo(location) }));
      const problem = 'redirected to an address that is not http or https';
      expect(outcome(await testDownloader().download(host.url, {}))).toBe(problem);
    },
  );
});

describe('turns of downloads', () => {
  const downloads = (count: number, start: (index: number) => Promise<unknown>) =>
    Promise.all(Array.from({ length: count }, (_, index) => start(index)));

  it('limit concurrent downloads, overall and for one host', async () => {
    let running = 0;
    let most = 0;
    const host = await forTest(
      startHost(({ socket }) => {
        most = Math.max(most, ++running);
        setTimeout(() => {
          running -= 1;
          socket.write(answerOf(picture));
        }, 10);
      }),
    );
    const downloader = testDownloader({
      parallel: 7,
      parallelPerHost: 3,
      resolve: async () => ['127.0.0.1'],
    });
    await downloads(20, (index) => downloader.download(`${host.url}/${index}`, {}));
    expect([most, host.connections]).toEqual([3, 3]);
    await downloads(20, (index) => downloader.download(`http://h${index}.test:${host.port}/`, {}));
    expect(most).toBe(7);
    expect(host.visits).toHaveLength(40);
  });

  it('start the deadline', async () => {
    const host = await forTest(
      startHost(({ socket }) => void setTimeout(() => socket.end(answerOf(picture)), 150)),
    );
    const downloader = testDownloader({ parallelPerHost: 1, deadlineMs: 400 });
    const answers = await downloads(5, () => downloader.download(host.url, {}));
    expect(answers).toHaveLength(5);
    expect(host.visits.length).toBe(5);
  });

  it('are not awaited by a caller who gives up', async () => {
    const host = await forTest(startHost(() => undefined));
    const downloader = testDownloader({ parallelPerHost: 1 });
    const first = new AbortController();
    const running = downloader.download(host.url, { signal: first.signal });
    await host.connected(1);
    const given = 'given up before it was complete';
    const waiting = downloader.download(host.url, { signal: AbortSignal.timeout(10) });
    expect(outcome(await waiting)).toBe(given);
    expect(outcome(await downloader.download(host.url, { signal: AbortSignal.abort() }))).toBe(given);
    first.abort();
    expect(outcome(await running)).toBe(given);
    await host.quiet();
    expect(host.connections).toBe(1);
  });
});
