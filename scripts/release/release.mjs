// npm run release [PLATFORM…]: writes build/release/tierpress-<version>-<platform>.tar.gz, the single executable, their SHA-256
// sums and lists of components. Without a platform, all of them.
import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { rendererOptions } from '../../dist/workers/tuning.js';
import { archive, sha256 } from './archive.mjs';
import { makeFolder } from './folder.mjs';
import { sbomOf } from './sbom.mjs';
import { singleFileTarget, targets } from './targets.mjs';

const root = join(import.meta.dirname, '..', '..');
const out = join(root, 'build', 'release');
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(targets, name));
if (unknown.length > 0) {
  throw new Error(`no release for ${unknown.join(', ')}: there are ${Object.keys(targets).join(', ')}`);
}

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
const platforms = Object.keys(targets).filter((name) => asked.length === 0 || asked.includes(name));
const made = (await Promise.all(platforms.map(release))).flat();
const sums = await Promise.all(made.sort().map(async (file) => `${await sha256(file)}  ${basename(file)}\n`));
await writeFile(join(out, 'SHA256SUMS'), sums.join(''));

/** @returns the files made for a platform */
async function release(platform) {
  const target = targets[platform];
  const folder = join(out, `tierpress-${version}-${platform}`);
  const [archiveFile, sbom, file] = [
    `${folder}.tar.gz`,
    `${folder}.cdx.json`,
    join(out, `tierpress-${platform}`),
  ];
  await makeFolder({ root, target, into: folder, scratch: join(root, 'build', 'release-scratch', platform) });
  const nodeVersion = await versionOf(target.node);
  await writeFile(sbom, await sbomOf({ root, folder, target: platform, nodeVersion }));
  await Promise.all([
    archive(folder, archiveFile),
    platform === singleFileTarget && makeSingleFile(folder, file),
  ]);
  console.log(`made ${archiveFile}`);
  return [archiveFile, sbom, ...(platform === singleFileTarget ? [file] : [])];
}

/** Runs Node.js of the folder, since an executable contains the Node.js that makes it. */
async function makeSingleFile(folder, file) {
  const script = join(import.meta.dirname, 'single-file.mjs');
  const node = join(folder, 'node', 'bin', 'node');
  await promisify(execFile)(node, [script, folder, file, JSON.stringify(rendererOptions)]);
}

async function versionOf(name) {
  const lock = JSON.parse(await readFile(join(import.meta.dirname, 'package-lock.json'), 'utf8'));
  return lock.packages[`node_modules/${name}`].version;
}
