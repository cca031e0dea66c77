import Koa from 'koa';
import { expect, it } from 'vitest';
import type { RequestState } from '../../src/api/http/context.ts';
import { writeTogether } from '../../src/api/middleware/write-together.ts';

it('writes no answer before the others of the same turn are ready', async () => {
  const events: string[] = [];
  const app = new Koa<RequestState>();
  const ctx = Object.create(app.context);
  const answer = async (name: string, steps: number) => {
    await writeTogether(ctx, async () => {
      for (let step = 0; step < steps; step++) await Promise.resolve();
      events.push(`${name} is ready`);
    });
    events.push(`${name} is written`);
  };
  await Promise.all([answer('first', 1), answer('second', 100)]);
  expect(events).toEqual(['first is ready', 'second is ready', 'first is written', 'second is written']);
});
