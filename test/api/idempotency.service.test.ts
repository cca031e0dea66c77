import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Failure } from '../../src/model/failure.ts';
import { type Answer, addMember, ask } from '../support/accounts.ts';
import { fakeRenderers } from '../support/fake-renderers.ts';
import { startTestService, type TestService } from '../support/service.ts';

const picture = { bytes: Buffer.from('picture'), width: 1, height: 1, warnings: [] };
const tea = { tiers: [{ title: 'S', items: ['Tea'] }] };
const cocoa = { tiers: [{ title: 'S', items: ['Cocoa'] }] };
const dayQuota = 50;

let test: TestService;
let draw: () => Promise<typeof picture>;
let drawings = 0;
beforeAll(async () => {
  const renderers = fakeRenderers(() => {
    drawings += 1;
    return draw();
  });
  // Without a cache each answer needs a drawing of its own.
  const settings = { TIERPRESS_CACHE_HOURS: '0', TIERPRESS_FAILED_MINUTE: '2' };
  test = await startTestService(settings, { renderers });
});
afterAll(() => test.stop());
beforeEach(() => {
  drawings = 0;
  draw = async () => picture;
});

function render(key: string, idempotencyKey: string, body: unknown = tea): Promise<Answer> {
  const headers = { 'X-API-Key': key, 'Idempotency-Key': idempotencyKey };
  return ask(test, 'POST', '/api/v1/render', { headers, body });
}

/** Returns how many requests an answer reports as charged today. */
function charged({ headers }: Answer): number {
  const [, left] = /"day";r=(\d+)/.exec(headers.get('RateLimit') ?? '') ?? [];
  return dayQuota - Number(left);
}

describe('a request with an Idempotency-Key', () => {
  it.each(['x', 'Idempotency', '~!"#$%&\'()*+,-./:;<=>?@[]^_`{|}', 'k'.repeat(64)])(
    'is charged once when it is sent again with %s',
    async (idempotencyKey) => {
      const { key } = await addMember(test);
      for (let i = 0; i < 3; i++) {
        const answer = await render(key, idempotencyKey);
        expect([answer.status, charged(answer)]).toEqual([200, 1]);
      }
      expect(charged(await render(key, `${idempotencyKey}`.replace(/.$/, '2')))).toBe(2);
    },
  );

  it('is the same request however its body is written', async () => {
    const { key } = await addMember(test);
    await render(key, 'once');
    const again = await render(key, 'once', { theme: 'night', scale: 1, ...tea });
    expect([again.status, charged(again)]).toEqual([200, 1]);
  });

  it('is charged once when it is sent many times at once', async () => {
    const { key } = await addMember(test);
    const answers = await Promise.all(Array.from({ length: 5 }, () => render(key, 'once')));
    expect(answers.map((answer) => [answer.status, charged(answer)])).toEqual(answers.map(() => [200, 1]));
  });

  it('is charged again after it failed', async () => {
    const { key } = await addMember(test);
    draw = () => Promise.reject(new Failure('rendererFailed', 'The picture could not be drawn'));
    const failed = await render(key, 'once');
    expect([failed.status, charged(failed)]).toEqual([503, 0]);
    draw = async () => picture;
    const again = await render(key, 'once');
    expect([again.status, charged(again)]).toEqual([200, 1]);
  });

  it('keeps its charge when a repeated request fails', async () => {
    const { key } = await addMember(test);
    await render(key, 'once');
    draw = () => Promise.reject(new Failure('rendererFailed', 'The picture could not be drawn'));
    const failed = await render(key, 'once');
    expect([failed.status, charged(failed)]).toEqual([503, 1]);
  });

  it('is answered when the quota is used up', async () => {
    const { key } = await addMember(test);
    for (const idempotencyKey of ['1', '2', '3']) await render(key, idempotencyKey);
    expect((await render(key, '4')).status).toBe(429);
    expect((await render(key, '3')).status).toBe(200);
  });

  it('is refused after several repetitions in a minute that each needed a drawing', async () => {
    const { key } = await addMember(test);
    const statuses: number[] = [];
    for (let i = 0; i < 8; i++) statuses.push((await render(key, 'once')).status);
    expect(statuses).toEqual([...Array(6).fill(200), 429, 429]);
    expect(drawings).toBe(6);
  });
});

describe('an Idempotency-Key', () => {
  it('of another request is a 400, and nothing is charged or drawn', async () => {
    const { key } = await addMember(test);
    await render(key, 'once');
    const answer = await render(key, 'once', cocoa);
    expect([answer.status, charged(answer), drawings]).toEqual([400, 1, 1]);
    expect(answer.body).toEqual({
      success: false,
      message: 'Idempotency-Key: has been used for another request; each request needs a key of its own',
    });
  });

  it('belongs to one account', async () => {
    const [one, other] = [await addMember(test), await addMember(test)];
    await render(one.key, 'once');
    const answer = await render(other.key, 'once', cocoa);
    expect([answer.status, charged(answer)]).toEqual([200, 1]);
  });

  it.each([
    ['is empty', ''],
    ['has 65 characters', 'k'.repeat(65)],
    ['has a space', 'two words'],
    ['has a letter outside ASCII', 'clé'],
  ])('that %s is a 400 that names the header', async (_, idempotencyKey) => {
    const { key } = await addMember(test);
    const answer = await render(key, idempotencyKey);
    expect([answer.status, charged(answer)]).toEqual([400, 0]);
    expect(answer.body['message']).toBe('Idempotency-Key: must be 1 to 64 visible ASCII characters');
  });

  it('that is given twice is a 400', async () => {
    const { key } = await addMember(test);
    const headers = new Headers({ 'X-API-Key': key, 'Content-Type': 'application/json' });
    for (const value of ['one', 'two']) headers.append('Idempotency-Key', value);
    const body = JSON.stringify(tea);
    const answer = await fetch(`${test.url}/api/v1/render`, { method: 'POST', headers, body });
    expect(answer.status).toBe(400);
  });
});
