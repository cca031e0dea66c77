import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Authority {
  /** The certificate of the authority, PEM. */
  readonly ca: string;
  /** Creates a key and a certificate of this authority for a name. */
  issue(name: string): Promise<{ key: string; cert: string }>;
  close(): Promise<void>;
}

/** Creates a certificate authority for one test, with `openssl` 3: Node.js cannot sign certificates. */
export async function createAuthority(): Promise<Authority> {
  const folder = await mkdtemp(join(tmpdir(), 'tierpress-ca-'));
  const path = (name: string) => join(folder, name);
  const create = async (name: string, extra: readonly string[]) => {
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    const files = ['-keyout', path(`${name}.key`), '-out', path(`${name}.pem`)];
    await run('openssl', [
      'req',
      '-x509',
      ...curve,
      '-days',
      '2',
      '-subj',
      `/CN=${name}`,
      ...files,
      ...extra,
    ]);
    return {
      key: await readFile(path(`${name}.key`), 'utf8'),
      cert: await readFile(path(`${name}.pem`), 'utf8'),
    };
  };
  const { cert } = await create('authority', []);
  return {
    ca: cert,
    issue: (name) =>
      create(name, [
        ...['-CA', path('authority.pem'), '-CAkey', path('authority.key')],
        ...['-addext', `subjectAltName=DNS:${name}`, '-addext', 'basicConstraints=critical,CA:FALSE'],
      ]),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
