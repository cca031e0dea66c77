// Describes what a running service can open: the files of the package, which package.json lists, and those files of its
// dependencies that are not left out here. Folders, executables and containers consist of these.
import { join } from 'node:path';
import { filesIn } from './files-in.mjs';
import { runNpm } from './npm.mjs';

/** Returns the paths of the package's own files: those that npm would publish, without what is for programmers. */
export async function ownFiles(root) {
  const [{ files }] = JSON.parse(await runNpm(['pack', '--dry-run', '--json', '--ignore-scripts'], root));
  return files
    .map(({ path }) => path)
    .filter((path) => !/^dist\/(client|schema)\//.test(path))
    .sort();
}

/** Returns the paths of the files in `node_modules` that are opened at run time. */
export async function dependencyFiles(root, { os, cpu }) {
  const paths = await filesIn(join(root, 'node_modules'));
  return paths
    .map((path) => `node_modules/${path}`)
    .filter((path) => isLicence(path) || !leftOut.some((pattern) => pattern.test(path)))
    .filter(
      (path) => !path.includes('/prebuilds/') || path.endsWith(`/${os}-${cpu}/fs-native-extensions.node`),
    )
    .sort();
}

const isLicence = (path) => /\/(licen[cs]e|copying|notice)[^/]*$/i.test(path);

const leftOut = [
  // What npm itself writes.
  /^node_modules\/\.[^/]+/,
  // Documentation, declarations, maps, and sources of native code.
  /\.(md|map|d\.[cm]?ts|cc|c|h|gyp|txt)$/,
  // The other build of HarfBuzz makes subsets of fonts, which nothing here does.
  /\/harfbuzzjs\/dist\/harfbuzz-subset\.wasm$/,
  // Scripts that install, and entry points for other uses.
  /\/sharp\/(install|lib|src)\//,
  /\/semver\/bin\//,
];
