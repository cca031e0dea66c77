const share = process.env['CI'] === 'true' ? 1 : 0.2;

/** Returns how many examples a property is tested with: all of them with `CI=true`, and a fifth otherwise. */
export function runs(all: number): number {
  return Math.max(20, Math.ceil(all * share));
}
