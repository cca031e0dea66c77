#!/usr/bin/env node
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { packageFolder } from '../files/package-files.ts';
import { nameSourcesInStacks } from '../workers/source-stacks.ts';
import { run } from './run.ts';

nameSourcesInStacks();

const { version }: { version: string } = JSON.parse(
  readFileSync(join(packageFolder, 'package.json'), 'utf8'),
);

const wasAtTerminal = isAtTerminal();

const exitCode = await run(process.argv.slice(2), {
  env: process.env,
  version,
  print: (text) => process.stdout.write(text),
  complain: (text) => process.stderr.write(text),
  readStdin: () => buffer(process.stdin),
  stopSignal: () =>
    new Promise((resolve) => {
      process.on('SIGINT', () => resolve());
      process.on('SIGTERM', () => resolve());
      process.on('SIGHUP', () => {
        // A terminal that is closed sends it too, and means what it always did.
        if (wasAtTerminal && !isAtTerminal()) resolve();
      });
    }),
  onReloadSignal: (reload) => void process.on('SIGHUP', reload),
});

/** Whether the process has a terminal that controls it. */
function isAtTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return true;
  } catch {
    return false;
  }
}

// Not left to itself: a renderer that hangs would keep this process alive.
process.exit(exitCode);
