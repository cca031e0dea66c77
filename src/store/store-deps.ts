import type { Logger } from 'pino';
import type { OnFlush } from '../files/flush.ts';
import type { WindowName } from '../model/quota.ts';

/** What every driver reports to, and the clock of the service. */
export interface StoreDeps {
  readonly logger: Pick<Logger, 'warn' | 'error'>;
  readonly metrics: {
    readonly store: {
      readonly flushed: OnFlush;
      readonly available: (engine: 'postgres' | 's3', isAvailable: boolean) => void;
    };
    readonly images: { readonly evicted: (reason: 'expired' | 'room' | 'damaged', count: number) => void };
    readonly quota: { readonly refused: (window: WindowName) => void };
  };
  readonly now: () => Date;
}
