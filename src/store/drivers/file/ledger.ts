import type { RenderLedger } from '../../../render/ports.ts';
import type { FileRenderIndex } from './render-index.ts';
import type { FileUsage } from './usage.ts';

/**
 * Charges and looks up in memory, without a turn of the event loop in between: no two requests get the last place.
 *
 * @param options.chargeCached whether a request counts against the quota when its image is cached
 */
export function fileLedger(
  usage: Pick<FileUsage, 'charge' | 'isCharged' | 'quotaStatus' | 'recordUse'>,
  index: Pick<FileRenderIndex, 'find'>,
  { chargeCached }: { readonly chargeCached: boolean },
): RenderLedger {
  return {
    async begin(caller, fingerprint, idempotencyKey) {
      const known = index.find(fingerprint);
      const request = idempotencyKey === undefined ? undefined : { key: idempotencyKey, fingerprint };
      const isRepeated = request !== undefined && usage.isCharged(caller, request);
      const isFree = isRepeated || (known !== undefined && !chargeCached);
      const charge = isFree ? undefined : usage.charge(caller, request);
      return { known, charge, quotaStatus: usage.quotaStatus(caller) };
    },
    quotaStatus: async (caller) => usage.quotaStatus(caller),
    recordUse: (caller) => usage.recordUse(caller),
  };
}
