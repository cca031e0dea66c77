// Runs, in full, every test of hostile input and of faults, and ends with a report by class (test/hostile.json).
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const classes = JSON.parse(readFileSync(new URL('../test/hostile.json', import.meta.url), 'utf8'));
const files = [...new Set(classes.flatMap((one) => one.files))].map((file) => `test/${file}`);
const { status } = spawnSync('npx', ['vitest', 'run', ...files], {
  stdio: 'inherit',
  env: { ...process.env, CI: 'true' },
});
process.exitCode = status ?? 1;
