import { rememberLast } from '../../../model/lru.ts';
import { allowances, counted, exhausted, noWindows, type Windows, windowsAt } from '../../../model/quota.ts';
import { isVisitor } from '../../../model/visitor.ts';
import type { Caller, Charge, UnchargedWork } from '../../../render/ports.ts';
import { chargeOnce } from '../../charge.ts';
import {
  allowedFailures,
  type FailureLimits,
  tooManyFailures,
  tooManyPhotos,
} from '../../uncharged-limits.ts';

const hourMs = 60 * 60 * 1000;
/** Callers whose counts are remembered: about 30 MB. The least recently seen are forgotten first. */
const maxCallers = 100_000;

export interface UnchargedWorkInMemory extends UnchargedWork {
  /** Reserves a failed render. @throws Failure quotaExceeded when too many of the caller's renders have failed */
  reserveFailure(caller: Caller): Charge;
}

/** Counts in memory. The counts end with the process. */
export function unchargedWorkInMemory(limits: FailureLimits, now: () => Date): UnchargedWorkInMemory {
  const failures = rememberLast<string, Windows>(maxCallers);
  const downloads = rememberLast<string, { readonly hour: number; readonly photos: number }>(maxCallers);
  const windowsOf = (accountId: string, time: number) =>
    windowsAt(failures.get(accountId) ?? noWindows, time);

  return {
    reserveFailure(caller) {
      const { accountId } = caller;
      const time = now().getTime();
      const windows = windowsOf(accountId, time);
      const used = exhausted(allowances(windows, allowedFailures(caller, limits), time));
      if (used !== undefined) throw tooManyFailures(used.resetIn);
      const reserved = counted(windows, 1, windows);
      failures.set(accountId, reserved);
      return chargeOnce(() => {
        const rest = counted(windowsOf(accountId, now().getTime()), -1, reserved);
        // A caller without failures uses no memory.
        if (rest.minute === 0 && rest.day === 0) failures.delete(accountId);
        else failures.set(accountId, rest);
      });
    },
    async countDownloads(accountId, photos) {
      if (!isVisitor(accountId) || photos === 0) return;
      const time = now().getTime();
      const hour = Math.floor(time / hourMs);
      const last = downloads.get(accountId);
      const total = photos + (last?.hour === hour ? last.photos : 0);
      const resetIn = Math.ceil(((hour + 1) * hourMs - time) / 1000);
      if (total > limits.visitorPhotosHour) throw tooManyPhotos(resetIn);
      downloads.set(accountId, { hour, photos: total });
    },
  };
}
