import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { planNames } from '../../../src/model/plan.ts';
import { formats } from '../../../src/model/vocabulary.ts';
import { type Answer, addMember, ask, logIn, passwordToken } from '../../support/accounts.ts';
import { serveCli } from '../../support/cli.ts';
import { plainPhoto } from '../../support/photo-host.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { drawPhotos, upload } from '../../support/uploads.ts';

/** What the clients of a service have, before it is moved. */
export interface UsedService {
  readonly dataDir: string;
  /** The key that has drawn most boards. */
  readonly mainKey: string;
  /** The key of another account of each plan. */
  readonly keys: readonly string[];
  readonly disabledKey: string;
  readonly revokedKey: string;
  /** The session of the account with the main key. */
  readonly cookie: string;
  /** The tokens of one-time links. */
  readonly links: readonly string[];
  readonly boards: readonly Board[];
  /** An uploaded photo of the account with the main key. */
  readonly photoId: string;
  /** The answer about the keys of the session's account, with their usage. */
  readonly usage: object;
}

interface Board {
  readonly request: object;
  readonly renderId: unknown;
  readonly imagePath: string;
  readonly sha256: string;
}

/** Each has a format of its own, as long as there are some. */
const board = (index: number) => ({
  format: formats[index % formats.length],
  tiers: [{ title: 'S', items: [`Tea ${index}`] }],
});

/** Uses a service on a new data directory as its clients do, and stops it. The caller removes the directory. */
export async function useService(boards = 3): Promise<UsedService> {
  const test = await startTestService();
  const members = [];
  for (const plan of planNames) members.push(await addMember(test, { plan }));
  const main = await addMember(test, { plan: 'creator' });
  const disabled = await addMember(test);
  await test.service.accounts.changeAccount(disabled.id, { disabled: true });
  const revoked = await test.service.accounts.createKey(main.id, 'revoked');
  const [, { id = '' } = {}] = await test.service.accounts.keysOf(main.id);
  await test.service.accounts.revokeKey(main.id, id);
  const cookie = await logIn(test, main.email);
  const links = [];
  for (const { email } of members.slice(0, 3)) links.push(await passwordToken(test, email));

  await test.service.stop();
  // Boards of another version would not be cached.
  const service = await serveCli({ TIERPRESS_DATA_DIR: test.dataDir });
  const drawn = [];
  for (let index = 0; index < boards; index++) {
    // An account without limits draws most.
    const key = index < 3 ? main.key : test.key;
    drawn.push(await draw(service, board(index), key));
  }
  await draw(service, { templateId: 1, tiers: [{ title: 'S', items: ['item_0'] }] }, test.key);
  await renderWith(service, main.key, board(0), 'order-1');
  const { id: photoId } = await upload(service, await plainPhoto('#c01020'), { 'X-API-Key': main.key });
  const usage = await usageOf(service, cookie);
  await service.end('SIGTERM');
  return {
    dataDir: test.dataDir,
    mainKey: main.key,
    keys: members.map(({ key }) => key),
    disabledKey: disabled.key,
    revokedKey: revoked.key,
    ...{ cookie, links, boards: drawn, photoId, usage },
  };
}

async function draw(test: Pick<TestService, 'url'>, request: object, key: string): Promise<Board> {
  const { status, body } = await renderWith(test, key, request);
  if (status !== 200) throw new Error(`not drawn: ${status}`);
  const imagePath = String(body['imagePath']);
  return { request, renderId: body['renderId'], imagePath, sha256: await imageOf(test, imagePath) };
}

export function renderWith(
  test: Pick<TestService, 'url'>,
  key: string,
  body: object,
  idempotencyKey?: string,
): Promise<Answer> {
  const headers = { 'X-API-Key': key, ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }) };
  return ask(test, 'POST', '/api/v1/render', { headers, body });
}

/** Returns the keys of the session's account, with what has been charged today. The minute may be over. */
export async function usageOf(test: Pick<TestService, 'url'>, cookie: string): Promise<object> {
  const { body } = await ask(test, 'GET', '/api/v1/keys', { cookie });
  return JSON.parse(JSON.stringify(body, (name, value: unknown) => (name === 'minute' ? undefined : value)));
}

export async function imageOf({ url }: Pick<TestService, 'url'>, path: string): Promise<string> {
  const answer = await fetch(`${url}${path}`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  return answer.ok ? createHash('sha256').update(bytes).digest('hex') : `${answer.status}`;
}

/** Expects that an uploaded photo is there, and still of its account. */
export async function expectPhoto(
  { url }: Pick<TestService, 'url'>,
  { photoId, mainKey }: UsedService,
): Promise<void> {
  expect((await drawPhotos({ url }, mainKey, [photoId], { title: url })).status).toBe(200);
  expect((await fetch(`${url}/photos/${photoId}.webp`)).status).toBe(200);
  const again = await upload({ url }, await plainPhoto('#c01020'), { 'X-API-Key': mainKey });
  expect(again.id).toBe(photoId);
}
