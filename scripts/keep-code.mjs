// Runs the programs in dist/programs/ once, as people do, so that they keep what V8 compiles of them (src/run-program.ts):
// a start then need not. What has been kept for this version of Node.js stays, since a program of other content has another name.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = 'dist/programs';
const withinMs = 60_000;
const boards = ['english', 'russian', 'eighty-items'];

const missing = readdirSync(folder)
  .filter((name) => name.endsWith('.js'))
  .map((name) => join(folder, name.replace(/js$/, `${process.version}.code`)))
  .filter((file) => !existsSync(file));
if (missing.length > 0) await keep(missing);

/** A program that finds its file empty fills it as it ends. */
async function keep(files) {
  for (const file of files) writeFileSync(file, '');
  const dataDir = mkdtempSync(join(tmpdir(), 'tierpress-build-'));
  const service = spawn(process.execPath, ['dist/cli/main.js', 'serve'], {
    env: {
      ...withoutSettings(process.env),
      TIERPRESS_DATA_DIR: dataDir,
      TIERPRESS_HOST: '127.0.0.1',
      TIERPRESS_PORT: '0',
      TIERPRESS_RENDERERS: '1',
      TIERPRESS_LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: withinMs,
  });
  const ended = once(service, 'exit');
  try {
    await use(await readyService(service));
  } finally {
    service.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function withoutSettings(env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(TIERPRESS_.+|PORT)$/.test(name)));
}

async function readyService({ stdout }) {
  let said = '';
  for await (const chunk of stdout.setEncoding('utf8')) {
    said += chunk;
    const [, url] = /ready at (\S+)/.exec(said) ?? [];
    if (url) return { url, key: /sk_live_\w+/.exec(said)[0] };
  }
  throw new Error('the service has ended before it was ready');
}

async function use({ url, key }) {
  for (const name of boards) {
    const answer = await fetch(`${url}/api/v1/render`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: readFileSync(`examples/${name}.json`),
    });
    if (!answer.ok) throw new Error(`the service answered ${answer.status} to examples/${name}.json`);
    const { imageUrl } = await answer.json();
    await (await fetch(imageUrl)).arrayBuffer();
  }
}
