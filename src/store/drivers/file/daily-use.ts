/** The requests of one account on the days before the one that runs: `[day number, requests]`, oldest first. */
export type PastDays = readonly (readonly [dayNumber: number, requests: number])[];

/** Days that are kept. */
const keptDays = 35;

const dayMs = 24 * 60 * 60 * 1000;

/** A day that is over joins the others. When the clock has been put back it is over twice, and has what both came to. */
export function withDay(past: PastDays, dayNumber: number, requests: number): PastDays {
  const others = past.filter(([day]) => day !== dayNumber && day > dayNumber - keptDays);
  const [, before = 0] = past.find(([day]) => day === dayNumber) ?? [];
  return [...others, [dayNumber, before + requests] as const].sort(([one], [other]) => one - other);
}

/**
 * @param days how many, the last of which is `today`
 * @returns each day with its requests, also those that had none
 */
export function lastDays(
  past: PastDays,
  today: number,
  days: number,
): { readonly date: string; readonly requests: number }[] {
  const requests = new Map(past);
  return Array.from({ length: days }, (_, index) => {
    const day = today - days + 1 + index;
    return { date: new Date(day * dayMs).toISOString().slice(0, 10), requests: requests.get(day) ?? 0 };
  });
}
