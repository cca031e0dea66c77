import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quantile } from './rounds.mjs';
import { table } from './tables.mjs';

// Starts the service of each form in turn, with an empty home and then again with the same, and prints the times until it is
// ready, and the sizes. `npm run test:packages` makes the forms first. `node forms.mjs 5`
const rounds = Number(process.argv[2] ?? 7);
const root = join(import.meta.dirname, '..');
const built = join(root, 'build');
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
const folder = join(built, 'installed', `tierpress-${version}-linux-x64`);
const project = join(built, 'installed', 'project', 'node_modules');
const single = join(built, 'release', 'tierpress-linux-x64');

/** The command of each form, what is downloaded, and what lies on disk. */
const forms = {
  checkout: { command: [process.execPath, join(root, 'dist/cli/main.js')], onDisk: root },
  'npm package': {
    command: [process.execPath, join(project, 'tierpress/dist/cli/main.js')],
    download: join(built, 'installed', `tierpress-${version}.tgz`),
    onDisk: project,
  },
  folder: {
    command: [join(folder, 'tierpress')],
    download: join(built, 'release', `tierpress-${version}-linux-x64.tar.gz`),
    onDisk: folder,
  },
  'single executable': { command: [single], download: single, onDisk: single },
};

const times = Object.fromEntries(Object.keys(forms).map((name) => [name, []]));
for (let round = 0; round < rounds; round++) {
  for (const [name, form] of Object.entries(forms)) {
    const home = await mkdtemp(join(tmpdir(), 'tierpress-form-'));
    times[name].push([await readyMs(form, home), await readyMs(form, home)]);
    await rm(home, { recursive: true });
  }
}

const rows = Object.entries(forms).map(async ([name, { download, onDisk }]) => [
  name,
  download ? megabytes((await stat(download)).size) : '',
  megabytes(await sizeOf(onDisk)),
  Math.round(quantile(times[name], 0, 0.5)),
  Math.round(quantile(times[name], 1, 0.5)),
]);
const head = ['form', 'download, MB', 'on disk, MB', 'first start, ms', 'later, ms'];
console.log(table(head, await Promise.all(rows)));

async function readyMs({ command: [program, ...args] }, home) {
  const began = performance.now();
  const env = {
    HOME: home,
    PATH: process.env.PATH,
    TIERPRESS_PORT: '0',
    TIERPRESS_DATA_DIR: join(home, 'data'),
  };
  const child = spawn(program, [...args, 'serve'], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const closed = once(child, 'close');
  for await (const chunk of child.stdout) if (String(chunk).includes('ready at')) break;
  const ready = performance.now() - began;
  child.kill('SIGTERM');
  await closed;
  return ready;
}

async function sizeOf(path) {
  const { size } = await stat(path);
  if (!(await stat(path)).isDirectory()) return size;
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter(
    (entry) => entry.isFile() && (path !== root || !entry.parentPath.startsWith(built)),
  );
  const sizes = await Promise.all(
    files.map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size),
  );
  return sizes.reduce((sum, one) => sum + one, 0);
}

function megabytes(bytes) {
  return (bytes / 1e6).toFixed(1);
}
