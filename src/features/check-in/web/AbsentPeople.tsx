import { useQuery } from '@tanstack/react-query';
import CircleCheck from 'lucide-react/icons/circle-check';
import type { FestivalEvent } from '#features/events/contract.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { staffListQuery } from './queries.ts';
import { useSetCheckedIn } from './StaffRow.tsx';

type AbsentPeopleProps = { event: FestivalEvent; placeIds: readonly string[] };

/** People who were not checked in, each with a button to do it now. */
export function AbsentPeople({ event, placeIds }: AbsentPeopleProps) {
  const { data: places = [] } = useQuery(staffListQuery(event.id));
  const { set, isPending } = useSetCheckedIn(event);
  const absent = places.filter(({ id }) => placeIds.includes(id));
  return (
    <ul aria-label="Not checked in" className="grid gap-1.5">
      {absent.map((place) => (
        <li key={place.id} className="flex min-h-11 items-center justify-between gap-3">
          <span className="min-w-0 font-semibold [overflow-wrap:anywhere]">{place.playerName}</span>
          {place.checkedIn ? (
            <span className="flex items-center gap-1.5 font-semibold text-sea">
              <CircleCheck aria-hidden="true" className="size-5" />
              In
            </span>
          ) : (
            <Button
              aria-label={`Check in ${place.playerName}`}
              onClick={() => set(place, true)}
              disabledReason={isPending ? 'It is being sent.' : undefined}
            >
              Check in
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
