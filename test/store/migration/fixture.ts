import { createHash } from 'node:crypto';
import { planNames } from '../../../src/model/plan.ts';
import { type Answer, addMember, ask, logIn, passwordToken } from '../../support/accounts.ts';
import { serveCli } from '../../support/cli.ts';
import { startTestService, type TestService } from '../../support/service.ts';

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
  /** The answer about the keys of the session's account, with their usage. */
  readonly usage: object;
}

interface Board {
  readonly request: object;
  readonly renderId: unknown;
  readonly imagePath: string;
  readonly sha256: string;
}

const board = (item: string) => ({ format: 'png', tiers: [{ title: 'S', items: [item] }] });

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
    drawn.push(await draw(service, board(`Tea ${index}`), key));
  }
  await draw(service, { templateId: 1, tiers: [{ title: 'S', items: ['item_0'] }] }, test.key);
  await renderWith(service, main.key, board('Tea 0'), 'order-1');
  const usage = await usageOf(service, cookie);
  await service.end('SIGTERM');
  return {
    dataDir: test.dataDir,
    mainKey: main.key,
    keys: members.map(({ key }) => key),
    disabledKey: disabled.key,
    revokedKey: revoked.key,
    ...{ cookie, links, boards: drawn, usage },
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
