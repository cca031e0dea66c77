import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Runs npm in a folder. @returns what it prints */
export async function runNpm(args, cwd) {
  const { stdout } = await promisify(execFile)('npm', args, { cwd, maxBuffer: 64 << 20 });
  return stdout;
}
