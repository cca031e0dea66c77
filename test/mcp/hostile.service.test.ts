import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { runs } from '../support/runs.ts';

const { url, key } = inject('service');

const call = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    name: 'render_tier_list',
    arguments: {
      title: 'Teas',
      theme: 'paper',
      items: ['Assam', '🍵'],
      tiers: [{ title: 'S', items: [0, 1] }],
    },
  },
};
const messages = [
  call,
  { ...call, params: { name: 'find_templates', arguments: { q: 'dishes', limit: 2, mode: 'hot' } } },
  { ...call, params: { name: 'get_template', arguments: { id: 1, locale: 'zh' } } },
  {
    ...call,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  },
  { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
  { jsonrpc: '2.0', id: 9, result: { content: [] } },
];

const values = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(-1, 1e308, 2 ** 53, '', '\0', '\ud800', 'a'.repeat(50_000), '__proto__', null, [[[[]]]]),
  fc.constantFrom('tools/list', 'tasks/get', 'completion/complete', 'get_template', { task: { ttl: 1 } }),
);
const cuts = fc.record({ at: fc.nat(), length: fc.nat({ max: 20 }), put: fc.string({ maxLength: 10 }) });

/** Replaces one value of a message, at any depth. */
function withValue(whole: unknown, [step, ...rest]: readonly number[], value: unknown): unknown {
  if (step === undefined || typeof whole !== 'object' || whole === null) return value;
  const entries = Object.entries(whole);
  const changed = entries.map(([name, inner], index): [string, unknown] => [
    name,
    index === step % entries.length ? withValue(inner, rest, value) : inner,
  ]);
  return Array.isArray(whole) ? changed.map(([, inner]) => inner) : Object.fromEntries(changed);
}

const mutations = fc.constantFrom(...messages).chain((message) =>
  fc.oneof(
    fc
      .tuple(fc.array(fc.nat({ max: 50 }), { maxLength: 6 }), values)
      .map(([steps, value]) => JSON.stringify(withValue(message, steps, value)) ?? ''),
    fc.array(cuts, { minLength: 1, maxLength: 4 }).map((list) =>
      list.reduce((text, { at, length, put }) => {
        const start = at % (text.length + 1);
        return text.slice(0, start) + put + text.slice(start + length);
      }, JSON.stringify(message)),
    ),
  ),
);

const post = (body: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
    body,
  });

/** Returns the memory of the service's process, in bytes. */
async function memory(): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(metrics)?.[1]);
}

const whole = JSON.stringify(call);
const deep = (open: string, close: string) => open.repeat(40_000) + close.repeat(40_000);

describe('POST /mcp', () => {
  it('answers every changed message, and never with a 5xx', { timeout: 300_000 }, async ({ task }) => {
    const numRuns = runs(1000);
    task.meta.cases = numRuns;
    const statuses = new Set<number>();
    // Few runs may change all messages beyond recognition, or none.
    for (const body of [...messages.map((message) => JSON.stringify(message)), '{'])
      statuses.add((await post(body)).status);
    await fc.assert(
      fc.asyncProperty(mutations, async (body) => {
        const answer = await post(body);
        const text = await answer.text();
        statuses.add(answer.status);
        expect([200, 202, 400]).toContain(answer.status);
        if (answer.status !== 202) expect(() => JSON.parse(text)).not.toThrow();
        expect(text).not.toMatch(/\bat \S+ \(|node_modules|dist\/|Something went wrong/);
      }),
      { numRuns, endOnFailure: true },
    );
    expect(statuses).toEqual(new Set([200, 202, 400]));
  });

  it('refuses every truncated message', async ({ task }) => {
    task.meta.cases = whole.length - 1;
    for (let length = 1; length < whole.length; length++) {
      expect((await post(whole.slice(0, length))).status).toBe(400);
    }
  });

  it.each([
    ['deep arrays', deep('[', ']'), {}, 400],
    ['deep objects', `${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`, {}, 400],
    ['deep arguments', whole.replace('"Teas"', deep('[', ']')), {}, 200],
    ['a deep answer to nothing', `{"jsonrpc":"2.0","id":1,"result":{"a":${deep('[', ']')}}}`, {}, 202],
    ['a huge body', `"${'x'.repeat(3_000_000)}"`, {}, 413],
    ['a batch', JSON.stringify(Array.from({ length: 500 }, () => ({ ...call, method: 'ping' }))), {}, 400],
    ['an empty batch', '[]', {}, 400],
    ['no JSON type', whole, { 'Content-Type': 'text/plain' }, 415],
    ['a form', 'a=b', { 'Content-Type': 'application/x-www-form-urlencoded' }, 415],
    ['a compressed body', whole, { 'Content-Encoding': 'gzip' }, 415],
    ['an id of 200 kB', JSON.stringify({ ...call, method: 'ping', id: 'x'.repeat(200_000) }), {}, 200],
    ['a method of 200 kB', JSON.stringify({ ...call, method: 'x'.repeat(200_000) }), {}, 200],
    ['a tool of 200 kB', whole.replace('render_tier_list', 'x'.repeat(200_000)), {}, 200],
    ['a title of 200 kB', whole.replace('Teas', 'x'.repeat(200_000)), {}, 200],
  ])('answers %s as it should', async (_name, body, headers, status) => {
    const answer = await post(body, headers);
    await answer.arrayBuffer();
    expect(answer.status).toBe(status);
  });

  it('holds no memory of what it has refused', { timeout: 120_000 }, async () => {
    const bodies = [`[${'0,'.repeat(120_000)}0]`, deep('[', ']'), whole.replace('Teas', 'x'.repeat(200_000))];
    const flood = async (rounds: number) => {
      for (let round = 0; round < rounds; round++) {
        await Promise.all(bodies.map(async (body) => (await post(body)).arrayBuffer()));
      }
    };
    await flood(30);
    const before = await memory();
    await flood(runs(300));
    expect((await memory()) - before).toBeLessThan(150 * 1024 * 1024);
  });
});

describe('tierpress mcp', () => {
  it('answers every changed line, and lives until its input ends', { timeout: 120_000 }, async ({ task }) => {
    // Images are drawn over HTTP; here they would only take time.
    const lines = fc
      .sample(mutations, { numRuns: runs(500), seed: 1 })
      .map((line) => line.replaceAll('\n', ' ').replaceAll('"tools/call"', '"tools/list"'));
    task.meta.cases = lines.length;
    const last = '{"jsonrpc":"2.0","id":"last","method":"ping"}\n';
    const { code, stdout } = await runCli(['mcp'], {}, `${lines.join('\n')}\n${last}`);
    const answers: { id?: unknown }[] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(code).toBe(0);
    expect(answers.length).toBeGreaterThan(lines.length / 3);
    expect(answers.some(({ id }) => id === 'last')).toBe(true);
  });
});
