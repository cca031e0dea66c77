import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, startProcess } from './processes.ts';

/** A balancer of HTTP on loopback. */
export interface Balancer {
  /** Stops it and removes its files. */
  close(): Promise<void>;
}

/**
 * Starts HAProxy as in `deploy/haproxy.cfg`, with shorter times. A request goes to another replica only if none
 * has received it.
 */
export async function startBalancer(port: number, replicaPorts: readonly number[]): Promise<Balancer> {
  const folder = mkdtempSync(join(tmpdir(), 'tierpress-haproxy-'));
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, settings(port, replicaPorts));
  const haproxy = startProcess(['haproxy', '-db', '-f', file]);
  await eventually(() => canConnect(port), 20_000).catch((cause: unknown) => {
    throw new Error(`HAProxy did not start: ${haproxy.output.join('')}`, { cause });
  });
  return {
    async close() {
      await haproxy.end('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function settings(port: number, replicaPorts: readonly number[]): string {
  const servers = replicaPorts.map((replica, index) => `  server replica${index} 127.0.0.1:${replica}`);
  return `global
  maxconn 2000
defaults
  mode http
  timeout connect 500ms
  timeout check 2s
  timeout client 65s
  timeout server 65s
  timeout http-keep-alive 65s
  option forwardfor
  option redispatch
  retry-on conn-failure
listen tierpress
  bind 127.0.0.1:${port}
  balance leastconn
  option httpchk GET /readyz
  default-server check inter 200ms fall 2 rise 1
${servers.join('\n')}
`;
}

function canConnect(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve();
    });
    socket.on('error', reject);
  });
}
