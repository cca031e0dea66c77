import type { Config } from './config.ts';

/**
 * Returns the service's address for clients, without a trailing slash: the configured one, or else an address that
 * works on this machine, where wildcard and loopback hosts become `localhost`.
 *
 * @param port the port that the service listens on
 */
export function baseUrlOf({ baseUrl, host }: Pick<Config, 'baseUrl' | 'host'>, port: number): string {
  if (baseUrl !== undefined) return baseUrl;
  const name = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
