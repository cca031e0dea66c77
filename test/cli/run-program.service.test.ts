import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { codeFileOf } from '../../src/cli/run-program.ts';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
const runner = pathToFileURL(join(dist, 'run-program.js')).href;
/** Answers whether V8 takes what has been kept of a script: without options, as the command line is started. */
const accepts = `
  const { readFileSync } = require('node:fs');
  const [script, code] = process.argv.slice(1);
  const { cachedDataRejected } = new (require('node:vm').Script)(readFileSync(script, 'utf8'), {
    cachedData: readFileSync(code),
  });
  console.log(!cachedDataRejected);
`;

function isAccepted(script: string, options: readonly string[] = []): boolean {
  const said = execFileSync(process.execPath, [...options, '-e', accepts, script, codeFileOf(script)], {
    encoding: 'utf8',
  });
  return said === 'true\n';
}

describe('a program', () => {
  let folder: string;
  let script: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tierpress-program-'));
    script = join(folder, 'adder.js');
    const program = `(async (require, urlOf, programUrl, programFolder) => {
      const add = (one, other) => one + other;
      await null;
      console.log([add(1, 2), require('node:path').basename(programUrl), programFolder].join(' '));
    })`;
    writeFileSync(script, program);
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const run = (...options: readonly string[]) => {
    const call = `import('${runner}').then(({ runProgram }) => runProgram(new URL('${pathToFileURL(script)}')))`;
    return execFileSync(process.execPath, [...options, '-e', call], { encoding: 'utf8' });
  };
  const result = () => `3 adder.js ${folder}/\n`;

  test('runs, knows where it lies, and keeps nothing unasked', () => {
    expect(run()).toBe(result());
    expect(readdirSync(folder)).toEqual(['adder.js']);
  });

  test('fills an empty file with what V8 has compiled, and runs from it the next time', () => {
    writeFileSync(codeFileOf(script), '');
    expect(run()).toBe(result());
    expect(isAccepted(script)).toBe(true);
    const kept = readFileSync(codeFileOf(script));
    expect(run()).toBe(result());
    expect(readFileSync(codeFileOf(script))).toEqual(kept);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  test('runs all the same where what was kept is damaged, or of a V8 with other options', () => {
    writeFileSync(codeFileOf(script), 'not what V8 has compiled');
    expect(run()).toBe(result());
    writeFileSync(codeFileOf(script), '');
    run();
    expect(isAccepted(script, ['--no-opt'])).toBe(false);
    expect(run('--no-opt')).toBe(result());
  });
});

test('the build keeps the code of both programs, and V8 takes it', () => {
  const programs = readdirSync(join(dist, 'programs')).filter((name) => name.endsWith('.js'));
  expect(programs.map((name) => name.replace(/-.*/, ''))).toEqual(['cli', 'renderer']);
  const [cli = '', renderer = ''] = programs.map((name) => join(dist, 'programs', name));
  expect(isAccepted(cli)).toBe(true);
  // The command line's are its own; a renderer's are in src/service/renderers.ts.
  expect(isAccepted(renderer, ['--initial-old-space-size=64', '--max-semi-space-size=4'])).toBe(true);
});
