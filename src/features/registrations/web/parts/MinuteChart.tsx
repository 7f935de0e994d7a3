import { MINUTE } from '#platform/durations.ts';
import { clockTime } from '#platform/time.ts';
import { MinuteBars } from '#platform/web/ui/minute-bars.tsx';
import type { Burst, PerMinute } from '../../contract.ts';
import { rateWords } from '../../rules/words.ts';

type MinuteChartProps = { perMinute: readonly PerMinute[]; bursts: readonly Burst[]; zone: string };

/** Minutes of a burst have another colour and are named in the list below. */
export function MinuteChart({ perMinute, bursts, zone }: MinuteChartProps) {
  const [first, last] = [perMinute[0], perMinute.at(-1)];
  return (
    <MinuteBars
      title="Places per minute"
      most={Math.max(...perMinute.map(({ places }) => places), 0).toLocaleString('en-US')}
      label={`Places per minute. ${rateWords(perMinute, zone)}`}
      bars={perMinute.map(({ at, places }) => ({ key: at, value: places, marked: isInBurst(at, bursts) ? places : 0 }))}
      leastScale={10}
      colour="fill-sea"
      ends={first && last ? [clockTime(first.at, zone), clockTime(last.at, zone)] : null}
    />
  );
}

const isInBurst = (at: string, bursts: readonly Burst[]): boolean => {
  const end = new Date(Date.parse(at) + MINUTE).toISOString();
  return bursts.some(({ from, to }) => from < end && to >= at);
};
