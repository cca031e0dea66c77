import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { duplexPair } from 'node:stream';
import { type ApiPorts, createApp } from '../api/http/app.ts';
import { type RenderDeps, render } from '../render/render.ts';

const board = {
  title: 'Rehearsal',
  tiers: ['S', 'A', 'B'].map((title) => ({ title, items: ['First', 'Second', 'Third'] })),
};
const drawn = { bytes: new Uint8Array(), width: 1, height: 1, warnings: [] };
const nobody = { accountId: 'nobody', keyId: 'none', plan: 'free' } as const;
const allowance = { window: 'minute', quota: 1, length: 60, remaining: 1, resetIn: 60 } as const;
const nothing = () => undefined;

/**
 * Answers requests that nobody has made: code that has run once answers the first caller three times as fast, and a regular
 * expression is compiled when it runs for the second time. They come over connections within this process, nothing is drawn or
 * kept of them, and nobody's quota, log or metrics know.
 *
 * @returns answers one, and tells the status
 */
export function warmHttpPath(ports: Omit<ApiPorts, 'pages'>, deps: RenderDeps): () => Promise<number> {
  const withoutTrace: RenderDeps = {
    ...deps,
    ledger: {
      begin: async () => ({ known: undefined, charge: undefined, quotaStatus: [] }),
      quotaStatus: async () => [],
      recordUse: nothing,
    },
    cache: { remember: nothing },
    drawOnce: { once: (_key, signal, work) => work(signal) },
    renderer: { ...deps.renderer, render: () => Promise.resolve(drawn) },
    images: { save: () => Promise.resolve('none') },
    use: { ...deps.use, countTemplate: nothing },
    observe: { cache: nothing, stage: nothing },
  };
  const app = createApp({
    ...ports,
    authenticate: async () => nobody,
    recordUse: nothing,
    quotaStatus: async () => [allowance],
    logger: ports.logger.child({}, { level: 'silent' }),
    metrics: { ...ports.metrics, http: { answered: nothing } },
    render: (call) => render(call, withoutTrace),
    pages: nothing,
  });
  const server = createServer(app.callback());
  return () => statusOf(server);
}

async function statusOf(server: Server): Promise<number> {
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
  return answer.statusCode ?? 0;
}
