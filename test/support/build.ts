import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Builds dist/ once before the tests: processes started by tests run what users run. */
export default function build(): void {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The build failed:\n${stdout}`);
  const web = spawnSync(process.execPath, ['scripts/build-web.mjs'], { cwd: root, encoding: 'utf8' });
  if (web.status !== 0) throw new Error(`The pages could not be built:\n${web.stderr}`);
}
