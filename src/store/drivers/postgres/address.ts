import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { ConfigError } from '../../../config/config.ts';

/** How to reach a database. */
export interface DatabaseAddress {
  /** The address without tierpress's own parameters. */
  readonly url: string;
  /** Absent: the connection is not encrypted. */
  readonly tls: { readonly rejectUnauthorized: true; readonly ca: string | undefined } | undefined;
  /** Whether the connection belongs to this process alone. False: a pooler gives each transaction another one. */
  readonly isOwnSession: boolean;
}

const sslModes = ['disable', 'verify-full'];
const yesOrNo = ['true', 'false'];

/**
 * Reads the address of a database, `postgres://user:password@host:port/name`, with the parameters `sslmode` (`verify-full`
 * unless the host is this machine, or `disable`), `sslrootcert` (a file with the authority of the server's certificate) and
 * `pooler` (`true` behind a pooler such as PgBouncer in transaction mode).
 *
 * @throws ConfigError
 */
export function readDatabaseAddress(address: string): DatabaseAddress {
  const url = new URL(address);
  const parameters = new Map(url.searchParams);
  const take = (name: string, allowed?: readonly string[]): string | undefined => {
    const value = parameters.get(name);
    parameters.delete(name);
    if (value !== undefined && allowed !== undefined && !allowed.includes(value))
      throw problem(`${name} must be ${allowed.join(' or ')}`);
    return value;
  };
  const mode = take('sslmode', sslModes) ?? (isThisMachine(url.hostname) ? 'disable' : 'verify-full');
  const authority = take('sslrootcert');
  const pooler = take('pooler', yesOrNo) === 'true';
  for (const name of parameters.keys()) throw problem(`has no parameter ${name}`);
  if (url.pathname.length < 2) throw problem('must name a database, as in postgres://user@host/tierpress');
  url.search = '';
  const tls =
    mode === 'disable' ? undefined : { rejectUnauthorized: true as const, ca: authority && read(authority) };
  return { url: url.href, tls, isOwnSession: !pooler };
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw problem(`sslrootcert: ${path} cannot be read`);
  }
}

function isThisMachine(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '');
  return (
    name === '' || name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'))
  );
}

/** Never contains the address, which may hold a password. */
function problem(what: string): ConfigError {
  return new ConfigError(`TIERPRESS_STORE: ${what}`);
}
