import { chmod, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runNpm } from './npm.mjs';
import { dependencyFiles, ownFiles } from './runtime-files.mjs';

const launcher = `#!/bin/sh
# Runs tierpress with the Node.js that lies beside it, also when this file is reached through links.
self=$0
while [ -L "$self" ]; do
  target=$(readlink "$self")
  case $target in
    /*) self=$target ;;
    *) self=$(dirname "$self")/$target ;;
  esac
done
folder=$(CDPATH='' cd -- "$(dirname -- "$self")" && pwd -P) || exit 1
exec "$folder/node/bin/node" "$folder/dist/cli/main.js" "$@"
`;

/**
 * Makes the folder of a release: the package, its dependencies, Node.js and a launcher.
 *
 * @param root the repository, built
 * @param scratch a folder for what npm installs
 */
export async function makeFolder({ root, target, into, scratch }) {
  await rm(into, { recursive: true, force: true });
  const copy = async (from, path, to = path) => {
    await mkdir(dirname(join(into, to)), { recursive: true });
    await cp(join(from, path), join(into, to), { dereference: true });
    await chmod(join(into, to), 0o644);
  };
  const packages = join(scratch, 'packages');
  const nodes = join(scratch, 'nodes');
  await install(root, packages, target);
  await install(join(root, 'scripts', 'release'), nodes, target);

  for (const path of await ownFiles(root)) await copy(root, path);
  for (const path of await dependencyFiles(packages, target)) await copy(packages, path);
  const node = join(nodes, 'node_modules', target.node);
  await copy(node, 'bin/node', 'node/bin/node');
  await copy(node, 'LICENSE', 'node/LICENSE');
  await chmod(join(into, 'node', 'bin', 'node'), 0o755);
  await writeFile(join(into, 'tierpress'), launcher);
  await chmod(join(into, 'tierpress'), 0o755);
}

/** Installs the dependencies of the lock file for a platform, which may be another one than this. */
async function install(from, into, { os, cpu, libc }) {
  await mkdir(into, { recursive: true });
  for (const name of ['package.json', 'package-lock.json']) await cp(join(from, name), join(into, name));
  const platform = [`--os=${os}`, `--cpu=${cpu}`, ...(libc ? [`--libc=${libc}`] : [])];
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  await runNpm(['ci', '--omit=dev', ...platform, ...quiet], into);
}
