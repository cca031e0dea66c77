import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { duplexPair } from 'node:stream';
import { type ApiPorts, createApp } from '../api/http/app.ts';
import type { Drawing } from '../render/ports.ts';
import { type RenderDeps, render } from '../render/render.ts';

const board = {
  title: 'Warming up',
  tiers: ['S', 'A', 'B'].map((title) => ({ title, items: ['First', 'Second', 'Third'] })),
};
const drawn = { bytes: new Uint8Array(), width: 1, height: 1, warnings: [] };
const client = { accountId: 'none', keyId: 'none', plan: 'free' } as const;
const allowance = { window: 'minute', quota: 1, length: 60, remaining: 1, resetIn: 60 } as const;
const nothing = () => undefined;
const drawing: Drawing = { once: (_variant, signal, work) => work(signal), giveBack: async () => undefined };

/**
 * Answers requests of its own over connections within this process: code that has run answers the first client three times
 * as fast. There are two, because V8 compiles a regular expression in its second run. Nothing is drawn or stored for
 * them, and they appear in no quota, log or metric.
 *
 * @throws an error if a response is not a 200
 */
export async function warmHttpPath(
  ports: Omit<ApiPorts, 'pages' | 'sendErrorPage'>,
  deps: RenderDeps,
): Promise<void> {
  const withoutTrace: RenderDeps = {
    ...deps,
    ledger: {
      begin: async () => ({ drawing, charge: undefined, quotaStatus: [] }),
      findKept: async () => undefined,
      quotaStatus: async () => [],
      recordUse: nothing,
    },
    unchargedWork: { countDownloads: async () => undefined },
    renderer: { ...deps.renderer, render: () => Promise.resolve(drawn) },
    images: { save: () => Promise.resolve('none') },
    use: { ...deps.use, countTemplate: nothing },
    observe: { cache: nothing, stage: nothing },
  };
  const app = createApp({
    ...ports,
    authenticate: async () => client,
    recordUse: nothing,
    quotaStatus: async () => [allowance],
    logger: ports.logger.child({}, { level: 'silent' }),
    metrics: { ...ports.metrics, http: { answered: nothing } },
    render: (call) => render(call, withoutTrace),
    pages: nothing,
    sendErrorPage: async () => undefined,
  });
  const server = createServer(app.callback());
  for (let request = 0; request < 2; request++) await send(server);
}

async function send(server: Server): Promise<void> {
  const [client, service] = duplexPair();
  server.emit('connection', service);
  const call = request({
    createConnection: () => client,
    method: 'POST',
    path: '/api/v1/render',
    headers: { 'content-type': 'application/json', authorization: 'Bearer none' },
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    call.once('response', resolve);
    call.once('error', reject);
  });
  call.end(JSON.stringify(board));
  const answer = await answered;
  answer.resume();
  await once(answer, 'end');
  if (answer.statusCode !== 200) throw new Error(`the response was ${answer.statusCode}`);
}
