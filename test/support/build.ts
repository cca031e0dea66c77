import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

declare global {
  /** The projects of a run load their set-ups apart from each other, and share globals alone. */
  var isTierpressBuilt: boolean | undefined;
}

/**
 * Builds once in a run, whichever project comes first: their set-ups begin in any order, and the ones after this need the
 * build. It blocks, so that none of them begins meanwhile.
 */
export default function build(): void {
  if (globalThis.isTierpressBuilt) return;
  globalThis.isTierpressBuilt = true;
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The build failed:\n${stdout}${stderr}`);
}
