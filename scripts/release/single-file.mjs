// node single-file.mjs FOLDER OUT RENDERER_OPTIONS: puts a release folder into one executable, with the Node.js that runs this,
// which must be of version 24. The files are assets, each compressed by itself; single-file-main.cjs unpacks them.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, zstdCompressSync } from 'node:zlib';
import { inject } from 'postject';
import { filesIn } from './files-in.mjs';

const [folder, out, rendererOptions] = process.argv.slice(2);
/** Higher levels take minutes for a few per cent. */
const level = { params: { [constants.ZSTD_c_compressionLevel]: 12 } };
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

const scratch = await mkdtemp(join(tmpdir(), 'tierpress-single-'));
try {
  // The executable is Node.js itself, and needs no launcher.
  const paths = (await filesIn(folder)).filter((path) => path !== 'tierpress' && path !== 'node/bin/node');
  const assets = {};
  const files = [];
  const hash = createHash('sha256');
  for (const [index, path] of paths.entries()) {
    const bytes = await readFile(join(folder, path));
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
    assets[path] = join(scratch, String(index));
    await writeFile(assets[path], zstdCompressSync(bytes, level));
    files.push({ path, size: bytes.length });
  }
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const contents = {
    name: `${version}-${hash.digest('hex').slice(0, 16)}`,
    files,
    rendererOptions: JSON.parse(rendererOptions),
  };
  assets['contents.json'] = join(scratch, 'contents.json');
  await writeFile(assets['contents.json'], JSON.stringify(contents));
  const blob = join(scratch, 'blob');
  const settings = {
    // The executable contains this path.
    main: 'single-file-main.cjs',
    output: blob,
    disableExperimentalSEAWarning: true,
    assets,
  };
  await writeFile(join(scratch, 'settings.json'), JSON.stringify(settings));
  execFileSync(process.execPath, ['--experimental-sea-config', join(scratch, 'settings.json')], {
    cwd: import.meta.dirname,
  });
  await copyFile(process.execPath, out);
  await chmod(out, 0o755);
  await inject(out, 'NODE_SEA_BLOB', await readFile(blob), { sentinelFuse: fuse });
} finally {
  await rm(scratch, { recursive: true });
}
