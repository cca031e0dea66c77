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

/** Returns all addresses of a host name, of both families. Empty when it has none or cannot be looked up. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

export interface DownloaderOptions {
  /** Whether a literal address may be connected to. */
  readonly mayReach: (address: string) => boolean;
  readonly mayUsePort: (port: number) => boolean;
  readonly resolve: Resolve;
  readonly userAgent: string;
  /** Additional certificate authority, in PEM, for tests. Intranets use `NODE_EXTRA_CA_CERTS`. */
  readonly ca?: string;
  /** Deadline of one photo in milliseconds, from the look-up of the name to the last byte. Default 5 000. */
  readonly deadlineMs?: number;
  /** Maximum number of redirects. Default 3. */
  readonly redirects?: number;
  /** Concurrent downloads. Default 64. */
  readonly parallel?: number;
  /** Concurrent downloads from one host, and connections to one origin. Default 8. */
  readonly parallelPerHost?: number;
}

const accept = Object.values(photoFormats)
  .map(({ mediaType }) => mediaType)
  .join(',');
const headerBytes = 16 * 1024;
/** Maximum number of bytes read from the body of a redirect. A connection whose body was read whole is used again. */
const redirectBodyBytes = 16 * 1024;
/**
 * Long enough for the next photo of a request, and short, because a host may close an idle connection just as it gets
 * a request.
 */
const idleConnectionMs = 1000;

/**
 * Creates the only component that connects to hosts named by callers.
 *
 * A name is looked up once for each connection. All of its addresses have to be allowed; the connection goes to one
 * of them and is checked again before anything is sent. Each redirect is checked like a first address. A redirect
 * from https to http is followed, since callers may name http as well. The deadline begins when the photo has its
 * turn. The caller's signal ends the wait for a turn, too.
 */
export function createDownloader(options: DownloaderOptions): Downloader {
  const { mayUsePort, deadlineMs = 5000, redirects = 3, parallel = 64, parallelPerHost = 8 } = options;
  const inTurn = turnsByHost(parallel, parallelPerHost);
  /** The origin that each download currently requests. */
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
    // A reader of the body gets the error. The error of a discarded body is ignored.
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
        // undici handles an aborted signal only once it is connected.
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
 * Returns a resolver that queries DNS servers for A and AAAA, by default those of the system, until the signal is
 * aborted.
 *
 * `getaddrinfo` is not used: each slow answer would hold one of the few threads that also write files. So
 * `/etc/hosts` and search domains are ignored. A family without addresses, or whose look-up fails, counts as empty.
 *
 * @param servers `192.0.2.1`, `192.0.2.1:53` or `[2001:db8::1]:53`
 */
export function dnsResolver(servers?: readonly string[]): Resolve {
  return async (host, signal) => {
    // One resolver for each look-up, because `cancel` ends all look-ups of a resolver.
    const resolver = new Resolver({ timeout: 1500, tries: 2 });
    if (servers !== undefined) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel);
    const families = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    signal.removeEventListener('abort', cancel);
    return families.flatMap((family) => (family.status === 'fulfilled' ? family.value : []));
  };
}

/**
 * Connects to allowed addresses only, and only while a download requests the host. Fails with `ForbiddenAddress` or
 * `NotConnected`.
 */
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
    // undici reconnects for a request whose connection was lost, even after that request was abandoned.
    if (!isAsked(`${target.protocol}//${target.host}`)) return fail(null);
    // An IP address is not looked up.
    if (isIP(target.hostname) !== 0 && !mayReach(target.hostname)) return fail(new ForbiddenAddress());
    const isSecure = target.protocol === 'https:';
    const port = target.port || (isSecure ? '443' : '80');
    // TLS is a separate step, so that not even its greeting is sent before the check.
    connect({ ...target, protocol: 'http:', port }, (error, socket) => {
      if (!socket) return fail(error); // undici passes undefined, although its type says null.
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

/** Returns the result of the work, or throws the signal's reason if it is aborted first. */
function orAborted<TResult>(work: Promise<TResult>, signal: AbortSignal): Promise<TResult> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

function ignore(): void {}
