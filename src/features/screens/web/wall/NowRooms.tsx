import type { FestivalEvent } from '#features/events/contract.ts';
import { endOf, startOf } from '#features/events/rules/clock.ts';
import { useNow } from '#platform/web/now.tsx';
import { roomsNow } from '../../rules/now-next.ts';
import { timeOf } from './NowHere.tsx';
import { partWords, WallHead } from './WallHead.tsx';

type NowRoomsProps = {
  events: readonly FestivalEvent[];
  perPart: number;
  part: (parts: number) => number;
  zone: string;
};

/** What is on in each room, and what comes next there. */
export function NowRooms({ events, perPart, part, zone }: NowRoomsProps) {
  const at = useNow();
  const rooms = roomsNow(events, at);
  const parts = Math.ceil(rooms.length / perPart);
  const shown = part(parts);
  const held = rooms.slice(shown * perPart, (shown + 1) * perPart);
  return (
    <>
      <WallHead title="Now and next" zone={zone}>
        {partWords(shown, parts)}
      </WallHead>
      <ul className="wall-rooms" data-few={held.length <= perPart / 2 || undefined}>
        {held.map(({ room, now: [on], next: [next] }) => (
          <li key={room}>
            <h2 className="wall-room">{room}</h2>
            <p className="wall-ends">{on && endOf(on) > Date.parse(at) && `until ${timeOf(endOf(on), zone)}`}</p>
            <p className="wall-on" data-free={on === undefined || undefined}>
              {on?.title ?? 'Free'}
            </p>
            {next && (
              <p className="wall-then">
                {timeOf(startOf(next), zone)} {next.title}
              </p>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
