/** The plans an account can be on. Quotas per day and minute join them with the issue on quota. */
export const planNames = ['free', 'creator', 'business', 'enterprise'] as const;
export type PlanName = (typeof planNames)[number];

/** Whether a picture carries the watermark: always on the free plan, elsewhere only when asked for. */
export function watermarkFor(plan: PlanName, asked: boolean | undefined): boolean {
  return plan === 'free' || asked === true;
}
