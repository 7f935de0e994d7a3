import { clockTime } from '#platform/time.ts';
import type { Burst, PerMinute } from '../../contract.ts';
import { rateWords } from '../../rules/words.ts';

const HEIGHT = 40;
/** Lowest top of the scale, so that a quiet festival does not look like a rush. */
const LEAST_SCALE = 10;
/** Lowest bar in percent, so that one place beside a burst of hundreds stays visible. */
const LEAST_BAR = 1;

type MinuteChartProps = { perMinute: readonly PerMinute[]; bursts: readonly Burst[]; zone: string };

/** A bar for each minute. Minutes of a burst have another colour and are named in the list below. */
export function MinuteChart({ perMinute, bursts, zone }: MinuteChartProps) {
  const most = Math.max(...perMinute.map(({ places }) => places), 0);
  const scale = HEIGHT / Math.max(most, LEAST_SCALE);
  const [first, last] = [perMinute[0], perMinute.at(-1)];
  return (
    <figure className="grid gap-1.5">
      <figcaption className="flex justify-between gap-4 text-sm text-mute">
        <span>Places per minute</span>
        <span>most: {most.toLocaleString('en-US')}</span>
      </figcaption>
      <svg
        role="img"
        aria-label={`Places per minute. ${rateWords(perMinute, zone)}`}
        viewBox={`0 0 ${perMinute.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-24 w-full border-b border-edge"
      >
        {perMinute.map(({ at, places }, minute) => {
          const height = places === 0 ? 0 : Math.max(places * scale, LEAST_BAR);
          const colour = isInBurst(at, bursts) ? 'fill-coral' : 'fill-sea';
          return <rect key={at} x={minute} y={HEIGHT - height} width={0.85} height={height} className={colour} />;
        })}
      </svg>
      {first && last && (
        <p aria-hidden="true" className="flex justify-between text-sm text-mute">
          <span>{clockTime(first.at, zone)}</span>
          <span>{clockTime(last.at, zone)}</span>
        </p>
      )}
    </figure>
  );
}

const MINUTE = 60_000;

const isInBurst = (at: string, bursts: readonly Burst[]): boolean => {
  const end = new Date(Date.parse(at) + MINUTE).toISOString();
  return bursts.some(({ from, to }) => from < end && to >= at);
};
