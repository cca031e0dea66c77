import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { rootCertificates } from 'node:tls';
import { Agent, buildConnector } from 'undici';
import { abandonedReason } from '../flow/abandoned.ts';
import { photoFormats } from '../model/photo.ts';
import { type Answer, conditionHeaders, readPhoto } from './download-answer.ts';
import {
  DownloadProblem,
  ForbiddenAddress,
  NotConnected,
  problemOf,
  problems,
  tookLonger,
} from './download-problem.ts';
import { firstTarget, redirectLocation, redirectTarget } from './download-target.ts';
import { literalAddress } from './photo-address.ts';
import type { Download, Downloader, Validators } from './ports.ts';
import { turnsByHost } from './turns.ts';

/** All addresses of a host name, of both families; none when it has none or cannot be looked up. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

export interface DownloaderOptions {
  /** Whether a literal address may be connected to. */
  readonly mayReach: (address: string) => boolean;
  readonly mayUsePort: (port: number) => boolean;
  readonly resolve: Resolve;
  readonly userAgent: string;
  /** A certificate authority to trust besides the usual ones, in PEM: for tests. Intranets have `NODE_EXTRA_CA_CERTS`. */
  readonly ca?: string;
  /** For one picture and all that belongs to it, from the look-up of the name to the last byte. Default 5 000. */
  readonly deadlineMs?: number;
  /** Default 3. */
  readonly redirects?: number;
  /** Downloads at a time. Default 64. */
  readonly parallel?: number;
  /** Of them from one host, and connections to one origin. Default 8. */
  readonly parallelPerHost?: number;
}

const accept = Object.values(photoFormats)
  .map(({ mediaType }) => mediaType)
  .join(',');
const headerBytes = 16 * 1024;
/** Of the answer that redirects: read, so that its connection can be used again, if there is no more of it. */
const redirectBodyBytes = 16 * 1024;
/** Long enough for the next picture of a request; short, because a host may hang up just as it is asked again. */
const idleConnectionMs = 1000;

/**
 * The one place that connects to hosts that callers name. A name is looked up once for each connection; all of its
 * addresses have to be allowed, the connection goes to one of these, and is checked again before anything is sent.
 * Redirects are followed by hand, each checked like a first address; one from https to http is followed, since
 * callers may name http as well. The deadline begins when a picture's turn has come. A caller's signal ends the wait
 * for its turn, too.
 */
export function createDownloader(options: DownloaderOptions): Downloader {
  const { mayUsePort, deadlineMs = 5000, redirects = 3, parallel = 64, parallelPerHost = 8 } = options;
  const inTurn = turnsByHost(parallel, parallelPerHost);
  /** The origin that each download asks at the moment. */
  const underway = new Map<AbortSignal, string>();
  const agent = new Agent({
    connect: checkedConnector(options, deadlineMs, (origin) => [...underway.values()].includes(origin)),
    connections: parallelPerHost,
    maxHeaderSize: headerBytes,
    headersTimeout: deadlineMs,
    bodyTimeout: deadlineMs,
    keepAliveTimeout: idleConnectionMs,
    keepAliveMaxTimeout: idleConnectionMs,
  });

  async function follow(first: URL, validators: Validators, signal: AbortSignal): Promise<Download> {
    const conditions = conditionHeaders(validators);
    let url = first;
    for (let redirected = 0; ; redirected++) {
      signal.throwIfAborted();
      underway.set(signal, url.origin);
      const answer = await ask(url, conditions, signal).catch((error: unknown) => {
        if (!(error instanceof ForbiddenAddress)) throw error;
        if (redirected > 0) throw new DownloadProblem(problems.redirectNotPublic);
        const isLiteral = literalAddress(url) !== undefined;
        throw new DownloadProblem(isLiteral ? problems.literalNotPublic : problems.nameNotPublic);
      });
      const location = redirectLocation(answer);
      if (location === undefined) return readPhoto(answer, Object.keys(conditions).length > 0);
      answer.body.dump({ limit: redirectBodyBytes, signal }).catch(ignore);
      if (redirected === redirects) throw new DownloadProblem(problems.redirects);
      url = redirectTarget(location, url, mayUsePort);
    }
  }

  async function ask(url: URL, conditions: Record<string, string>, signal: AbortSignal): Promise<Answer> {
    const answer = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'GET',
      headers: { accept, 'accept-encoding': 'identity', 'user-agent': options.userAgent, ...conditions },
      signal,
    });
    // Who reads the body is told; a body that is thrown away has nobody to tell.
    answer.body.on('error', ignore);
    return answer;
  }

  return {
    async download(address, { validators = {}, signal }) {
      const ending = new AbortController();
      const giveUp = () => ending.abort(new DownloadProblem(problems.givenUp));
      let deadline: NodeJS.Timeout | undefined;
      try {
        const url = firstTarget(address, mayUsePort);
        if (signal?.aborted) giveUp();
        signal?.addEventListener('abort', giveUp);
        const transfer = inTurn(url.hostname, async () => {
          ending.signal.throwIfAborted();
          deadline = setTimeout(() => ending.abort(new DownloadProblem(tookLonger(deadlineMs))), deadlineMs);
          return follow(url, validators, ending.signal);
        });
        // undici notices the end of a signal only once it is connected.
        return await orAborted(transfer, ending.signal);
      } catch (error) {
        return { kind: 'failed', problem: problemOf(error) };
      } finally {
        clearTimeout(deadline);
        signal?.removeEventListener('abort', giveUp);
        underway.delete(ending.signal);
        ending.abort(abandonedReason);
      }
    },
    close: () => agent.destroy(),
  };
}

/**
 * Asks DNS servers for A and AAAA, by default those of the system, until the signal is aborted. Not `getaddrinfo`:
 * each slow answer there holds one of the few threads that files are written with. So `/etc/hosts` is not read, nor
 * is a search domain tried. A family that has no addresses, or whose look-up fails, counts as empty.
 *
 * @param servers `192.0.2.1`, `192.0.2.1:53` or `[2001:db8::1]:53`
 */
export function dnsResolver(servers?: readonly string[]): Resolve {
  return async (host, signal) => {
    // One for each look-up, because cancelling ends all look-ups of a resolver.
    const resolver = new Resolver({ timeout: 1500, tries: 2 });
    if (servers !== undefined) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel);
    const families = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    signal.removeEventListener('abort', cancel);
    return families.flatMap((family) => (family.status === 'fulfilled' ? family.value : []));
  };
}

/** Connects to allowed addresses only, while somebody asks their host. Fails with `ForbiddenAddress` or `NotConnected`. */
function checkedConnector(
  { mayReach, resolve, ca }: DownloaderOptions,
  deadlineMs: number,
  isAsked: (origin: string) => boolean,
): buildConnector.connector {
  const lookup: LookupFunction = (host, _, done) => {
    resolve(host, AbortSignal.timeout(deadlineMs)).then(
      (addresses) => {
        const isAllowed = addresses.length > 0 && addresses.every((address) => mayReach(address));
        const checked = addresses.map((address) => ({ address, family: isIP(address) }));
        if (isAllowed) done(null, checked);
        else done(new ForbiddenAddress(), []);
      },
      () => done(new ForbiddenAddress(), []),
    );
  };
  const connect = buildConnector({
    lookup,
    autoSelectFamily: true,
    timeout: deadlineMs,
    ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
  });
  return (target, done) => {
    const fail = (error: Error | null) =>
      done(error instanceof ForbiddenAddress ? error : new NotConnected('', { cause: error }), null);
    // undici connects anew for a request whose connection ended with it, though nobody waits for that any more.
    if (!isAsked(`${target.protocol}//${target.host}`)) return fail(null);
    // No look-up is asked for an address in numbers.
    if (isIP(target.hostname) !== 0 && !mayReach(target.hostname)) return fail(new ForbiddenAddress());
    const isSecure = target.protocol === 'https:';
    const port = target.port || (isSecure ? '443' : '80');
    // TLS is a step of its own, so that not even its greeting goes out before the check.
    connect({ ...target, protocol: 'http:', port }, (error, socket) => {
      if (!socket) return fail(error); // undici leaves it out where its types say null.
      if (!mayReach(socket.remoteAddress ?? '')) {
        socket.destroy();
        return fail(new ForbiddenAddress());
      }
      if (!isSecure) return done(null, socket);
      connect({ ...target, port, httpSocket: socket }, (tlsError, secure) =>
        secure ? done(null, secure) : fail(tlsError),
      );
    });
  };
}

/** What the work gives, unless the signal is aborted before: then its reason is thrown. */
function orAborted<TResult>(work: Promise<TResult>, signal: AbortSignal): Promise<TResult> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

function ignore(): void {}
