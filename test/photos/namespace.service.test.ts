import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { lacks } from '../support/programs.ts';

/** Internal addresses that answer on port 80, in a namespace with nothing else. */
const canaries = [
  '127.0.0.1',
  '::1',
  '169.254.169.254',
  '10.0.0.5',
  '100.64.0.1',
  'fd00:ec2::254',
  '::a9fe:a9fe',
  '64:ff9b::a9fe:a9fe',
];

const urlOf = (address: string) => (address.includes(':') ? `http://[${address}]/` : `http://${address}/`);

const spellings = [
  'http://2852039166/',
  'http://0xa9fea9fe/',
  'http://0251.0376.0251.0376/',
  'http://169.254.43518/',
  'http://169.254.169.254./',
  'http://１６９.２５４.１６９.２５４/',
  'http://%31%36%39.254.169.254/',
  'http://10.5/',
  'http://012.0.0.05/',
  'http://0x64.64.1/',
  'http:\\\\10.0.0.5\\',
  'http:10.0.0.5',
  'http://127.1/',
  'http://0/',
  'http://[::]/',
  'http://[::169.254.169.254]/',
  'http://[0:0::0:0:a9fe:a9fe]/',
  'http://[64:ff9b::169.254.169.254]/',
  'http://[FD00:0EC2:0::0254]/',
];

/** Forms of IPv6 that the system itself maps to IPv4, or that mean nothing without an interface. */
const disguises = ['http://[::ffff:169.254.169.254]/', 'http://[::ffff:a00:5]/', 'http://[::ffff:0:a00:5]/'];

const names = Object.fromEntries(canaries.map((address, index) => [`canary${index}.test`, [address]]));
const mixed = {
  'mixed.test': ['1.1.1.1', '10.0.0.5'],
  'mapped.test': ['::ffff:10.0.0.5'],
  'nobody.test': [],
};

const built = (path: string) => fileURLToPath(new URL(`../../dist/photos/${path}`, import.meta.url));
const script = fileURLToPath(new URL('../support/canaries.mjs', import.meta.url));

/** Runs a command as root of a new user and network namespace. */
function inNamespace(command: string, args: readonly string[] = []) {
  return spawnSync('unshare', ['-rn', 'sh', '-ec', command, 'sh', ...args], { encoding: 'utf8' });
}

const setUp = ['ip link set lo up']
  .concat(
    canaries.slice(2).map((address) => `ip addr add ${address}/${address.includes(':') ? 128 : 32} dev lo`),
  )
  .join('\n');

/** Returns why namespaces are unavailable, or undefined when they are available. */
function obstacle(): string | undefined {
  const { status, stderr, error } = inNamespace('true');
  if (status === 0) return undefined;
  return (error?.message ?? stderr).trim().split('\n')[0] ?? `exit status ${status}`;
}

interface Outcome {
  readonly connections: Readonly<Record<string, number>>;
  readonly answers: Readonly<Record<string, string>>;
}

function tryAll(urls: readonly string[], allowed: readonly string[]): Outcome {
  const input = JSON.stringify({ canaries, allowed, urls, names: { ...names, ...mixed } });
  const run = [process.execPath, script, built('download.js'), built('address-rule.js'), input];
  const { status, stdout, stderr } = inNamespace(`${setUp}\nexec "$@"`, run);
  if (status !== 0) throw new Error(`The script in the namespace failed:\n${stderr}`);
  return JSON.parse(stdout);
}

const sumOf = (connections: Outcome['connections']) =>
  Object.values(connections).reduce((sum, count) => sum + count, 0);

const reason = obstacle();
if (reason !== undefined) console.warn(`No network namespace with canaries on this machine: ${reason}`);

describe.skipIf(lacks('unshare', 'ip') || reason !== undefined)(
  `a network namespace with canaries${reason === undefined ? '' : ` (skipped: ${reason})`}`,
  () => {
    const none = Object.fromEntries(canaries.map((address) => [address, 0]));

    test('no spelling of a literal address reaches an internal host', ({ task }) => {
      const urls = [...canaries.map(urlOf), ...spellings, ...disguises];
      const { connections, answers } = tryAll(urls, []);
      Object.assign(task.meta, { cases: urls.length, canaryConnections: sumOf(connections) });
      expect(connections).toEqual(none);
      expect(answers).toEqual(Object.fromEntries(urls.map((url) => [url, 'address is not public'])));
    });

    test('no name reaches an internal host, and none differs from a name that does not exist', ({ task }) => {
      const urls = [...Object.keys(names), ...Object.keys(mixed)].map((name) => `http://${name}/`);
      const { connections, answers } = tryAll(urls, []);
      Object.assign(task.meta, { cases: urls.length, canaryConnections: sumOf(connections) });
      expect(connections).toEqual(none);
      expect(new Set(Object.values(answers))).toEqual(new Set([answers['http://nobody.test/']]));
    });

    test('every internal host is reached when its range is allowed', () => {
      const urls = [...canaries.map(urlOf), ...Object.keys(names).map((name) => `http://${name}/`)];
      const { connections, answers } = tryAll(urls, ['0.0.0.0/0', '::/0']);
      expect(answers).toEqual(Object.fromEntries(urls.map((url) => [url, 'picture'])));
      expect(connections).toEqual(Object.fromEntries(canaries.map((address) => [address, 2])));
    });

    test('every spelling reaches an internal host when its range is allowed', () => {
      const { answers } = tryAll(spellings, ['0.0.0.0/0', '::/0']);
      expect(answers).toEqual(Object.fromEntries(spellings.map((url) => [url, 'picture'])));
    });

    test('an allowed range allows no other range', () => {
      const { connections } = tryAll([...canaries.map(urlOf), ...spellings, ...disguises], ['10.0.0.0/8']);
      expect(connections).toEqual({ ...none, '10.0.0.5': 5 });
    });
  },
);
