import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

/** The first project of a run that needs the build makes it. */
export default function build({ name, vitest }: TestProject): void {
  const first = vitest.projects.find((project) => project.config.globalSetup.includes(import.meta.filename));
  if (first?.name !== name) return;
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The build failed:\n${stdout}${stderr}`);
}
