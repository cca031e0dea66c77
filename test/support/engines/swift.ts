import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { S3Credentials } from '../../../src/config/s3-address.ts';
import { S3Client } from '../../../src/store/drivers/s3/client.ts';
import { freePort } from './free-port.ts';
import { type EngineProcess, eventually, startProcess } from './processes.ts';

/** An OpenStack Swift that speaks S3 on loopback, with one user and one disk. */
export interface Swift {
  /** Without a trailing slash. */
  readonly endpoint: string;
  readonly credentials: S3Credentials;
  /** The same as the variables of the service. */
  readonly env: Readonly<Record<string, string>>;
  /** Creates an empty bucket. @returns a client of it, and its address for `TIERPRESS_IMAGES` */
  createBucket(): Promise<{
    readonly client: S3Client;
    /** The objects below `photos/`. */
    readonly photos: S3Client;
    readonly images: string;
  }>;
  /** Kills the process that takes requests. */
  kill(): Promise<void>;
  /** Starts it again, and resolves when it answers. */
  start(): Promise<void>;
  /** Stops the process that takes requests: connections are accepted, and nothing is answered. */
  freeze(): void;
  resume(): void;
  /** Makes the disk full: nothing can be written, and all can be read. */
  fill(): Promise<void>;
  clear(): Promise<void>;
  close(): Promise<void>;
}

const credentials = { accessKeyId: 'test:tester', secretAccessKey: 'testing' };
const kinds = ['account', 'container', 'object'] as const;
const rings = `
import sys
from swift.common.ring import RingBuilder
folder, *ports = sys.argv[1:]
for kind, port in zip(('account', 'container', 'object'), ports):
    builder = RingBuilder(4, 1, 1)
    builder.add_dev(dict(id=0, region=1, zone=1, ip='127.0.0.1', port=int(port), device='d1', weight=100))
    builder.rebalance()
    builder.get_ring().save(f'{folder}/{kind}.ring.gz')
`;

/** Starts Swift in a folder of its own, on free ports. It takes some ten seconds. */
export async function startSwift(): Promise<Swift> {
  const folder = await mkdtemp(join(tmpdir(), 'tierpress-swift-'));
  const [port = 0, memcachedPort = 0, ...ports] = await Promise.all(
    Array.from({ length: 2 + kinds.length }, freePort),
  );
  await writeSettings(folder, port, memcachedPort, ports);
  await promisify(execFile)('/usr/bin/python3', ['-c', rings, folder, ...ports.map(String)]);

  const env = { SWIFT_DIR: folder };
  const server = (kind: string, file = kind) =>
    startProcess([`swift-${kind}-server`, join(folder, `${file}.conf`)], { env });
  const memcached = `memcached -l 127.0.0.1 -p ${memcachedPort} -m 16 -u ${userInfo().username}`;
  const others: EngineProcess[] = [
    startProcess(memcached.split(' ')),
    server('account'),
    server('container'),
  ];
  let [proxy, object] = [server('proxy'), server('object')];

  const endpoint = `http://127.0.0.1:${port}`;
  const clientOf = (bucketUrl: string, prefix: string) =>
    new S3Client({ bucketUrl, prefix, region: 'us-east-1' }, credentials);
  const createBucket = (name: string) =>
    eventually(() => clientOf(`${endpoint}/`, '').put(name, Buffer.alloc(0), 'text/plain'));
  const replaceObjectServer = async (file: string) => {
    await object.end('SIGKILL');
    object = server('object', file);
  };
  await createBucket('probe').catch((cause: unknown) => {
    throw new Error(`Swift did not start: ${proxy.output.join('')}`, { cause });
  });
  const probe = clientOf(`${endpoint}/probe/`, '');
  const canWrite = () => eventually(() => probe.put('x', Buffer.from('x'), 'text/plain'));
  const canRead = () => eventually(async () => (await probe.get('x'))?.read(1));
  await canWrite();
  let buckets = 0;
  return {
    endpoint,
    credentials,
    env: { AWS_ACCESS_KEY_ID: credentials.accessKeyId, AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey },
    async createBucket() {
      buckets += 1;
      const name = `tiers-${buckets}`;
      await createBucket(name);
      return {
        client: clientOf(`${endpoint}/${name}/`, 'boards/'),
        photos: clientOf(`${endpoint}/${name}/`, 'boards/photos/'),
        images: `s3://${name}/boards?endpoint=${endpoint}`,
      };
    },
    kill: () => proxy.end('SIGKILL'),
    async start() {
      proxy = server('proxy');
      await canWrite();
    },
    freeze: () => proxy.signal('SIGSTOP'),
    resume: () => proxy.signal('SIGCONT'),
    async fill() {
      await replaceObjectServer('full');
      await canRead();
    },
    async clear() {
      await replaceObjectServer('object');
      await canWrite();
    },
    async close() {
      await Promise.all([proxy, object, ...others].map((process) => process.end('SIGKILL')));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function writeSettings(
  folder: string,
  port: number,
  memcachedPort: number,
  ports: readonly number[],
): Promise<void> {
  const devices = join(folder, 'devices');
  await mkdir(join(devices, 'd1'), { recursive: true });
  const common = (bindPort: number) =>
    `[DEFAULT]\nbind_ip = 127.0.0.1\nbind_port = ${bindPort}\nworkers = 0\nuser = ${userInfo().username}
swift_dir = ${folder}\ndevices = ${devices}\nmount_check = false\nlog_level = ERROR\n`;
  const storage = (kind: string, index: number) =>
    `${common(ports[index] ?? 0)}[pipeline:main]\npipeline = ${kind}-server\n[app:${kind}-server]\nuse = egg:swift#${kind}\n`;
  const filters = {
    catch_errors: '',
    cache: `memcache_servers = 127.0.0.1:${memcachedPort}`,
    s3api: 'location = us-east-1',
    tempauth: 'user_test_tester = testing .admin',
    copy: '',
    slo: '',
    dlo: '',
  };
  const proxy = `${common(port)}[pipeline:main]\npipeline = ${Object.keys(filters).join(' ')} proxy-server
[app:proxy-server]\nuse = egg:swift#proxy\naccount_autocreate = true\nerror_suppression_interval = 0\n${Object.entries(
    filters,
  )
    .map(
      ([name, text]) =>
        `[filter:${name}]\nuse = egg:swift#${name === 'cache' ? 'memcache' : name}\n${text}\n`,
    )
    .join('')}`;
  const files = {
    swift: '[swift-hash]\nswift_hash_path_suffix = tierpress\nswift_hash_path_prefix = test\n',
    proxy,
    ...Object.fromEntries(kinds.map((kind, index) => [kind, storage(kind, index)])),
    // It keeps all of the disk free, so there is never room.
    full: storage('object', kinds.indexOf('object')).replace(
      '[pipeline',
      'fallocate_reserve = 100%\n[pipeline',
    ),
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, `${name}.conf`), text);
}
