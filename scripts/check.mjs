// `npm run check`: runs all `check:…` of package.json at the same time, and prints what each reports when it ends.
import { exec } from 'node:child_process';
import { readFile } from 'node:fs/promises';

const { scripts } = JSON.parse(await readFile('package.json', 'utf8'));
for (const name of Object.keys(scripts).filter((script) => script.startsWith('check:'))) {
  exec(`npm run --silent ${name}`, { maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
    process.stdout.write(stdout + stderr);
    if (error === null) return;
    console.error(`npm run ${name} failed`);
    process.exitCode = 1;
  });
}
