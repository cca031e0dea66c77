import type { Config } from './config.ts';

/**
 * Where clients reach the service, without a trailing slash: as configured, else an address that works from this
 * machine, on which every-address and loopback hosts are `localhost`.
 *
 * @param port the one that is listened on
 */
export function baseUrlOf({ baseUrl, host }: Pick<Config, 'baseUrl' | 'host'>, port: number): string {
  if (baseUrl !== undefined) return baseUrl;
  const name = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
