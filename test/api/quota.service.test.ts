import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keysAnswerSchema } from '../../src/api/wire/keys.ts';
import { Failure } from '../../src/model/failure.ts';
import type { PlanName } from '../../src/model/plan.ts';
import { type Answer, addMember, ask, logIn, type Member } from '../support/accounts.ts';
import { fakeRenderers, heldRenderers } from '../support/fake-renderers.ts';
import { type PhotoHost, startPhotoHost } from '../support/photo-host.ts';
import { startTestService, type TestService } from '../support/service.ts';

const start = Date.UTC(2026, 0, 2, 12);
const second = 1000;
const hour = 3600 * second;
const rendererFailed = new Failure('rendererFailed', 'The picture could not be drawn', { retryAfter: 1 });
const picture = { bytes: Buffer.from('picture'), width: 1, height: 1, warnings: [] };

let time = start;
const now = () => new Date(time);
/** Whether each drawn image has the watermark. */
let drawn: boolean[] = [];
let draw: () => Promise<typeof picture>;
const renderers = {
  ...fakeRenderers((spec) => {
    drawn.push(spec.watermark);
    return draw();
  }),
  measure: async () => ({ sizes: [], layout: '' }),
};

let host: PhotoHost;
let test: TestService;
beforeAll(async () => {
  host = await startPhotoHost({ '/page.png': Buffer.from('<!doctype html>') });
  test = await startTestService(
    { TIERPRESS_ALLOW_ADDRESSES: '127.0.0.0/8', TIERPRESS_ALLOW_PORTS: String(host.port) },
    { renderers, now },
  );
});
afterAll(async () => {
  await test.stop();
  await host.close();
});
beforeEach(() => {
  time = start;
  drawn = [];
  draw = async () => picture;
});

let boards = 0;
/** Returns a board that has not been requested before. */
const newBoard = () => ({ tiers: [{ title: `${++boards}`, items: ['Tea'] }] });

/** Requests a render, of a new board by default. */
function render(key: string, body: unknown = newBoard(), on: TestService = test): Promise<Answer> {
  return ask(on, 'POST', '/api/v1/render', { headers: { 'X-API-Key': key }, body });
}

async function statuses(key: string, times: number): Promise<number[]> {
  const all: number[] = [];
  for (let i = 0; i < times; i++) all.push((await render(key)).status);
  return all;
}

interface Standing {
  readonly policy: Fields;
  readonly left: Fields;
}

function standingOf({ headers }: Answer): Standing {
  return { policy: fields(headers.get('RateLimit-Policy')), left: fields(headers.get('RateLimit')) };
}

type Fields = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Parses a list of strings with integer parameters (RFC 9651, 4.2.1 and 4.2.3), by string. */
function fields(header: string | null): Fields {
  const member = /^"([\x20\x21\x23-\x5b\x5d-\x7e]*)"((?:; *[a-z*][a-z0-9_.*-]*=-?\d{1,15})*)$/;
  const parsed = (header ?? '').split(/[ \t]*,[ \t]*/).map((text) => {
    const [, name, parameters = ''] = member.exec(text) ?? [];
    if (name === undefined) throw new Error(`${header} is no list of structured fields`);
    const pairs = [...parameters.matchAll(/; *([^=]+)=(-?\d+)/g)];
    return [name, Object.fromEntries(pairs.map(([, key, value]) => [key, Number(value)]))] as const;
  });
  return Object.fromEntries(parsed);
}

const freePolicy = { minute: { q: 3, w: 60 }, day: { q: 50, w: 86_400 } };
const untilMidnight = (12 * hour) / second;

describe('the quota', () => {
  it('admits exactly three of 200 simultaneous requests', async () => {
    const { key } = await addMember(test);
    const answers = await Promise.all(Array.from({ length: 200 }, () => render(key)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(197);
    expect(drawn).toHaveLength(3);
  });

  it('counts each of several requests that share one render', async () => {
    const { key } = await addMember(test);
    const body = newBoard();
    const answers = await Promise.all(Array.from({ length: 20 }, () => render(key, body)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(drawn).toHaveLength(1);
  });

  it('of a minute is reset 60 s after its first request, and not before', async () => {
    const { key } = await addMember(test);
    expect(await statuses(key, 1)).toEqual([200]);
    time = start + 50 * second;
    expect(await statuses(key, 3)).toEqual([200, 200, 429]);
    time = start + 60 * second - 1;
    expect(await statuses(key, 1)).toEqual([429]);
    time = start + 60 * second;
    expect(await statuses(key, 4)).toEqual([200, 200, 200, 429]);
  });

  it('of a day is reset at midnight UTC', async () => {
    const { key } = await addMember(test);
    for (let i = 0; i < 50; i++) {
      expect(await statuses(key, 1)).toEqual([200]);
      time += 20 * second;
    }
    time += hour;
    const refused = await render(key);
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({
      success: false,
      message: expect.stringMatching(/^The plan allows 50 requests a day; try again in \d+ s$/),
    });
    expect(Number(refused.headers.get('Retry-After'))).toBe((start + 12 * hour - time) / second);
    expect(await (await fetch(`${test.url}/metrics`)).text()).toMatch(
      /^tierpress_quota_refusals_total\{window="day"\} [1-9]/m,
    );
    time = start + 12 * hour - 1;
    expect((await render(key)).headers.get('Retry-After')).toBe('1');
    time = start + 12 * hour;
    expect(await statuses(key, 4)).toEqual([200, 200, 200, 429]);
  });

  it('of a minute continues past midnight', async () => {
    const { key } = await addMember(test);
    time = start + 12 * hour - 10 * second;
    expect(await statuses(key, 3)).toEqual([200, 200, 200]);
    time += 20 * second;
    const answer = await render(key);
    expect(answer.status).toBe(429);
    expect(standingOf(answer).left).toEqual({
      minute: { r: 0, t: 40 },
      day: { r: 50, t: 86_390 },
    });
  });

  it('is shared by the keys of an account, and separate for each account', async () => {
    const member = await addMember(test);
    const { key: second } = await test.service.accounts.createKey(member.id, 'second');
    expect(await statuses(member.key, 2)).toEqual([200, 200]);
    expect(await statuses(second, 2)).toEqual([200, 429]);
    expect(await statuses(member.key, 1)).toEqual([429]);
    expect(await statuses((await addMember(test)).key, 1)).toEqual([200]);
  });

  it('is not reset by replacing a key', async () => {
    const member = await addMember(test);
    const cookie = await logIn(test, member.email);
    expect(await statuses(member.key, 3)).toEqual([200, 200, 200]);
    const { body } = await ask(test, 'GET', '/api/v1/keys', { cookie });
    for (const { id } of v.parse(keysAnswerSchema, body).keys) {
      await ask(test, 'DELETE', `/api/v1/keys/${id}`, { cookie });
    }
    const created = await ask(test, 'POST', '/api/v1/keys', { cookie });
    expect(await statuses(String(created.body['key']), 1)).toEqual([429]);
  });

  it.each<[PlanName, number]>([
    ['creator', 30],
    ['business', 120],
  ])('of the plan %s is %d a minute', async (plan, limit) => {
    const { key } = await addMember(test, { plan });
    const answers = await Promise.all(Array.from({ length: limit + 5 }, () => render(key)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(limit);
  });

  it('of enterprise is unlimited', async () => {
    const { key } = await addMember(test, { plan: 'enterprise' });
    const answers = await Promise.all(Array.from({ length: 150 }, () => render(key)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    for (const answer of answers.slice(0, 1)) {
      const { policy, left } = standingOf(answer);
      expect(policy).toEqual({ unlimited: { q: 999_999_999_999_999 } });
      expect(left).toEqual({ unlimited: { r: 999_999_999_999_999 } });
    }
  });
});

describe('the clock', () => {
  it('set forward by an hour resets the minute but not the day', async () => {
    const { key } = await addMember(test);
    expect(await statuses(key, 3)).toEqual([200, 200, 200]);
    time = start + hour;
    const answer = await render(key);
    expect(answer.status).toBe(200);
    expect(standingOf(answer).left).toEqual({
      minute: { r: 2, t: 60 },
      day: { r: 46, t: untilMidnight - 3600 },
    });
  });

  it('set back by an hour resets nothing, and no client waits longer than a minute', async () => {
    const { key } = await addMember(test);
    expect(await statuses(key, 3)).toEqual([200, 200, 200]);
    time = start - hour;
    const refused = await render(key);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('Retry-After')).toBe('60');
    time += 30 * second;
    expect((await render(key)).headers.get('Retry-After')).toBe('30');
    time += 30 * second;
    expect(await statuses(key, 4)).toEqual([200, 200, 200, 429]);
  });

  it('set back past midnight makes no client wait beyond the next midnight', async () => {
    const { key } = await addMember(test);
    time = start + 12 * hour;
    for (let i = 0; i < 50; i++) {
      expect(await statuses(key, 1)).toEqual([200]);
      time += 20 * second;
    }
    time = start + 11 * hour;
    const refused = await render(key);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('Retry-After')).toBe('3600');
    time = start + 12 * hour;
    expect(await statuses(key, 1)).toEqual([200]);
  });

  it('set back while a render fails does not prevent its refund', async () => {
    const { key } = await addMember(test);
    draw = async () => {
      time -= 5;
      throw rendererFailed;
    };
    const failed = await render(key);
    expect(failed.status).toBe(503);
    expect(standingOf(failed).left).toMatchObject({ minute: { r: 3 }, day: { r: 50 } });
  });
});

describe('a restart', () => {
  it('within a window keeps the counts', async () => {
    let service = await startTestService({}, { renderers, now });
    try {
      const member = await addMember(service);
      const cookie = await logIn(service, member.email);
      await render(member.key, newBoard(), service);
      time += 10 * second;
      await render(member.key, newBoard(), service);
      const usageBefore = (await ask(service, 'GET', '/api/v1/keys', { cookie })).body;
      service = await service.restart();
      expect((await ask(service, 'GET', '/api/v1/keys', { cookie })).body).toEqual(usageBefore);
      time += 10 * second;
      const third = await render(member.key, newBoard(), service);
      expect(third.status).toBe(200);
      expect(standingOf(third).left).toEqual({
        minute: { r: 0, t: 40 },
        day: { r: 47, t: untilMidnight - 20 },
      });
      service = await service.restart();
      expect((await render(member.key, newBoard(), service)).status).toBe(429);
      time = start + 60 * second;
      expect((await render(member.key, newBoard(), service)).status).toBe(200);
    } finally {
      await service.stop();
    }
  });
});

describe('no charge is made for', () => {
  const tier = (...items: unknown[]) => ({ tiers: [{ title: 'S', items }] });
  it.each<[string, unknown, number]>([
    ['no tiers', {}, 400],
    ['no JSON', '{', 400],
    ['81 items', tier(...Array<string>(81).fill('x')), 400],
    ['an index outside the pool', { items: ['a'], ...tier(1) }, 400],
    ['a template that there is not', { templateId: 987_654, ...tier() }, 404],
    ['an item that the template has not', { templateId: 1, ...tier('item_999') }, 400],
    ['a body that is too large', 'x'.repeat(300_000), 413],
    ['a photo at a forbidden address', tier('http://169.254.169.254/a.png'), 400],
  ])('%s', async (_, body, status) => {
    const { key } = await addMember(test);
    const answer = await render(key, body);
    expect(answer.status).toBe(status);
    expect(standingOf(answer)).toEqual({
      policy: freePolicy,
      left: { minute: { r: 3, t: 60 }, day: { r: 50, t: untilMidnight } },
    });
    expect(drawn).toEqual([]);
  });

  it('a photo that cannot be downloaded, or is not an image', async () => {
    const { key } = await addMember(test);
    for (const path of ['/missing.png', '/page.png']) {
      const answer = await render(key, tier(host.at(path)));
      expect(answer.status).toBe(400);
      expect(standingOf(answer).left).toMatchObject({ minute: { r: 3 }, day: { r: 50 } });
    }
  });

  it('a body that is not JSON', async () => {
    const { key } = await addMember(test);
    const answer = await ask(test, 'POST', '/api/v1/render', {
      headers: { 'X-API-Key': key, 'Content-Type': 'text/plain' },
      body: 'tiers',
    });
    expect(answer.status).toBe(415);
    expect(standingOf(answer).left).toMatchObject({ minute: { r: 3 }, day: { r: 50 } });
  });

  it.each<[string, unknown, number]>([
    ['a renderer that fails', rendererFailed, 503],
    ['no room', new Failure('noCapacity', 'Too much to do', { retryAfter: 2 }), 503],
    ['a disk that cannot be written', new Failure('storeUnavailable', 'Not now', { retryAfter: 30 }), 503],
    ['a bug', new TypeError('undefined is not a function'), 500],
  ])('%s, nor for requests that waited for the same image', async (_, error, status) => {
    const { key } = await addMember(test);
    draw = () => Promise.reject(error);
    const body = newBoard();
    for (const answer of await Promise.all([1, 2, 3].map(() => render(key, body)))) {
      expect(answer.status).toBe(status);
      expect(standingOf(answer).policy).toEqual(freePolicy);
    }
    draw = async () => picture;
    const answer = await render(key, body);
    expect(answer.status).toBe(200);
    expect(standingOf(answer).left).toMatchObject({ minute: { r: 2 }, day: { r: 49 } });
  });

  it('refused requests', async () => {
    const { key } = await addMember(test);
    await statuses(key, 20);
    time += 60 * second;
    const answer = await render(key);
    expect(answer.status).toBe(200);
    expect(standingOf(answer).left).toMatchObject({ minute: { r: 2, t: 60 }, day: { r: 46 } });
  });
});

describe('a minute', () => {
  it('begins with the first request that is charged, not with one that failed', async () => {
    const { key } = await addMember(test);
    draw = () => Promise.reject(rendererFailed);
    expect((await render(key)).status).toBe(503);
    draw = async () => picture;
    time += 30 * second;
    expect(standingOf(await render(key)).left).toMatchObject({ minute: { r: 2, t: 60 } });
  });
});

describe('an answer from the cache', () => {
  it('is charged', async () => {
    const { key } = await addMember(test);
    const body = newBoard();
    expect((await render(key, body)).body).toMatchObject({ cached: false });
    const again = await render(key, body);
    expect(again.body).toMatchObject({ cached: true });
    expect(standingOf(again).left).toMatchObject({ minute: { r: 1 }, day: { r: 48 } });
    expect((await render(key, body)).status).toBe(200);
    expect((await render(key, body)).status).toBe(429);
  });

  describe('with chargeCached=false,', () => {
    let service: TestService;
    beforeEach(async () => {
      service = await startTestService({ TIERPRESS_CHARGE_CACHED: 'false' }, { renderers, now });
    });
    afterEach(() => service.stop());

    it('an answer from the cache is not charged, even with no quota left', async () => {
      const { key } = await addMember(service);
      const body = newBoard();
      await render(key, body, service);
      const again = await render(key, body, service);
      expect(again.body).toMatchObject({ cached: true });
      expect(standingOf(again).left).toMatchObject({ minute: { r: 2 }, day: { r: 49 } });
      for (let i = 0; i < 2; i++) await render(key, newBoard(), service);
      expect((await render(key, newBoard(), service)).status).toBe(429);
      const last = await render(key, body, service);
      expect(last.status).toBe(200);
      expect(standingOf(last).left).toMatchObject({ minute: { r: 0 }, day: { r: 47 } });
    });
  });
});

describe('the quota headers', () => {
  it('state the limits of the plan and the remaining quota on every answer to a key', async () => {
    const { key } = await addMember(test);
    const answers: [Answer, number, number][] = [];
    const note = async (answer: Promise<Answer>, status: number, left: number) => {
      answers.push([await answer, status, left]);
    };
    await note(render(key), 200, 2);
    await note(render(key, {}), 400, 2);
    draw = () => Promise.reject(new Failure('noCapacity', 'Too much to do', { retryAfter: 2 }));
    await note(render(key), 503, 2);
    draw = async () => picture;
    await note(render(key), 200, 1);
    await note(render(key), 200, 0);
    await note(render(key), 429, 0);
    await note(render(key, {}), 400, 0);
    for (const [answer, status, left] of answers) {
      expect(answer.status).toBe(status);
      expect(standingOf(answer)).toEqual({
        policy: freePolicy,
        left: { minute: { r: left, t: 60 }, day: { r: 47 + left, t: untilMidnight } },
      });
      expect(answer.headers.get('Retry-After')).toBe(status === 429 ? '60' : status === 503 ? '2' : null);
    }
  });

  it('count renders in progress', async () => {
    const held = heldRenderers();
    const service = await startTestService({}, { renderers: held.renderers, now });
    try {
      const { key } = await addMember(service);
      const arrived = [held.nextArrival(), held.nextArrival(), held.nextArrival()];
      const running = [1, 2, 3].map(() => render(key, newBoard(), service));
      await Promise.all(arrived);
      const refused = await render(key, newBoard(), service);
      expect(refused.status).toBe(429);
      expect(standingOf(refused).left).toMatchObject({ minute: { r: 0 }, day: { r: 47 } });
      held.finishAll();
      for (const answer of await Promise.all(running)) expect(answer.status).toBe(200);
    } finally {
      held.finishAll();
      await service.stop();
    }
  });

  it('name only the limits of the plan', async () => {
    const plans = { free: { minute: null, day: 2 }, creator: { minute: 0, day: null } };
    const service = await startTestService({}, { renderers, now }, { plans });
    try {
      const free = await addMember(service);
      const answer = await render(free.key, newBoard(), service);
      expect(standingOf(answer)).toEqual({
        policy: { day: { q: 2, w: 86_400 } },
        left: { day: { r: 1, t: untilMidnight } },
      });
      const creator = await addMember(service, { plan: 'creator' });
      const refused = await render(creator.key, newBoard(), service);
      expect(refused.status).toBe(429);
      expect(refused.body['message']).toBe('The plan allows 0 requests a minute; try again in 60 s');
    } finally {
      await service.stop();
    }
  });
});

describe('the watermark', () => {
  it.each<[PlanName, boolean | undefined, boolean]>([
    ['free', undefined, true],
    ['free', false, true],
    ['free', true, true],
    ['creator', undefined, false],
    ['creator', false, false],
    ['creator', true, true],
    ['business', undefined, false],
    ['business', true, true],
    ['enterprise', undefined, false],
    ['enterprise', true, true],
  ])('on the plan %s with watermark %s is drawn: %s', async (plan, watermark, expected) => {
    const { key } = await addMember(test, { plan });
    const answer = await render(key, { ...newBoard(), ...(watermark !== undefined && { watermark }) });
    expect(answer.status).toBe(200);
    expect(drawn).toEqual([expected]);
  });

  it('makes a different image only if the plan allows the choice', async () => {
    const free = await addMember(test);
    const paid = await addMember(test, { plan: 'creator' });
    const body = newBoard();
    const ids: unknown[] = [];
    for (const [{ key }, watermark] of [
      [free, true],
      [free, false],
      [paid, true],
      [paid, false],
    ] satisfies [Member, boolean][]) {
      ids.push((await render(key, { ...body, watermark })).body['renderId']);
    }
    expect(new Set(ids.slice(0, 3)).size).toBe(1);
    expect(ids[3]).not.toBe(ids[0]);
    expect(drawn).toEqual([true, false]);
  });
});
