import { invalid } from './failure.ts';
import type { Format } from './vocabulary.ts';

/** The plans of accounts. */
export const planNames = ['free', 'creator', 'business', 'enterprise'] as const;
export type PlanName = (typeof planNames)[number];

/** The maximum number of charged requests in a minute and in a day (UTC); null: unlimited. */
export interface Quota {
  readonly minute: number | null;
  readonly day: number | null;
}

/** The quotas of the plans, unless the configuration sets others. */
export const defaultPlans: Readonly<Record<PlanName, Quota>> = {
  free: { minute: 3, day: 50 },
  creator: { minute: 30, day: 500 },
  business: { minute: 120, day: 5000 },
  enterprise: { minute: null, day: null },
};

/** Whether an image has the watermark: always on the free plan, otherwise only on request. */
export function watermarkFor(plan: PlanName, asked: boolean | undefined): boolean {
  return plan === 'free' || asked === true;
}

/** @throws Failure invalidRequest for SVG on a plan that always has the watermark, which a text editor would remove */
export function checkFormat(plan: PlanName, format: Format | undefined): void {
  if (format === 'svg' && watermarkFor(plan, false))
    throw invalid('format', `"svg" is not for the plan ${plan}, whose images always have the watermark`);
}
