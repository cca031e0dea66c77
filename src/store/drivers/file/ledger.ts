import type { Charge, Drawing, RenderLedger } from '../../../render/ports.ts';
import { drawOnceInProcess } from '../memory/draw-once.ts';
import type { UnchargedWorkInMemory } from '../memory/uncharged-work.ts';
import type { FileRenderIndex } from './render-index.ts';
import type { FileUsage } from './usage.ts';

/**
 * Charges and looks up in memory, without a turn of the event loop in between: no two requests get the last place.
 *
 * @param options.chargeCached whether a request counts against the quota when its image is cached
 */
export function fileLedger(
  usage: Pick<FileUsage, 'charge' | 'isCharged' | 'quotaStatus' | 'recordUse'>,
  index: Pick<FileRenderIndex, 'find' | 'findKept' | 'remember'>,
  { reserveFailure }: Pick<UnchargedWorkInMemory, 'reserveFailure'>,
  { chargeCached }: { readonly chargeCached: boolean },
): RenderLedger {
  const once = drawOnceInProcess();

  function drawingOf(fingerprint: string, reserved: Charge): Drawing {
    return {
      once(variant, signal, work, onShared) {
        const workAndRemember = async (needed: AbortSignal) => {
          const result = await work(needed);
          if (result.isComplete) await index.remember(fingerprint, result.record);
          return result;
        };
        return once(`${fingerprint} ${variant}`, signal, workAndRemember, onShared);
      },
      giveBack: () => reserved.giveBack(),
    };
  }

  return {
    async begin(caller, fingerprint, idempotencyKey) {
      const known = index.find(fingerprint);
      const request = idempotencyKey === undefined ? undefined : { key: idempotencyKey, fingerprint };
      const isRepeated = request !== undefined && usage.isCharged(caller, request);
      const isFree = isRepeated || (known !== undefined && !chargeCached);
      const charge = isFree ? undefined : usage.charge(caller, request);
      if (known !== undefined) return { known, charge, quotaStatus: usage.quotaStatus(caller) };
      try {
        const drawing = drawingOf(fingerprint, reserveFailure(caller));
        return { drawing, charge, quotaStatus: usage.quotaStatus(caller) };
      } catch (error) {
        await charge?.giveBack();
        throw error;
      }
    },
    findKept: async (fingerprint) => index.findKept(fingerprint),
    quotaStatus: async (caller) => usage.quotaStatus(caller),
    recordUse: (caller) => usage.recordUse(caller),
  };
}
