import { relativeTime } from '#platform/time.ts';
import { useNow } from '#platform/web/now.tsx';
import { StateLabel } from '#platform/web/ui/badge.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import type { TimedWork } from '../../contract.ts';
import { spanWords } from '../../rules/words.ts';

const sentence = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** What the program does by itself; failed work first. */
export function TimedWorkList({ work }: { work: readonly TimedWork[] }) {
  const now = useNow();
  const rows = [...work].sort((one, other) => Number(other.failed) - Number(one.failed));
  return (
    <Card as="section" aria-labelledby="timed-work" className="grid grid-cols-[minmax(0,1fr)] gap-1 p-4 sm:p-5">
      <h4 id="timed-work" className="font-semibold">
        Timed work
      </h4>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-x-8 xl:grid-cols-2">
        {rows.map(({ name, everyMs, endedAt, failed, failures }) => (
          <li
            key={name}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-b border-line py-2.5 text-sm"
          >
            <span className="grid">
              <span className="text-base text-pretty">{sentence(name)}</span>
              <span className="text-mute">
                {everyMs === null ? 'while somebody reads' : `every ${spanWords(everyMs / 1000)}`}
                {failures > 0 && ` · failed ${failures === 1 ? 'once' : `${failures} times`} since the start`}
              </span>
            </span>
            <span className="grid justify-items-end text-right">
              {failed ? (
                <StateLabel colour="coral">Failed</StateLabel>
              ) : (
                endedAt && <StateLabel colour="lime">Done</StateLabel>
              )}
              <span className="text-mute">{endedAt === null ? 'not yet' : relativeTime(endedAt, now)}</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
