import type { Locale } from '../../model/vocabulary.ts';
import { words } from '../messages.ts';

/** Requests of one day. */
export interface DayUse {
  /** `2026-01-31` */
  readonly date: string;
  readonly requests: number;
}

const [barWidth, gap, height] = [8, 3, 72];

/** A bar for each day, the newest at the right; what they come to stands below, the figure of each in its title. */
export function UseChart({ days, locale }: { days: readonly DayUse[]; locale: Locale }) {
  const most = Math.max(0, ...days.map((day) => day.requests));
  const total = days.reduce((sum, day) => sum + day.requests, 0);
  const width = days.length * (barWidth + gap) - gap;
  const sum = `${words.total[locale]}: ${total} · ${words.maxOnADay[locale]}: ${most}`;
  return (
    <figure class="chart">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${words.last30[locale]}. ${sum}`}
      >
        {days.map(({ date, requests }, index) => {
          const bar = requests === 0 ? 1 : Math.max(3, Math.round((requests / Math.max(1, most)) * height));
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
