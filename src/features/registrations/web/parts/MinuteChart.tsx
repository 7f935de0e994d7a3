import { MINUTE } from '#platform/durations.ts';
import { clockTime } from '#platform/time.ts';
import type { Burst, PerMinute } from '../../contract.ts';
import { rateWords } from '../../rules/words.ts';

type MinuteChartProps = { perMinute: readonly PerMinute[]; bursts: readonly Burst[]; zone: string };

/** Lengths are SVG attributes, because the CSP allows no style attributes. */
const HEIGHT = 40;
/** Lowest bar, so that a little beside much stays visible. */
const LEAST_BAR = 1;
/** Lowest top of the scale, so that little does not look like a rush. */
const LEAST_SCALE = 10;

/** Minutes of a burst have another colour and are named in the list below. */
export function MinuteChart({ perMinute, bursts, zone }: MinuteChartProps) {
  const [first, last] = [perMinute[0], perMinute.at(-1)];
  const most = Math.max(...perMinute.map(({ places }) => places), 0);
  const tall = (places: number) =>
    places === 0 ? 0 : Math.max((places * HEIGHT) / Math.max(most, LEAST_SCALE), LEAST_BAR);
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
        {perMinute.map(({ at, places }, minute) => (
          <rect
            key={at}
            x={minute}
            y={HEIGHT - tall(places)}
            width={0.85}
            height={tall(places)}
            className={isInBurst(at, bursts) ? 'fill-coral' : 'fill-sea'}
          />
        ))}
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

const isInBurst = (at: string, bursts: readonly Burst[]): boolean => {
  const end = new Date(Date.parse(at) + MINUTE).toISOString();
  return bursts.some(({ from, to }) => from < end && to >= at);
};
