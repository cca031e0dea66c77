/** The requests of one account on past days: `[day number, requests]`, oldest first. */
export type PastDays = readonly (readonly [dayNumber: number, requests: number])[];

/** The number of days that are stored. */
const keptDays = 35;

const dayMs = 24 * 60 * 60 * 1000;

/** Adds a day that has ended. A day that ends twice, since the clock was put back, gets the sum of both. */
export function withDay(past: PastDays, dayNumber: number, requests: number): PastDays {
  const others = past.filter(([day]) => day !== dayNumber && day > dayNumber - keptDays);
  const [, before = 0] = past.find(([day]) => day === dayNumber) ?? [];
  return [...others, [dayNumber, before + requests] as const].sort(([one], [other]) => one - other);
}

/**
 * Returns each of the last days with its requests, those without any included.
 *
 * @param days how many, `today` last
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
