import type { Charge } from '../render/ports.ts';

/** Returns a charge that is given back at most once. */
export function chargeOnce(giveBack: () => Promise<void> | void): Charge {
  let isBack = false;
  return {
    async giveBack() {
      if (isBack) return;
      isBack = true;
      await giveBack();
    },
  };
}
