import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Writes the licences of all bundled packages.
 *
 * @param metafiles those of the builds that made the bundles
 */
export async function writeNotices(file, metafiles) {
  const inputs = metafiles.flatMap(({ inputs }) => Object.keys(inputs));
  const folders = new Set(
    inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []),
  );
  const notices = await Promise.all([...folders].sort().map(noticeOf));
  await writeFile(file, [...new Set(notices)].join(`\n${'-'.repeat(80)}\n\n`));
}

async function noticeOf(folder) {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const files = (await readdir(folder)).filter((entry) =>
    /^(licen[cs]e|copying|notice)|\.license\.txt$/i.test(entry),
  );
  const texts = await Promise.all(files.sort().map((entry) => readFile(join(folder, entry), 'utf8')));
  return [`${name} ${version} (${license})\n`, ...texts.map((text) => `${text.trim()}\n`)].join('\n');
}
