import type { IncomingMessage } from 'node:http';
import { Failure } from '../../../model/failure.ts';
import { addressTest, clientAddress, isAddressKnown } from '../../http/client-address.ts';
import type { Metrics } from '../../http/metrics.ts';
import { defineEndpoint } from '../define-endpoint.ts';

export interface MetricsAccess {
  /** Address ranges from which the metrics may be read. */
  readonly allowMetrics: readonly string[];
  /** Address ranges of the trusted proxies. */
  readonly trustProxies: readonly string[];
}

export interface MetricsPorts {
  readonly metrics: Pick<Metrics, 'text' | 'contentType'>;
  readonly metricsAccess: MetricsAccess;
}

export const getMetrics = defineEndpoint({
  method: 'GET',
  path: '/metrics',
  auth: 'none',
  docs: {
    name: 'getMetrics',
    tag: 'Service',
    summary: 'Measurements',
    description:
      "In Prometheus' text format. Only for addresses that the configuration allows: by default those of the machine " +
      'itself.',
  },
  answers: {
    200: {
      description: 'The current measurements.',
      headers: ['Cache-Control'],
      content: { 'text/plain': { schema: { type: 'string' } } },
    },
    403: 'Not for your address.',
  },
  handle: ({ metrics, metricsAccess }: MetricsPorts) => {
    const mayRead = metricsReaders(metricsAccess);
    return async ({ ctx }) => {
      if (!mayRead(ctx.req)) {
        throw new Failure('forbidden', 'Metrics are only for addresses that the configuration allows');
      }
      ctx.set('Cache-Control', 'no-store');
      ctx.set('Content-Type', metrics.contentType);
      ctx.body = await metrics.text();
    };
  },
});

/** Returns the check of clients. It refuses unknown addresses, which may be those of an untrusted local proxy. */
function metricsReaders({ allowMetrics, trustProxies }: MetricsAccess): (req: IncomingMessage) => boolean {
  const isAllowed = addressTest(allowMetrics);
  const isKnown = isAddressKnown(trustProxies);
  const addressOf = clientAddress(trustProxies);
  return (req) => isKnown(req) && isAllowed(addressOf(req));
}
