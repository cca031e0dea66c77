// npm run release [PLATFORM…]: writes build/release/tierpress-<version>-<platform>.tar.gz, the single executable, their SHA-256
// sums and lists of components. Without a platform, all of them.
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
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
const made = [];
for (const [platform, target] of Object.entries(targets)) {
  if (asked.length > 0 && !asked.includes(platform)) continue;
  const name = `tierpress-${version}-${platform}`;
  const folder = join(out, name);
  await makeFolder({ root, target, into: folder, scratch: join(root, 'build', 'release-scratch', platform) });
  const sbom = `${folder}.cdx.json`;
  const nodeVersion = (await readNodePackage(target.node)).replace(/^v/, '');
  await writeFile(sbom, await sbomOf({ root, folder, target: platform, nodeVersion }));
  await archive(folder, `${folder}.tar.gz`);
  made.push(sbom, `${folder}.tar.gz`);
  if (platform === singleFileTarget) {
    const file = join(out, `tierpress-${platform}`);
    // Only Node.js of the same platform can make it.
    execFileSync(
      join(folder, 'node', 'bin', 'node'),
      [join(import.meta.dirname, 'single-file.mjs'), folder, file, JSON.stringify(rendererOptions)],
      { stdio: 'inherit' },
    );
    made.push(file);
  }
  console.log(`${platform}: ${folder}.tar.gz`);
}
const sums = await Promise.all(made.sort().map(async (file) => `${await sha256(file)}  ${basename(file)}\n`));
await writeFile(join(out, 'SHA256SUMS'), sums.join(''));

/** Returns the version of Node.js in a release. */
async function readNodePackage(name) {
  const lock = JSON.parse(await readFile(join(import.meta.dirname, 'package-lock.json'), 'utf8'));
  return lock.packages[`node_modules/${name}`].version;
}
