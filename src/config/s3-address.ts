import { isIP } from 'node:net';

/** A folder of an S3 bucket. */
export interface S3Address {
  /** The address of the bucket, with a trailing slash. */
  readonly bucketUrl: string;
  /** What the names of all objects begin with: empty, or with a trailing slash. */
  readonly prefix: string;
  readonly region: string;
}

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

const parameters = ['endpoint', 'region', 'pathStyle'];

/**
 * Reads `s3://bucket/prefix?endpoint=https://host&region=eu-1&pathStyle=true`. Without an endpoint it is AWS. With one,
 * the bucket is named in the path unless `pathStyle=false` puts it into the host name.
 *
 * @returns the address, or what is wrong with it, as the end of a sentence about the setting
 */
export function readS3Address(text: string): S3Address | { readonly problem: string } {
  if (!URL.canParse(text)) return { problem: 'must be an address such as s3://bucket/prefix' };
  const {
    protocol,
    hostname: bucket,
    port,
    username,
    password,
    pathname,
    searchParams,
    hash,
  } = new URL(text);
  if (protocol !== 's3:') return { problem: 'must begin with s3://' };
  // Never quoted: what stands there may be a secret.
  if (username !== '' || password !== '')
    return {
      problem: 'must not contain credentials: they are read from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    };
  if (!/^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/i.test(bucket) || port !== '')
    return { problem: 'must name a bucket: s3://bucket/prefix' };
  const prefix = pathname.replace(/^\/+|\/+$/g, '');
  if (
    !/^[\w./-]{0,200}$/.test(prefix) ||
    /(^|\/)\.{0,2}(\/|$)/.test(`x${prefix && `/${prefix}`}`) ||
    hash !== ''
  )
    return { problem: 'must have a prefix of letters, digits, - . _ and single /' };
  const names = [...searchParams.keys()];
  const unknown = names.find((name) => !parameters.includes(name));
  if (unknown !== undefined)
    return { problem: 'may only have the parameters endpoint, region and pathStyle' };
  if (new Set(names).size < names.length) return { problem: 'must name each parameter once' };

  const region = searchParams.get('region') ?? 'us-east-1';
  if (!/^[a-z0-9-]{1,64}$/i.test(region)) return { problem: 'must have a region such as eu-central-1' };
  const endpoint = searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`;
  const base = baseOf(endpoint);
  if (base === undefined)
    return {
      problem: 'must have an endpoint such as https://s3.example.org, without path, query or credentials',
    };
  const style = searchParams.get('pathStyle') ?? String(searchParams.has('endpoint'));
  if (style !== 'true' && style !== 'false')
    return { problem: 'must have pathStyle=true or pathStyle=false' };
  if (style === 'false' && isIP(base.hostname.replace(/^\[|\]$/g, '')) !== 0)
    return { problem: 'needs pathStyle=true, since its endpoint is not a name' };
  return {
    bucketUrl: style === 'true' ? `${base.origin}/${bucket}/` : `${base.protocol}//${bucket}.${base.host}/`,
    prefix: prefix && `${prefix}/`,
    region,
  };
}

/** @returns the credentials, or what is wrong with them, as a sentence that names the variable */
export function readS3Credentials(
  env: Readonly<Record<string, string | undefined>>,
): S3Credentials | { readonly problem: string } {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = env;
  if (!accessKeyId) return { problem: 'AWS_ACCESS_KEY_ID: must be set, since images are stored in S3' };
  if (!secretAccessKey)
    return { problem: 'AWS_SECRET_ACCESS_KEY: must be set, since images are stored in S3' };
  return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
}

function baseOf(endpoint: string): URL | undefined {
  if (!URL.canParse(endpoint)) return undefined;
  const url = new URL(endpoint);
  const isBase =
    url.pathname === '/' &&
    url.search === '' &&
    url.hash === '' &&
    url.username === '' &&
    url.password === '';
  return isBase && /^https?:$/.test(url.protocol) ? url : undefined;
}
