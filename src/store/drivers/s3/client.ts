import { hash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import type { S3Address, S3Credentials } from '../../../config/s3-address.ts';
import { Deadline, readBody, S3Answer } from './answer.ts';
import { S3Error } from './s3-error.ts';
import { type ListedPage, readErrorCode, readListing } from './xml.ts';

/** A range of bytes, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** The name of the object below the prefix; absent: the bucket. */
  readonly name?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** For the request, a second attempt, and the body of the answer if it is read as a whole. */
  readonly withinMs: number;
  /** Cancels it. */
  readonly signal?: AbortSignal;
}

/** The longest time of a request that a caller waits for, and of a pause in a body. */
export const callWithinMs = 2000;
/** No caller waits for a listing. */
const listWithinMs = 10_000;
const retryAfterMs = 100;
const maxErrorBytes = 64 * 1024;
const maxListingBytes = 8 * 1024 * 1024;
/** A second attempt may find a sound connection, or a server that is less busy. */
const isWorthRetrying = ({ code }: S3Error) =>
  /^(ECONNRESET|EPIPE|UND_ERR_SOCKET|InternalError|ServiceUnavailable|SlowDown|5\d\d)$/.test(code);

/** The requests to one folder of a bucket. Each is signed, bounded in time, and tried at most twice. */
export class S3Client {
  readonly #address: S3Address;
  readonly #signer: AwsClient;

  constructor(address: S3Address, credentials: S3Credentials) {
    this.#address = address;
    this.#signer = new AwsClient({ ...credentials, service: 's3', region: address.region });
  }

  /** Stores an object. S3 compares its bytes with the signed checksum. @throws S3Error */
  async put(name: string, body: Uint8Array, mediaType: string): Promise<void> {
    const headers = { 'Content-Type': mediaType };
    const answer = await this.#request({ method: 'PUT', name, headers, body, withinMs: callWithinMs });
    if (answer === undefined) throw new S3Error('NoSuchBucket');
    await answer.read(maxErrorBytes);
  }

  /** Fetches an object. @returns undefined if there is none @throws S3Error */
  get(name: string, range?: ByteRange): Promise<S3Answer | undefined> {
    const headers = range ? { Range: `bytes=${range.start}-${range.end}` } : {};
    return this.#request({ method: 'GET', name, headers, withinMs: callWithinMs });
  }

  /** Fetches what S3 says of an object. @returns undefined if there is none, or no bucket @throws S3Error */
  async head(name: string): Promise<S3Answer | undefined> {
    const answer = await this.#request({ method: 'HEAD', name, withinMs: callWithinMs });
    await answer?.read(0);
    return answer;
  }

  /** Deletes an object, if there is one. @throws S3Error */
  async delete(name: string, withinMs = callWithinMs, signal?: AbortSignal): Promise<void> {
    const answer = await this.#request({ method: 'DELETE', name, withinMs, ...(signal && { signal }) });
    await answer?.read(maxErrorBytes);
  }

  /** Lists the objects directly below the prefix, by the rest of their names. @throws S3Error */
  async list(after: string | undefined, signal: AbortSignal, pageSize = 1000): Promise<ListedPage> {
    const { prefix } = this.#address;
    const query = {
      'list-type': '2',
      'encoding-type': 'url',
      'max-keys': String(pageSize),
      delimiter: '/',
      prefix,
      ...(after !== undefined && { 'continuation-token': after }),
    };
    const answer = await this.#request({ method: 'GET', query, withinMs: listWithinMs, signal });
    if (answer === undefined) throw new S3Error('NoSuchBucket');
    const page = readListing((await answer.read(maxListingBytes)).toString());
    const objects = page.objects
      .filter(({ key }) => key.startsWith(prefix))
      .map(({ key, bytes }) => ({ key: key.slice(prefix.length), bytes }));
    return { objects, next: page.next };
  }

  async #request(request: S3Request): Promise<S3Answer | undefined> {
    const deadline = new Deadline(request.withinMs, request.signal);
    try {
      return await this.#attempt(request, deadline).catch(async (error: unknown) => {
        if (!(error instanceof S3Error) || !isWorthRetrying(error)) throw error;
        await wait(retryAfterMs);
        return await this.#attempt(request, deadline);
      });
    } catch (error) {
      deadline.abort(error);
      throw error;
    }
  }

  /** @returns undefined if there is no such object @throws S3Error */
  async #attempt(request: S3Request, deadline: Deadline): Promise<S3Answer | undefined> {
    try {
      // Without it here, the signal ends with the request object, which nothing holds once it is sent.
      const response = await fetch(await this.#sign(request), { signal: deadline.signal });
      if (response.ok) return new S3Answer(response, deadline);
      const code = readErrorCode((await readBody(response, maxErrorBytes)).toString());
      // There is no body after HEAD. Anything else may be the 404 of a proxy, and would count an image as gone.
      const isMissing = response.status === 404 && (code === 'NoSuchKey' || request.method === 'HEAD');
      if (!isMissing) throw new S3Error(code ?? String(response.status));
      deadline.lift();
      return undefined;
    } catch (error) {
      throw deadline.failure(error);
    }
  }

  async #sign({ method, name, query, headers, body }: S3Request): Promise<Request> {
    const { bucketUrl, prefix } = this.#address;
    const url = new URL(name === undefined ? bucketUrl : `${bucketUrl}${prefix}${name}`);
    url.search = new URLSearchParams(query).toString();
    const signed = await this.#signer.sign(url, {
      method,
      headers: { ...headers, 'X-Amz-Content-Sha256': hash('sha256', body ?? '', 'hex') },
      ...(body && { body: new Uint8Array(body) }),
      // A redirect leads to another region or host, for which the signature is wrong.
      redirect: 'manual',
    });
    // Not signed, because proxies change it.
    signed.headers.set('Accept-Encoding', 'identity');
    return signed;
  }
}
