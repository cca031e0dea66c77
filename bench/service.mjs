import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

/**
 * The service as people start it, ready, on a data directory that goes when it is stopped.
 *
 * @param data a directory that is there already, and a key that it knows; left out: an empty one
 */
export async function startService(settings = {}, data = {}) {
  const folder = data.folder ?? mkdtempSync(join(tmpdir(), 'tierpress-bench-'));
  const service = spawn(process.execPath, [cli, 'serve'], {
    env: {
      ...process.env,
      // Where a machine sets it, Node reads all the certificates that it names before anything else.
      NODE_EXTRA_CA_CERTS: undefined,
      TIERPRESS_DATA_DIR: folder,
      TIERPRESS_PORT: '0',
      TIERPRESS_LOG_LEVEL: 'error',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = await until(service.stdout, /ready at (\S+)/);
  const [, url] = /ready at (\S+)/.exec(said);
  const key = data.key ?? /sk_live_\w+/.exec(said)[0];
  return {
    url,
    key,
    /** The one-time link of a first start. */
    link: /http\S+\/password#\S+/.exec(said)?.[0],
    pid: service.pid,
    /** Milliseconds for one picture, from the request to the whole answer. */
    async post(body) {
      const began = performance.now();
      const answer = await fetch(`${url}/api/v1/render`, {
        method: 'POST',
        // A connection for each, as curl has it: the first picture's would cost more than that of later ones.
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', connection: 'close' },
        body: JSON.stringify(body),
      });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`the service answered ${answer.status}`);
      return performance.now() - began;
    },
    async stop() {
      service.kill('SIGTERM');
      await new Promise((resolve) => service.once('exit', resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What a stream has said once it matches. */
export async function until(stream, pattern) {
  let text = '';
  for await (const chunk of stream.setEncoding('utf8')) {
    text += chunk;
    if (pattern.test(text)) return text;
  }
  throw new Error(`the service ended without saying ${pattern}:\n${text}`);
}
