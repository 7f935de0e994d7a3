import MapPinOff from 'lucide-react/icons/map-pin-off';
import { Link } from 'wouter';
import type { FestivalEvent } from '#features/events/contract.ts';
import { nowAndNext, startWords, untilWords } from '#features/events/rules/rooms.ts';
import { useEvents } from '#features/events/web/state.ts';
import { roomAddress } from '#features/festival/rules/rooms.ts';
import { useFestival } from '#features/festival/web/queries.ts';
import { useNow } from '#platform/web/clock.tsx';
import { Card, PageFrame, PageTitle } from '#platform/web/ui/frames.tsx';
import { EmptyState } from '#platform/web/ui/loading.tsx';
import { MapBox } from './MapBox.tsx';

const NONE: readonly FestivalEvent[] = [];

/** The map, and every room with what is on there. */
export function RoomsPage({ zone }: { zone: string }) {
  const { rooms = [] } = useFestival();
  const events = useEvents().known ?? NONE;
  const at = useNow();
  return (
    <PageFrame>
      <PageTitle>ROOMS</PageTitle>
      {rooms.length === 0 && (
        <EmptyState
          icon={<MapPinOff />}
          title="No rooms yet"
          text="The organisers have not said where the rooms are."
        />
      )}
      <MapBox />
      <ol className="grid gap-3 md:grid-cols-2">
        {rooms.map(({ name, way }, index) => {
          const { now, next } = nowAndNext(events, name, at);
          return (
            <Card as="li" key={name} className="relative grid grid-cols-[auto_minmax(0,1fr)] gap-x-3.5 gap-y-0.5 p-4">
              <span
                aria-hidden="true"
                className="row-span-3 grid size-8 place-items-center rounded-full bg-raise font-semibold"
              >
                {index + 1}
              </span>
              <h2 className="text-xl leading-tight font-semibold [overflow-wrap:anywhere]">
                <Link href={roomAddress(name)} className="before:absolute before:inset-0 hover:underline">
                  {name}
                </Link>
              </h2>
              {way !== '' && <p className="text-pretty text-mute [overflow-wrap:anywhere]">{way}</p>}
              <p className="[overflow-wrap:anywhere]">
                {now[0] ? (
                  <>
                    <span className="font-semibold text-coral">Now: </span>
                    {now[0].title}
                    {untilWords(now[0], at, zone)}
                  </>
                ) : (
                  next[0] && (
                    <>
                      <span className="text-mute">Next: </span>
                      {next[0].title}, {startWords(next[0], at, zone)}
                    </>
                  )
                )}
              </p>
            </Card>
          );
        })}
      </ol>
    </PageFrame>
  );
}
