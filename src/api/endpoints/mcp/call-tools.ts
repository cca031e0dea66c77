import * as v from 'valibot';
import { Failure, invalid } from '../../../model/failure.ts';
import type { ApiContext } from '../../http/context.ts';
import { answerJson } from '../../http/json-answer.ts';
import { readJsonBody } from '../../middleware/json-body.ts';
import { component } from '../../wire/component.ts';
import { defineEndpoint } from '../define-endpoint.ts';

export interface CallToolsPorts {
  /** Answers a message of MCP; undefined: it needs no answer. @throws Failure invalidRequest */
  readonly callTools: (ctx: ApiContext, message: unknown) => Promise<object | undefined>;
  /** Where clients reach the service, without a trailing slash. */
  readonly baseUrl: () => string;
}

const messageSchema = component(
  'McpMessage',
  'A JSON-RPC message of the Model Context Protocol.',
  v.looseObject({
    jsonrpc: v.literal('2.0'),
    id: v.optional(
      v.pipe(v.union([v.string(), v.number()]), v.description('Of a request; absent: a notification.')),
    ),
    method: v.string(),
    params: v.optional(v.record(v.string(), v.unknown())),
  }),
);

export const callTools = defineEndpoint({
  method: 'POST',
  path: '/mcp',
  auth: 'key',
  docs: {
    name: 'callTools',
    tag: 'Rendering',
    summary: 'Call tools, as an AI agent',
    description:
      'The Model Context Protocol over streamable HTTP, without sessions: each request carries one message, and the answer ' +
      'is JSON. The tools are `render_tier_list`, `find_templates` and `get_template`; `tools/list` describes them. A ' +
      'tool call that draws is charged like `POST /api/v1/render`, also with its `Idempotency-Key`. A call that is ' +
      'refused is an answer 200 whose result has `isError` and the message. There is no stream of events, so ' +
      '`GET` and `DELETE` are 405.',
  },
  body: {
    schema: messageSchema,
    examples: {
      draw: {
        summary: 'Draw a ranking',
        value: {
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: {
            name: 'render_tier_list',
            arguments: { title: 'Teas', tiers: [{ title: 'S', items: ['Assam', 'Sencha'] }] },
          },
        },
      },
      list: { summary: 'List the tools', value: { jsonrpc: '2.0', id: 2, method: 'tools/list' } },
    },
  },
  answers: {
    200: {
      description: 'The JSON-RPC response to a request.',
      content: { 'application/json': { schema: { type: 'object' } } },
    },
    202: { description: 'A notification, which has no response.' },
    400: { when: 'The body is not one message of MCP.', message: 'The body must be one message of MCP' },
    403: 'The request comes from a page of another origin.',
  },
  handle:
    (ports: CallToolsPorts) =>
    async ({ ctx }) => {
      refuseOtherOrigin(ctx, ports.baseUrl());
      const message = await readJsonBody(ctx);
      if (Array.isArray(message)) throw invalid('', 'The body must be one message, not a batch');
      const answer = await ports.callTools(ctx, message);
      if (answer !== undefined) {
        answerJson(ctx, answer);
      } else {
        ctx.body = null;
        ctx.status = 202;
      }
    },
});

/**
 * MCP requires it: a page whose name an attacker has bound to this host is of the same origin for its browser, but not for
 * the service.
 */
function refuseOtherOrigin(ctx: ApiContext, baseUrl: string): void {
  const origin = ctx.get('Origin');
  if (origin !== '' && origin !== new URL(baseUrl).origin) {
    throw new Failure('forbidden', 'The request must not come from a page of another origin');
  }
}
