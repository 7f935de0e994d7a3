import MapPinOff from 'lucide-react/icons/map-pin-off';
import { Link } from 'wouter';
import type { FestivalEvent } from '#features/events/contract.ts';
import { nowAndNext, startWords, todayIn, untilWords } from '#features/events/rules/rooms.ts';
import { EventState, LateMark } from '#features/events/web/EventBadges.tsx';
import { eventAddress } from '#features/events/web/EventCard.tsx';
import { useEvents } from '#features/events/web/state.ts';
import type { Room } from '#features/festival/contract.ts';
import { ROOMS, roomNamed, roomNameIn } from '#features/festival/rules/rooms.ts';
import { useFestival } from '#features/festival/web/queries.ts';
import { isVisible } from '#platform/names.ts';
import { timeRange } from '#platform/time.ts';
import { useNow } from '#platform/web/clock.tsx';
import { useHydrated } from '#platform/web/hydrated.ts';
import { usePath } from '#platform/web/path.ts';
import { buttonClass } from '#platform/web/ui/button.tsx';
import { PageFrame, PageTitle } from '#platform/web/ui/frames.tsx';
import { EmptyState, Loading } from '#platform/web/ui/loading.tsx';
import { MapBox } from './MapBox.tsx';

/** One room: the way, the map, what is on, what comes next, and the rest of the day. */
export function RoomPage({ zone }: { zone: string }) {
  const { rooms } = useFestival();
  const name = roomNameIn(usePath()) ?? '';
  const room = roomNamed(rooms, name);
  // The server draws one page for all rooms.
  const isKnown = useHydrated();
  return (
    <PageFrame>
      {(!isKnown || room === undefined) && <PageTitle>ROOMS</PageTitle>}
      {!isKnown ? (
        <Loading words="Loading the room" className="h-72 rounded-2xl" />
      ) : room === undefined ? (
        <EmptyState
          icon={<MapPinOff />}
          title={`There is no room called ${shownName(name)}`}
          text="It may have another name now."
          action={<AllRooms />}
        />
      ) : (
        <OneRoom room={room} zone={zone} />
      )}
    </PageFrame>
  );
}

const SHOWN = 60;

/** An invented name: at most so many letters, and a word for one that cannot be seen. */
function shownName(name: string): string {
  const letters = [...name.replace(/\p{Cc}/gu, '')];
  if (!isVisible(letters.join(''))) return 'that';
  return letters.length > SHOWN ? `${letters.slice(0, SHOWN).join('')}…` : letters.join('');
}

const AllRooms = () => (
  <Link href={ROOMS} className={buttonClass('ghost')}>
    All rooms
  </Link>
);

function OneRoom({ room, zone }: { room: Room; zone: string }) {
  const { all, known = [], failed } = useEvents();
  const at = useNow();
  const { now, next } = nowAndNext(known, room.name, at);
  const today = todayIn(known, room.name, { at, zone });
  const [soon] = next;
  return (
    <>
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <PageTitle>{room.name}</PageTitle>
        <AllRooms />
      </header>
      {room.way !== '' && <p className="max-w-prose text-lg text-pretty [overflow-wrap:anywhere]">{room.way}</p>}
      {room.pin !== null && <MapBox marked={room} />}
      {now.map((event) => (
        <Moment key={event.id} word="Now" event={event} when={untilWords(event, at, zone)} />
      ))}
      {soon && <Moment word="Next" event={soon} when={`, ${startWords(soon, at, zone)}`} />}
      {now.length === 0 && soon === undefined && all !== undefined && (
        <p className="text-mute">Nothing is on here for now.</p>
      )}
      {all === undefined && !failed && <Loading words="Loading what is on" className="h-16 rounded-2xl" />}
      {today.length > 0 && (
        <section aria-labelledby="today" className="grid gap-2">
          <h2 id="today" className="text-lg text-mute">
            Today in this room
          </h2>
          <ul className="divide-y divide-line border-y border-line">
            {today.map((event) => (
              <li key={event.id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5">
                <Link
                  href={eventAddress(event.id)}
                  className="min-w-0 flex-[1_1_14rem] py-1.5 font-semibold [overflow-wrap:anywhere] hover:underline"
                >
                  {event.title}
                </Link>
                <span className="flex items-baseline gap-3 text-mute">
                  <span>
                    {timeRange(event.startTime, event.duration, zone)}
                    <LateMark event={event} />
                  </span>
                  <EventState event={event} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

const Moment = ({ word, event, when }: { word: 'Now' | 'Next'; event: FestivalEvent; when: string }) => (
  <p className={`border-l-4 py-1 pl-4 [overflow-wrap:anywhere] ${word === 'Now' ? 'border-coral' : 'border-sea'}`}>
    <span className={`block text-sm font-semibold uppercase ${word === 'Now' ? 'text-coral' : 'text-sea'}`}>
      {word}
    </span>
    <Link href={eventAddress(event.id)} className="text-xl leading-tight font-semibold hover:underline">
      {event.title}
    </Link>
    <span className="text-mute">{when}</span>
  </p>
);
