import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ask } from '../support/accounts.ts';
import { costly } from '../support/runs.ts';
import { startTestService, type TestService } from '../support/service.ts';

let test: TestService;
beforeAll(async () => {
  // Renderers in which a board titled `spin` never ends.
  const slowJobs = new URL('../support/slow-jobs.mjs', import.meta.url).href;
  vi.stubEnv('NODE_OPTIONS', `${process.env['NODE_OPTIONS'] ?? ''} --import ${slowJobs}`);
  test = await startTestService({
    TIERPRESS_BOARD_CPU_SECONDS: '1',
    TIERPRESS_VISITOR_MINUTE: '1000',
    TIERPRESS_VISITOR_FAILED_MINUTE: '4',
  });
  vi.unstubAllEnvs();
});
afterAll(() => test.stop());

const draw = (title: string) =>
  ask(test, 'POST', '/tier/render', { body: { title, tiers: [{ title: 'S', items: ['Tea'] }] } });

async function drawWithKey(title: string): Promise<number> {
  const answer = await fetch(`${test.url}/api/v1/render`, {
    method: 'POST',
    headers: { 'X-API-Key': test.key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ title, tiers: [{ title: 'S', items: ['Tea'] }] }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

describe('boards that use up their CPU time', () => {
  it(
    'are refused and counted against their caller, while others are served and the service stays ready',
    costly,
    async () => {
      const statuses: number[] = [];
      const readiness = new Set<number>();
      for (let i = 0; i < 10; i++) {
        const honest = drawWithKey(`Before ${i}`);
        const slow = draw(`spin ${'9'.repeat(i + 9)}`);
        expect(await honest).toBe(200);
        const { status, body } = await slow;
        readiness.add((await fetch(`${test.url}/readyz`)).status);
        statuses.push(status);
        if (status === 400)
          expect(body['message']).toBe('The board takes too long to draw; use shorter texts or fewer items');
        expect(await drawWithKey(`After ${i}`)).toBe(200);
      }
      expect(statuses).toEqual([400, 400, 400, 400, 429, 429, 429, 429, 429, 429]);
      expect([...readiness]).toEqual([200]);
      const metrics = await (await fetch(`${test.url}/metrics`)).text();
      expect(metrics).toContain('tierpress_renderer_restarts_total{loss="overran"} 4\n');
      expect(metrics).toContain('tierpress_renderer_restarts_total{loss="hung"} 0\n');
    },
  );
});
