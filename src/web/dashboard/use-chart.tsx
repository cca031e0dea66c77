/** Requests of one day. */
export interface DayUse {
  /** `2026-01-31` */
  readonly date: string;
  readonly requests: number;
}

const [barWidth, gap, height] = [8, 3, 72];

/** A bar for each day, the newest at the right; the figures are in the titles and, for screen readers, in the label. */
export function UseChart({ days, label }: { days: readonly DayUse[]; label: string }) {
  const most = Math.max(1, ...days.map((day) => day.requests));
  const total = days.reduce((sum, day) => sum + day.requests, 0);
  const width = days.length * (barWidth + gap) - gap;
  return (
    <svg
      class="chart"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${label}: ${total}`}
    >
      {days.map(({ date, requests }, index) => {
        const bar = requests === 0 ? 1 : Math.max(2, Math.round((requests / most) * height));
        return (
          <rect x={index * (barWidth + gap)} y={height - bar} width={barWidth} height={bar} rx="1.5">
            <title>{`${date}: ${requests}`}</title>
          </rect>
        );
      })}
    </svg>
  );
}
