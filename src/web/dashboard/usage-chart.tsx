import type { Locale } from '../../model/vocabulary.ts';
import { messages } from '../messages.ts';

/** The number of requests on one day. */
export interface DailyRequests {
  /** `2026-01-31` */
  readonly date: string;
  readonly requests: number;
}

const [barWidth, gap, height] = [8, 3, 72];

/** A bar for each day, the newest at the right, with the day's count as its title and the total below. */
export function UsageChart({ days, locale }: { days: readonly DailyRequests[]; locale: Locale }) {
  const max = Math.max(0, ...days.map((day) => day.requests));
  const total = days.reduce((sum, day) => sum + day.requests, 0);
  const width = days.length * (barWidth + gap) - gap;
  const sum = `${messages.total[locale]}: ${total} · ${messages.dailyMax[locale]}: ${max}`;
  return (
    <figure class="chart">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${messages.last30Days[locale]}. ${sum}`}
      >
        {days.map(({ date, requests }, index) => {
          const bar = requests === 0 ? 1 : Math.max(3, Math.round((requests / Math.max(1, max)) * height));
          const x = index * (barWidth + gap);
          return (
            <g>
              <title>{`${date}: ${requests}`}</title>
              <rect class="day" x={x} y="0" width={barWidth + gap} height={height} />
              <rect
                class={requests === 0 ? 'none' : 'bar'}
                x={x}
                y={height - bar}
                width={barWidth}
                height={bar}
              />
            </g>
          );
        })}
      </svg>
      <figcaption>
        <time>{days[0]?.date}</time>
        <span>{sum}</span>
        <time>{days.at(-1)?.date}</time>
      </figcaption>
    </figure>
  );
}
