/** The plans an account can be on. */
export const planNames = ['free', 'creator', 'business', 'enterprise'] as const;
export type PlanName = (typeof planNames)[number];

/** How many requests may be charged in a minute and in a day (UTC); null: as many as one likes. */
export interface Quota {
  readonly minute: number | null;
  readonly day: number | null;
}

/** What each plan gets unless the configuration says otherwise. */
export const defaultPlans: Readonly<Record<PlanName, Quota>> = {
  free: { minute: 3, day: 50 },
  creator: { minute: 30, day: 500 },
  business: { minute: 120, day: 5000 },
  enterprise: { minute: null, day: null },
};

/** Whether a picture carries the watermark: always on the free plan, elsewhere only when asked for. */
export function watermarkFor(plan: PlanName, asked: boolean | undefined): boolean {
  return plan === 'free' || asked === true;
}
