// Draws every example with this Node.js and with the versions in test/nodes: the bytes must be equal. Run it with
// `npm run test:nodes`, which installs those versions.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = `${root}build/nodes`;
const nodes = [
  process.execPath,
  ...['node22', 'node24'].map((name) => `${root}test/nodes/node_modules/${name}/bin/node`),
];

mkdirSync(out, { recursive: true });
for (const example of readdirSync(`${root}examples`).filter((name) => name.endsWith('.json'))) {
  const sums = nodes.map((node, index) => {
    const file = `${out}/${index}.webp`;
    execFileSync(node, ['dist/cli/main.js', 'render', `examples/${example}`, '-o', file], { cwd: root });
    return createHash('sha256').update(readFileSync(file)).digest('hex');
  });
  const same = new Set(sums).size === 1;
  if (!same) process.exitCode = 1;
  console.log(`${example}: ${same ? 'the same bytes' : `DIFFERENT: ${sums.join(' ')}`}`);
}
console.log(nodes.map((node) => execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()).join(', '));
