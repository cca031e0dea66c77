import type { IncomingMessage } from 'node:http';
import { Failure } from '../../model/failure.ts';
import { addressTest, clientAddress, isAddressTold } from '../http/client-address.ts';
import type { ApiContext } from '../http/context.ts';
import type { Metrics } from '../http/metrics.ts';

export interface MetricsAccess {
  /** Address ranges from which the metrics may be read. */
  readonly allowMetrics: readonly string[];
  /** Address ranges of the proxies that are believed. */
  readonly trustProxies: readonly string[];
}

/** `GET /metrics`, in Prometheus' text format, for those whom the configuration allows. */
export function getMetrics(
  { text, contentType }: Pick<Metrics, 'text' | 'contentType'>,
  access: MetricsAccess,
) {
  const mayRead = metricsReaders(access);
  return async (ctx: ApiContext): Promise<void> => {
    if (!mayRead(ctx.req)) {
      throw new Failure('forbidden', 'Metrics are only for addresses that the configuration allows');
    }
    ctx.set('Cache-Control', 'no-store');
    ctx.set('Content-Type', contentType);
    ctx.body = await text();
  };
}

/** Whoever comes through a proxy that nobody has told us to trust has its address: the whole world would be local. */
function metricsReaders({ allowMetrics, trustProxies }: MetricsAccess): (req: IncomingMessage) => boolean {
  const isAllowed = addressTest(allowMetrics);
  const isTold = isAddressTold(trustProxies);
  const addressOf = clientAddress(trustProxies);
  return (req) => isTold(req) && isAllowed(addressOf(req));
}
