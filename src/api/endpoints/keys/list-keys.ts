import type { PlanName, Quota } from '../../../model/plan.ts';
import type { UsageReader } from '../../../store/ports.ts';
import { sessionOf } from '../../middleware/session.ts';
import { keysAnswerSchema } from '../../wire/keys.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { exampleKey } from './examples.ts';
import { type KeysPorts, keysWithUsage } from './key-with-usage.ts';

export interface ListKeysPorts extends KeysPorts {
  /** Returns the charges of an account. */
  readonly usageOf: UsageReader['accountUsage'];
  readonly quotaOf: (plan: PlanName) => Quota;
}

export const listKeys = defineEndpoint({
  method: 'GET',
  path: '/api/v1/keys',
  auth: 'session',
  docs: {
    name: 'listKeys',
    tag: 'Keys',
    summary: 'List your keys',
    description: 'The keys of the account that is logged in, its plan, and what it has used of it.',
  },
  answers: {
    200: {
      description: 'All keys of the account.',
      schema: keysAnswerSchema,
      examples: {
        keys: {
          summary: 'One key',
          value: {
            success: true,
            keys: [exampleKey],
            plan: 'creator',
            limits: { minute: 30, day: 500 },
            usage: exampleKey.usage,
          },
        },
      },
    },
  },
  handle:
    (ports: ListKeysPorts) =>
    async ({ ctx }) => {
      const { id, plan } = sessionOf(ctx).account;
      const [keys, usage] = await Promise.all([keysWithUsage(id, ports), ports.usageOf(id)]);
      return { success: true, keys, plan, limits: ports.quotaOf(plan), usage };
    },
});
