#!/usr/bin/env node
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../files/package-files.ts';
import { nameSourcesInStacks } from '../workers/source-stacks.ts';
import type { StopRequest } from './io.ts';
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
  // Reading a property of the process opens the stream.
  get stdin() {
    return process.stdin;
  },
  get stdout() {
    return process.stdout;
  },
  stopSignal,
  onReloadSignal: (reload) => void process.on('SIGHUP', reload),
});

function stopSignal(): Promise<StopRequest> {
  const hurry = new AbortController();
  let isAsked = false;
  return new Promise((resolve) => {
    const ask = (drains: boolean) => {
      if (isAsked) hurry.abort();
      isAsked = true;
      resolve({ drains, hurry: hurry.signal });
    };
    process.on('SIGINT', () => ask(false));
    process.on('SIGTERM', () => ask(true));
    process.on('SIGHUP', () => {
      // Closing the terminal sends SIGHUP, too; in this case it ends the process as usual.
      if (wasAtTerminal && !isAtTerminal()) ask(false);
    });
  });
}

/** Whether the process has a controlling terminal. */
function isAtTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return true;
  } catch {
    return false;
  }
}

// The exit is explicit, because a hung renderer would keep this process running.
process.exit(exitCode);
