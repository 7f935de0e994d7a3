import { useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import { isolated } from '#platform/isolated.ts';
import { counted } from '#platform/numbers.ts';
import { Pending } from '#platform/web/ui/pending.tsx';
import { GiveTo } from '../GiveTo.tsx';
import { eventPointsQuery } from '../queries.ts';

/** Who gets what when an event is completed now, and who gets nothing without an account. */
export function AwardPreview({ eventId }: { eventId: string }) {
  const { data, isError, refetch } = useQuery({ ...eventPointsQuery(eventId), refetchOnMount: 'always' });
  const GiveToButton = useContext(GiveTo);
  if (data === undefined) return <Pending what="points" failed={isError} retry={refetch} count={2} className="h-11" />;
  const people = data.people.filter(({ points }) => points > 0);
  if (people.length === 0) return <p className="text-mute">Nobody gets points of it yet.</p>;
  return (
    <ul aria-label="Points it gives" className="divide-y divide-line">
      {people.map(({ placeId, userId, name, reason, points }, index) => (
        <li key={userId ?? `${name} ${index}`} className="flex justify-between gap-3 py-2 [overflow-wrap:anywhere]">
          <span className="min-w-0">
            <strong className="font-semibold">{isolated(name)}</strong>, {reason}
          </span>
          {userId === null ? (
            <span className="grid justify-items-end gap-1 text-right text-mute">
              none: their phone has no account of that name
              {GiveToButton && <GiveToButton eventId={eventId} award={{ placeId, name }} />}
            </span>
          ) : (
            <span className="font-semibold whitespace-nowrap text-sun">{counted(points, 'point')}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
