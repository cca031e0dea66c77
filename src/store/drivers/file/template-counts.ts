/** The renders of a template: ever, and on each of the last days. */
export interface TemplateCount {
  readonly total: number;
  /** By day number (days since 1970-01-01), oldest first. */
  readonly days: readonly (readonly [dayNumber: number, renders: number])[];
}

/** The days over which templates are compared. */
const recentDays = 7;
const none: TemplateCount = { total: 0, days: [] };

/** Counts renders by template, in memory. */
export class TemplateCounts {
  readonly #counts = new Map<number, TemplateCount>();

  set(id: number, count: TemplateCount): void {
    this.#counts.set(id, count);
  }

  /** Counts a render. @returns the new count of the template */
  add(id: number, today: number): TemplateCount {
    const { total, days } = this.#counts.get(id) ?? none;
    const earlier = days.filter(([day]) => day > today - recentDays && day !== today);
    const [, todays = 0] = days.find(([day]) => day === today) ?? [];
    const next = { total: total + 1, days: [...earlier, [today, todays + 1] as const] };
    this.#counts.set(id, next);
    return next;
  }

  renders(id: number, today: number): { readonly total: number; readonly recent: number } {
    const { total, days } = this.#counts.get(id) ?? none;
    const recent = days.reduce((sum, [day, renders]) => sum + (day > today - recentDays ? renders : 0), 0);
    return { total, recent };
  }

  entries(): Iterable<[number, TemplateCount]> {
    return this.#counts.entries();
  }
}
