import type { FestivalEvent } from '#features/events/contract.ts';
import { endOf, lateWords, startOf } from '#features/events/rules/clock.ts';
import { nowAndNext, roomsNow, startWords } from '#features/events/rules/rooms.ts';
import { capacityState } from '#features/events/rules/status.ts';
import { clockTime } from '#platform/time.ts';
import { useNow } from '#platform/web/clock.tsx';
import { useWide } from './use-fit.ts';
import { partWords, WallHead } from './WallPages.tsx';

const timeOf = (moment: number, zone: string): string => clockTime(new Date(moment).toISOString(), zone);

type NowHereProps = { room: string; events: readonly FestivalEvent[]; part: (parts: number) => number; zone: string };

/** What is on in the wall's room, and what comes next. */
export function NowHere({ room, events, part, zone }: NowHereProps) {
  const at = useNow();
  const isWide = useWide();
  const { now, next } = nowAndNext(events, room, at);
  const most = isWide ? 3 : 2;
  const parts = Math.ceil(now.length / most);
  const turn = part(parts);
  const shown = now.slice(turn * most, (turn + 1) * most);
  return (
    <>
      <WallHead title={room} zone={zone}>
        {partWords(turn, parts)}
      </WallHead>
      <section
        aria-label="Now"
        className={`grid flex-1 gap-2.5 ${isWide ? 'auto-cols-[minmax(0,1fr)] grid-flow-col' : ''}`}
      >
        {shown.map((event) => (
          <article
            key={event.id}
            className="wall-card grid content-center-safe gap-1.5 border-l-[length:var(--u)] border-coral-fill px-3 py-2"
          >
            <p className="wall-lead font-arcade leading-none text-coral">
              NOW{lateWords(event) && <span className="text-mute"> · {lateWords(event)}</span>}
            </p>
            <h2 className={`leading-[1.05] font-semibold ${shown.length > 1 ? 'wall-large' : 'wall-huge'}`}>
              {event.title}
            </h2>
            <p className={`text-sun ${shown.length > 1 ? '' : 'wall-large'}`}>
              {endOf(event) > Date.parse(at) && `until ${timeOf(endOf(event), zone)}`}
            </p>
            <p className="line-clamp-2 text-mute">
              {event.host} · {event.currentRegistrations}/{event.capacity} places · {capacityState(event)}
            </p>
          </article>
        ))}
        {shown.length === 0 && (
          <p className="wall-huge self-center font-display leading-none text-sea">{freeWords(next[0], at, zone)}</p>
        )}
      </section>
      {next.length > 0 && (
        <section aria-label="Next">
          <h2 className="wall-lead pb-1 font-arcade leading-none text-mute uppercase">Next</h2>
          <ol className="wall-next">
            {next.slice(0, most).map((event) => (
              <li key={event.id}>
                <span className="wall-time wall-lead text-sun">{startWords(event, at, zone)}</span>
                <span className="wall-lead line-clamp-2 font-semibold">{event.title}</span>
                <span className="line-clamp-1 text-mute">
                  {event.host} · {capacityState(event)}
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

type NowRoomsProps = { events: readonly FestivalEvent[]; part: (parts: number) => number; zone: string };

/** What is on in each room, and what comes next there. */
export function NowRooms({ events, part, zone }: NowRoomsProps) {
  const at = useNow();
  const perPart = useWide() ? 12 : 4;
  const rooms = roomsNow(events, at);
  const parts = Math.ceil(rooms.length / perPart);
  const shown = part(parts);
  return (
    <>
      <WallHead title="Now and next" zone={zone}>
        {partWords(shown, parts)}
      </WallHead>
      <ul className="wall-rooms grid min-h-0 flex-1 auto-rows-fr gap-1.5">
        {rooms.slice(shown * perPart, (shown + 1) * perPart).map(({ room, now: [on], next: [next] }) => (
          <li key={room} className="wall-card grid auto-rows-max content-center-safe px-2">
            <p className="flex items-baseline justify-between gap-1">
              <span className="wall-room line-clamp-2 portrait:line-clamp-3 text-sun">{room}</span>
              <span className="wall-ends whitespace-nowrap text-coral">
                {on && endOf(on) > Date.parse(at) && `until ${timeOf(endOf(on), zone)}`}
              </span>
            </p>
            <p className={`wall-on line-clamp-5 portrait:line-clamp-3 font-semibold ${on ? '' : 'text-sea'}`}>
              {on?.title ?? 'Free'}
            </p>
            {next && (
              <p className="wall-ends line-clamp-2 portrait:line-clamp-1 text-mute">
                {timeOf(startOf(next), zone)} {next.title}
              </p>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
