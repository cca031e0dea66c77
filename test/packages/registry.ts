import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface Registry {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Starts a package registry on loopback with the packages that lie in a `node_modules` folder, so that npm resolves
 * versions without a lock file and nothing else is contacted. Every other package is 404.
 */
export async function startRegistry(nodeModules: string): Promise<Registry> {
  const packages = await packagesIn(nodeModules);
  const tarballs = new Map<string, Promise<Buffer>>();
  const tarballOf = (folder: string) => {
    const made = tarballs.get(folder) ?? pack(folder);
    tarballs.set(folder, made);
    return made;
  };

  async function answerTo(path: string): Promise<Buffer | string | undefined> {
    const [name = '', version] = path.split('.tgz/');
    const found = packages.filter((one) => one.name === name);
    const asked = found.find((one) => one.version === version);
    if (asked) return tarballOf(asked.folder);
    if (found.length === 0) return undefined;
    const versions = await Promise.all(
      found.map(async (one) => {
        const manifest = JSON.parse(readFileSync(join(one.folder, 'package.json'), 'utf8'));
        const integrity = `sha512-${createHash('sha512')
          .update(await tarballOf(one.folder))
          .digest('base64')}`;
        const dist = { tarball: `${url}/${name}.tgz/${one.version}`, integrity };
        return [one.version, { ...manifest, dist }] as const;
      }),
    );
    const latest = found.at(-1)?.version;
    return JSON.stringify({ name, 'dist-tags': { latest }, versions: Object.fromEntries(versions) });
  }

  const server = createServer(async (request, response) => {
    const content = await answerTo(decodeURIComponent(request.url ?? '').slice(1));
    response.statusCode = content === undefined ? 404 : 200;
    response.end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Package {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
}

async function packagesIn(nodeModules: string): Promise<readonly Package[]> {
  const lock: { packages: Record<string, { version: string }> } = JSON.parse(
    await readFile(join(nodeModules, '.package-lock.json'), 'utf8'),
  );
  return Object.entries(lock.packages).map(([path, { version }]) => ({
    name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
    version,
    folder: join(nodeModules, '..', path),
  }));
}

async function pack(folder: string): Promise<Buffer> {
  const options = ['--exclude=./node_modules', '--transform=s,^\\.,package,', '-C', folder];
  const { stdout } = await promisify(execFile)('tar', ['-czf', '-', ...options, '.'], {
    encoding: 'buffer',
    maxBuffer: 64 << 20,
  });
  return stdout;
}
