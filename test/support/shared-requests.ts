import * as v from 'valibot';
import { ask, goodPassword } from './accounts.ts';
import type { Replicas } from './engines/replicas.ts';
import { jsonOf } from './http.ts';

/** A board that no other test draws. */
export function boardNamed(title: string): object {
  return { title, tiers: [{ title: 'S', items: ['Tea', 'Espresso'] }] };
}

/** Posts a board. */
export function postBoard(
  url: string,
  key: string,
  board: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(`${url}/api/v1/render`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(board),
  });
}

/** Draws a board. @returns the path of its image */
export async function drawBoard(url: string, key: string, board: object): Promise<string> {
  const answer = await postBoard(url, key, board);
  if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
  const { imagePath } = await jsonOf(answer);
  return String(imagePath);
}

/** Returns the status of a request that only checks the key. */
export async function statusOf(url: string, key: string): Promise<number> {
  const answer = await fetch(`${url}/api/v1/templates?limit=1`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** Sets the member's password with a one-time link, which logs the member in. @returns the cookie */
export async function logInByLink(
  { cli, url }: Pick<Replicas, 'cli' | 'url'>,
  email: string,
): Promise<string> {
  const [, token] = (await cli('users', 'link', email)).split('#');
  const { cookie } = await ask({ url }, 'PUT', '/api/v1/password', {
    body: { token, password: goodPassword },
  });
  if (cookie === undefined) throw new Error(`${email} cannot log in`);
  return cookie;
}

const keysAnswer = v.object({
  keys: v.array(v.object({ id: v.string() })),
  usage: v.object({ minute: v.number(), day: v.number() }),
});

/** Returns the keys of the account that is logged in, and what it has been charged. */
export async function keysAndUsage(url: string, cookie: string): Promise<v.InferOutput<typeof keysAnswer>> {
  return v.parse(keysAnswer, (await ask({ url }, 'GET', '/api/v1/keys', { cookie })).body);
}
