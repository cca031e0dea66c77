import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { installation, missingPrograms } from './programs.ts';
import { inFull } from './runs.ts';

/** Lists, after the summary, the tests that were skipped, and the command that installs what they lack. */
export const notRunReporter: Reporter = {
  onTestRunEnd(modules) {
    const skipped = modules
      .filter(({ project }) => project.config.testNamePattern === undefined)
      .flatMap(skippedIn);
    if (skipped.length === 0) return;
    console.log(
      `\nNot run: ${skipped.length}${inFull ? '' : ', costly ones among them, which CI=true runs'}\n${skipped.map((name) => `  ${name}`).join('\n')}`,
    );
    const missing = missingPrograms(modules.some(({ project }) => project.name === 'replicas'));
    if (missing.length > 0)
      console.log(
        `\nMissing: ${missing.join(', ')}. With these, no test is skipped for them:\n  ${installation(missing)}`,
      );
  },
};

function skippedIn(module: TestModule): string[] {
  const path = relative(process.cwd(), module.moduleId);
  return [...module.children.allTests('skipped')].map(({ fullName }) => `${path} > ${fullName}`);
}
