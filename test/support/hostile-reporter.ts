import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

declare module 'vitest' {
  interface TaskMeta {
    /** How many cases a test has tried; absent: one. */
    cases?: number;
    /** Answers of the service with a 5xx status to input that a caller has chosen. */
    serverErrors?: number;
    /** Connections to internal hosts that no photo may reach. */
    canaryConnections?: number;
    /** Renderers that were replaced after input that a caller has chosen. */
    renderersLost?: number;
    /** Acknowledged changes that were looked for after a crash, and those that were not found. */
    changes?: { readonly acknowledged: number; readonly lost: number };
  }
}

interface HostileClass {
  readonly name: string;
  /** The least number of cases. */
  readonly min: number;
  /** Below test/. */
  readonly files: readonly string[];
}

const folder = fileURLToPath(new URL('..', import.meta.url));
const classes: readonly HostileClass[] = JSON.parse(readFileSync(`${folder}hostile.json`, 'utf8'));
const lost = classes.flatMap(({ files }) => files).filter((file) => !existsSync(`${folder}${file}`));
if (lost.length > 0) throw new Error(`test/hostile.json names files that do not exist: ${lost.join(', ')}`);

/**
 * Prints what was tried against the service, by class, and what it cost. Fails a run with too few cases. A run of only
 * some of the files is not judged.
 */
export const hostileReporter: Reporter = {
  onTestRunEnd(modules) {
    const tests = new Map(modules.map((module) => [relative(folder, module.moduleId), testsOf(module)]));
    if (!classes.every(({ files }) => files.every((file) => tests.has(file)))) return;
    const rows = classes.map(({ name, min, files }) => ({ name, min, ...counted(files, tests) }));
    console.log('\nHostile input and faults\n');
    for (const { name, cases, failed, notRun, min } of rows) {
      const flaws = [
        ...(failed > 0 ? [`${failed} FAILED`] : []),
        ...(notRun > 0 ? [`${notRun} not run`] : []),
        ...(cases < min ? [`TOO FEW: at least ${min} are wanted`] : []),
      ];
      console.log(
        `  ${name.padEnd(42)} ${String(cases).padStart(6)} cases   ${flaws.join(', ') || 'passed'}`,
      );
    }
    const all = [...tests.values()].flat().map((test) => test.meta());
    const sum = (key: 'serverErrors' | 'canaryConnections' | 'renderersLost') =>
      all.reduce((total, meta) => total + (meta[key] ?? 0), 0);
    const changes = (key: 'acknowledged' | 'lost') =>
      all.reduce((total, meta) => total + (meta.changes?.[key] ?? 0), 0);
    console.log(`
  ${sum('serverErrors')} answers 5xx to input
  ${sum('canaryConnections')} connections to a canary
  ${sum('renderersLost')} renderers lost to input
  ${changes('lost')} of ${changes('acknowledged')} acknowledged changes lost`);
    const costs = sum('serverErrors') + sum('canaryConnections') + sum('renderersLost') + changes('lost');
    if (costs > 0 || rows.some(({ cases, min }) => cases < min)) process.exitCode = 1;
  },
};

function testsOf(module: TestModule): readonly TestCase[] {
  return [...module.children.allTests()];
}

function counted(files: readonly string[], tests: ReadonlyMap<string, readonly TestCase[]>) {
  const own = files.flatMap((file) => tests.get(file) ?? []);
  const having = (state: string) => own.filter((test) => test.result().state === state);
  return {
    cases: having('passed').reduce((sum, test) => sum + (test.meta().cases ?? 1), 0),
    failed: having('failed').length,
    notRun: having('skipped').length,
  };
}
