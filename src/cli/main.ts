#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { run } from './run.ts';

const { version }: { version: string } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);

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
    }),
});

// Not left to itself: a renderer that hangs would keep this process alive.
process.exit(exitCode);
