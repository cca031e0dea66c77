import type { Failure } from '../../../model/failure.ts';
import { rememberLast } from '../../../model/lru.ts';
import type { Quota } from '../../../model/plan.ts';
import { allowances, counted, exhausted, noWindows, type Windows, windowsAt } from '../../../model/quota.ts';
import { isVisitor } from '../../../model/visitor.ts';
import type { Caller, Charge, UnchargedWork } from '../../../render/ports.ts';
import { chargeOnce } from '../../charge.ts';
import {
  allowedFailures,
  allowedUploads,
  tooManyFailures,
  tooManyPhotos,
  tooManyUploads,
  type UnchargedLimits,
} from '../../uncharged-limits.ts';

const hourMs = 60 * 60 * 1000;
/** Callers whose counts are remembered: about 30 MB. The least recently seen are forgotten first. */
const maxCallers = 100_000;

export interface UnchargedWorkInMemory extends UnchargedWork {
  /** Reserves a failed render. @throws Failure quotaExceeded when too many of the caller's renders have failed */
  reserveFailure(caller: Caller): Charge;
}

/** Counts in memory. The counts end with the process. */
export function unchargedWorkInMemory(limits: UnchargedLimits, now: () => Date): UnchargedWorkInMemory {
  const failures = rememberLast<string, Windows>(maxCallers);
  const uploads = rememberLast<string, Windows>(maxCallers);
  const downloads = rememberLast<string, { readonly hour: number; readonly photos: number }>(maxCallers);

  /** Counts one more, unless the quota is used up: then it fails with the seconds until there is one again. */
  function reserve(
    counts: typeof failures,
    accountId: string,
    quota: Quota,
    refusal: (resetIn: number) => Failure,
  ): Charge {
    const windowsOf = (time: number) => windowsAt(counts.get(accountId) ?? noWindows, time);
    const time = now().getTime();
    const windows = windowsOf(time);
    const used = exhausted(allowances(windows, quota, time));
    if (used !== undefined) throw refusal(used.resetIn);
    const reserved = counted(windows, 1, windows);
    counts.set(accountId, reserved);
    return chargeOnce(() => {
      const rest = counted(windowsOf(now().getTime()), -1, reserved);
      // A caller without a count uses no memory.
      if (rest.minute === 0 && rest.day === 0) counts.delete(accountId);
      else counts.set(accountId, rest);
    });
  }

  return {
    reserveFailure: (caller) =>
      reserve(failures, caller.accountId, allowedFailures(caller, limits), tooManyFailures),
    async countUpload(accountId) {
      const quota = { minute: null, day: allowedUploads(accountId, limits) };
      return reserve(uploads, accountId, quota, tooManyUploads);
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
