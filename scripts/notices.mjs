import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns the folders of all bundled packages, from the metafiles of the builds that made the bundles. */
export function bundledPackages(metafiles) {
  const inputs = metafiles.flatMap(({ inputs }) => Object.keys(inputs));
  return [
    ...new Set(inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [])),
  ].sort();
}

/** Writes the licences of the packages in these folders, and the list of packages, into a folder. */
export async function writeNotices(into, folders) {
  const notices = await Promise.all(folders.map(noticeOf));
  await writeFile(
    join(into, 'THIRD-PARTY-NOTICES.txt'),
    [...new Set(notices)].join(`\n${'-'.repeat(80)}\n\n`),
  );
  const packages = await Promise.all(folders.map(packageOf));
  await writeFile(join(into, 'packages.json'), `${JSON.stringify(packages, null, 2)}\n`);
}

async function packageOf(folder) {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  return { name, version, license };
}

async function noticeOf(folder) {
  const { name, version, license } = await packageOf(folder);
  const files = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .filter((entry) => /^(third_party_)?(licen[cs]e|copying|notice)|\.license\.txt$/i.test(entry));
  const texts = await Promise.all(files.sort().map((entry) => readFile(join(folder, entry), 'utf8')));
  return [`${name} ${version} (${license})\n`, ...texts.map((text) => `${text.trim()}\n`)].join('\n');
}
