import type { FestivalEvent } from '#features/events/contract.ts';
import { endOf, lateWords, startOf } from '#features/events/rules/clock.ts';
import { capacityState } from '#features/events/rules/seats.ts';
import { clockTime, festivalDay, longDay } from '#platform/time.ts';
import { useNow } from '#platform/web/now.tsx';
import { nowAndNext } from '../../rules/now-next.ts';
import { useWide } from './use-wide.ts';
import { WallHead } from './WallHead.tsx';

/** Of each: more go on in a room only where the wall is for all rooms. */
const SHOWN = { wide: 3, high: 2 } as const;

export const timeOf = (moment: number, zone: string): string => clockTime(new Date(moment).toISOString(), zone);

/** '3:25 PM', or with the day where it is another. */
function startWords(event: FestivalEvent, now: string, zone: string): string {
  const starts = new Date(startOf(event)).toISOString();
  const isToday = festivalDay(starts, zone) === festivalDay(now, zone);
  return isToday ? clockTime(starts, zone) : `${longDay(starts, zone)}, ${clockTime(starts, zone)}`;
}

type NowHereProps = { room: string | null; events: readonly FestivalEvent[]; zone: string };

/** What is on in the wall's room, or in all rooms, and what comes next. */
export function NowHere({ room, events, zone }: NowHereProps) {
  const at = useNow();
  const { now, next } = nowAndNext(events, room, at);
  const most = SHOWN[useWide() ? 'wide' : 'high'];
  const shown = now.slice(0, most);
  return (
    <>
      <WallHead title={room ?? 'Now and next'} zone={zone} />
      <section aria-label="Now" className="wall-now" data-many={shown.length > 1 || undefined}>
        {shown.map((event) => (
          <article key={event.id} className="wall-card">
            <p className="wall-live">
              NOW{lateWords(event) && <span className="wall-late"> · {lateWords(event)}</span>}
            </p>
            <h2 data-long={event.title.length > 32 || undefined}>{event.title}</h2>
            <p className="wall-until">
              {endOf(event) > Date.parse(at) && `until ${timeOf(endOf(event), zone)}`}
              {room === null && ` · ${event.location}`}
            </p>
            <p className="wall-by">
              {event.host} · {event.currentRegistrations}/{event.capacity} seats · {capacityState(event)}
            </p>
          </article>
        ))}
        {shown.length === 0 && <p className="wall-free">{freeWords(next[0], at, zone)}</p>}
      </section>
      {next.length > 0 && (
        <section aria-label="Next" className="wall-next">
          <h2 className="wall-next-title">Next</h2>
          <ol>
            {next.slice(0, most).map((event) => (
              <li key={event.id}>
                <span className="wall-when">{startWords(event, at, zone)}</span>
                <span className="wall-what">{event.title}</span>
                <span className="wall-by">
                  {room === null ? event.location : event.host} · {capacityState(event)}
                  {lateWords(event) && ` · ${lateWords(event)}`}
                </span>
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  );
}

function freeWords(next: FestivalEvent | undefined, at: string, zone: string): string {
  if (next === undefined) return 'Free';
  return startOf(next) <= Date.parse(at) ? 'Starts any moment' : `Free until ${startWords(next, at, zone)}`;
}
