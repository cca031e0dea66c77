import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

/**
 * The service as people start it, ready, on a data directory that goes when it is stopped.
 *
 * @param data a directory that is there already, and a key that it knows; left out: an empty one
 * @param withinMs after which it is told to stop; left out: never
 */
export async function startService(settings = {}, data = {}, withinMs = undefined) {
  const folder = data.folder ?? mkdtempSync(join(tmpdir(), 'tierpress-service-'));
  const service = spawn(process.execPath, [cli, 'serve'], {
    env: {
      ...withoutSettings(process.env),
      // Where a machine sets it, Node reads all the certificates that it names before anything else.
      NODE_EXTRA_CA_CERTS: undefined,
      TIERPRESS_DATA_DIR: folder,
      TIERPRESS_PORT: '0',
      TIERPRESS_LOG_LEVEL: 'error',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: withinMs,
  });
  const ended = once(service, 'exit');
  const stop = async () => {
    service.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const said = await until(service.stdout, /ready at (\S+)/).catch(async (error) => {
    await stop();
    throw error;
  });
  const [, url] = /ready at (\S+)/.exec(said);
  const key = data.key ?? /sk_live_\w+/.exec(said)[0];
  return {
    url,
    key,
    /** The one-time link of a first start. */
    link: /http\S+\/password#\S+/.exec(said)?.[0],
    pid: service.pid,
    /** Milliseconds for one picture, from the request to the whole answer. */
    post(body) {
      return timePost(`${url}/api/v1/render`, body, { authorization: `Bearer ${key}` });
    },
    stop,
  };
}

/** The settings of whoever calls are for the service that they run themselves. */
function withoutSettings(env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(TIERPRESS_.+|PORT)$/.test(name)));
}

/** Milliseconds for one POST, from the request to the whole answer, on a connection of its own, as curl has it. */
export async function timePost(url, body, headers = {}) {
  const began = performance.now();
  const call = request(url, {
    method: 'POST',
    agent: false,
    headers: { ...headers, 'content-type': 'application/json' },
  });
  call.end(JSON.stringify(body));
  const [answer] = await once(call, 'response');
  await once(answer.resume(), 'end');
  if (answer.statusCode !== 200) throw new Error(`the service answered ${answer.statusCode}`);
  return performance.now() - began;
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
