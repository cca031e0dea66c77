// Runs the programs in dist/programs/ once, as people do, so that they keep what V8 compiles of them (src/cli/run-program.ts):
// a start then need not. What has been kept for this version of Node.js stays, since a program of other content has another name.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeFileOf } from '../dist/cli/run-program.js';
import { startService } from './service.mjs';

const folder = 'dist/programs';
const withinMs = 60_000;
const boards = ['english', 'russian', 'eighty-items'];

const missing = readdirSync(folder)
  .filter((name) => name.endsWith('.js'))
  .map((name) => codeFileOf(join(folder, name)))
  .filter((file) => !existsSync(file));
if (missing.length > 0) await keep(missing);

/** A program that finds its file empty fills it as it ends. */
async function keep(files) {
  for (const file of files) writeFileSync(file, '');
  const settings = { TIERPRESS_HOST: '127.0.0.1', TIERPRESS_RENDERERS: '1' };
  const service = await startService(settings, {}, withinMs);
  try {
    await use(service);
  } finally {
    await service.stop();
  }
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
