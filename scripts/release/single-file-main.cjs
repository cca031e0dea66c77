// The main script of the single executable. It unpacks the files of the release into a folder of the user's cache, once, and
// runs the program there: the command line, or a renderer, since a fork starts this executable again.
const fs = require('node:fs');
const { createRequire } = require('node:module');
const { userInfo } = require('node:os');
const { dirname, isAbsolute, join } = require('node:path');
const sea = require('node:sea');
const { pathToFileURL } = require('node:url');
const v8 = require('node:v8');
const { zstdDecompressSync } = require('node:zlib');

const dayMs = 24 * 60 * 60 * 1000;
/** The cache of another version is removed when nothing has used it for so long. */
const unusedMs = 7 * dayMs;
/** A process that uses a cache touches this file in it, at the start and then every day. */
const usedMark = '.used';
/** The script of an executable can import only modules of Node.js itself; this file can import any. */
const importer = '.import.cjs';

const { name, files, rendererOptions } = JSON.parse(sea.getAsset('contents.json', 'utf8'));
const caches = join(cacheHome(), 'tierpress');
const folder = join(caches, name);
const renderer = join(folder, 'dist', 'workers', 'worker.js');

const rendererAt = process.argv.indexOf(renderer);
if (rendererAt > 0) {
  // `fork` puts options of Node.js before the script. An executable gets them as arguments.
  const options = process.argv.slice(2, rendererAt);
  for (const option of options.filter((one) => !isForEnvironment(one))) v8.setFlagsFromString(option);
  process.argv.splice(1, rendererAt, renderer);
} else {
  try {
    prepare();
  } catch (error) {
    process.stderr.write(
      `tierpress: cannot use the cache ${folder}: ${error.message}. ` +
        'XDG_CACHE_HOME can name another folder: one of your own, with 200 MB free, that may hold programs.\n',
    );
    process.exit(1);
  }
  const options = rendererOptions.filter(isForEnvironment);
  process.env.NODE_OPTIONS = [process.env.NODE_OPTIONS ?? '', ...options].join(' ').trim();
  process.argv[1] = join(folder, 'dist', 'cli', 'main.js');
}

createRequire(process.argv[1])(join(folder, importer))(pathToFileURL(process.argv[1]).href);

/** Whether Node.js takes the option from NODE_OPTIONS. */
function isForEnvironment(option) {
  return process.allowedNodeEnvironmentFlags.has(option);
}

function cacheHome() {
  const { XDG_CACHE_HOME, HOME } = process.env;
  const home = HOME && isAbsolute(HOME) ? HOME : userInfo().homedir;
  return XDG_CACHE_HOME && isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(home, '.cache');
}

/** Unpacks the files, unless they are there and whole. */
function prepare() {
  fs.mkdirSync(caches, { recursive: true, mode: 0o700 });
  const { uid, mode } = fs.statSync(caches);
  // The folder holds native code, so nobody else may write there.
  if (uid !== process.getuid() || (mode & 0o022) !== 0) {
    throw new Error(`${caches} belongs to another user, or others may write to it`);
  }
  if (!isWhole()) unpack();
  const mark = join(folder, usedMark);
  const touch = () => fs.utimesSync(mark, new Date(), new Date());
  touch();
  setInterval(() => attempt(touch), dayMs).unref();
  attempt(removeUnused);
}

/** Whether each file is there in its full size: a power failure can leave a part. */
function isWhole() {
  return files.every(
    ({ path, size }) => fs.statSync(join(folder, path), { throwIfNoEntry: false })?.size === size,
  );
}

/** Unpacks into a folder beside the final one, and renames it: two first starts at the same time do no harm. */
function unpack() {
  const temporary = `${folder}.${process.pid}.tmp`;
  try {
    for (const { path } of files) {
      const file = join(temporary, path);
      fs.mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      fs.writeFileSync(file, zstdDecompressSync(Buffer.from(sea.getRawAsset(path))), {
        mode: 0o700,
        flush: true,
      });
    }
    fs.writeFileSync(join(temporary, importer), 'module.exports = (url) => import(url);\n');
    fs.writeFileSync(join(temporary, usedMark), '', { mode: 0o700 });
    // Refused by a file system that is mounted with noexec, from which native code cannot be loaded.
    fs.accessSync(join(temporary, usedMark), fs.constants.X_OK);
    // A cache that is not whole makes room.
    if (fs.existsSync(folder) && !isWhole()) fs.renameSync(folder, `${temporary}.damaged`);
    fs.renameSync(temporary, folder);
  } catch (error) {
    if (!isWhole()) throw error;
  } finally {
    for (const rest of [temporary, `${temporary}.damaged`]) fs.rmSync(rest, { recursive: true, force: true });
  }
}

/** Removes the caches of other versions, and what starts that were killed have left. */
function removeUnused() {
  for (const entry of fs.readdirSync(caches)) {
    const other = join(caches, entry);
    const mark = fs.statSync(join(other, usedMark), { throwIfNoEntry: false }) ?? fs.statSync(other);
    if (entry !== name && Date.now() - mark.mtimeMs > unusedMs)
      fs.rmSync(other, { recursive: true, force: true });
  }
}

/** Runs what may fail without harm. */
function attempt(work) {
  try {
    work();
  } catch {
    // Another process is doing the same, or the files belong to somebody else.
  }
}
