import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

/**
 * Starts the service as in production and waits until it is ready. Its data directory is deleted when it is stopped.
 *
 * @param data an existing data directory and a key in it; absent: a new directory
 * @param withinMs the service is stopped after this time; absent: never
 */
export async function startService(settings = {}, data = {}, withinMs = undefined) {
  const folder = data.folder ?? mkdtempSync(join(tmpdir(), 'tierpress-service-'));
  const service = spawn(process.execPath, [cli, 'serve'], {
    env: {
      ...withoutSettings(process.env),
      // If it is set, Node reads all its certificates at the start.
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
    /** The one-time link that a first start prints. */
    link: /http\S+\/password#\S+/.exec(said)?.[0],
    pid: service.pid,
    /** Requests one image and returns the milliseconds until the complete response. */
    post(body) {
      return timePost(`${url}/api/v1/render`, body, { authorization: `Bearer ${key}` });
    },
    stop,
  };
}

/** Removes settings from the environment: they are for the service of the person who runs the script. */
function withoutSettings(env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(TIERPRESS_.+|PORT)$/.test(name)));
}

/** Sends one POST on a connection of its own, like curl, and returns the milliseconds until the complete response. */
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

/** Reads a stream until its text matches, and returns the text. */
export async function until(stream, pattern) {
  let text = '';
  for await (const chunk of stream.setEncoding('utf8')) {
    text += chunk;
    if (pattern.test(text)) return text;
  }
  throw new Error(`the service ended without saying ${pattern}:\n${text}`);
}
