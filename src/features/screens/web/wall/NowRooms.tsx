import type { FestivalEvent } from '#features/events/contract.ts';
import { endOf, startOf } from '#features/events/rules/clock.ts';
import { useNow } from '#platform/web/now.tsx';
import { roomsNow } from '../../rules/now-next.ts';
import { timeOf } from './NowHere.tsx';
import { useWide } from './use-fit.ts';
import { partWords, WallHead } from './WallHead.tsx';

type NowRoomsProps = { events: readonly FestivalEvent[]; part: (parts: number) => number; zone: string };

/** What is on in each room, and what comes next there. */
export function NowRooms({ events, part, zone }: NowRoomsProps) {
  const at = useNow();
  const perPart = useWide() ? 12 : 5;
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
              <span className="wall-room line-clamp-2 text-sun">{room}</span>
              <span className="wall-ends whitespace-nowrap text-coral">
                {on && endOf(on) > Date.parse(at) && `until ${timeOf(endOf(on), zone)}`}
              </span>
            </p>
            <p className={`wall-on line-clamp-5 portrait:line-clamp-2 font-semibold ${on ? '' : 'text-sea'}`}>
              {on?.title ?? 'Free'}
            </p>
            {next && (
              <p className="wall-ends line-clamp-2 text-mute">
                {timeOf(startOf(next), zone)} {next.title}
              </p>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
