import { afterEach, expect, test } from 'vitest';
import { addMember, ask, logIn } from '../support/accounts.ts';
import { fakeRenderers } from '../support/fake-renderers.ts';
import { startTestService, type TestService } from '../support/service.ts';

const hour = 60 * 60_000;
const start = Date.parse('2026-01-02T12:00:00.000Z');
const renderers = fakeRenderers(async () => ({
  bytes: Buffer.from('image'),
  width: 1,
  height: 1,
  warnings: [],
}));

let service: TestService | undefined;
afterEach(async () => service?.stop());

test.each([
  ['an hour ahead', hour],
  ['an hour back', -hour],
  ['a day ahead', 24 * hour],
  ['a day back', -24 * hour],
])('a clock that jumps %s costs no key, session or image, and gives no request away', async (_, jump) => {
  let time = start;
  service = await startTestService({}, { renderers, now: () => new Date(time) });
  const { email, key } = await addMember(service);
  const cookie = await logIn(service, email);
  const draw = async (title: string, status: number) => {
    const body = { title, tiers: [{ title: 'S', items: ['Tea'] }] };
    const answer = await ask(service as TestService, 'POST', '/api/v1/render', {
      body,
      headers: { 'X-API-Key': key },
    });
    expect(answer.status).toBe(status);
    return answer.body;
  };
  const first = await draw('1', 200);
  time += jump;
  for (let restart = 0; restart < 2; restart++) {
    const { status } = await fetch(`${service.url}${first['imagePath']}`);
    expect(status).toBe(200);
    expect((await ask(service, 'GET', '/api/v1/session', { cookie })).status).toBe(200);
    service = await service.restart();
  }
  await draw('2', 200);
  await draw('3', 200);
  // The plan free has three requests a minute. The minute is over after a jump ahead, and goes on after one back.
  await draw('4', jump > 0 ? 200 : 429);
  await draw('5', 429);
  time += 60_000;
  await draw('6', 200);
});
