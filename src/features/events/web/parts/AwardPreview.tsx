import { useQuery } from '@tanstack/react-query';
import { counted } from '#platform/numbers.ts';
import { LoadError } from '#platform/web/ui/load-error.tsx';
import { Loading } from '#platform/web/ui/skeleton.tsx';
import { byAward, namesOf } from '../../rules/awards.ts';
import { eventPointsQuery } from '../queries.ts';

/** Who gets what when an event is completed now, and who gets nothing without an account. */
export function AwardPreview({ eventId }: { eventId: string }) {
  const { data, isError, refetch } = useQuery({ ...eventPointsQuery(eventId), refetchOnMount: 'always' });
  if (data === undefined)
    return isError ? (
      <LoadError title="The points didn’t load" onRetry={() => void refetch()} />
    ) : (
      <Loading words="Loading points..." count={2} className="h-11" />
    );
  const { groups, without } = byAward(data.people);
  if (groups.length + without.length === 0) return <p className="text-mute">Nobody gets points of it yet.</p>;
  return (
    <div className="grid gap-3">
      <ul aria-label="Points it gives" className="divide-y divide-line">
        {groups.map((group) => (
          <li key={group[0]?.userId} className="grid gap-0.5 py-2 [overflow-wrap:anywhere]">
            <span className="flex justify-between gap-3 font-semibold">
              <span>{group[0]?.reason}</span>
              <span className="whitespace-nowrap text-sun">{counted(group[0]?.points ?? 0, 'point')}</span>
            </span>
            <span>{namesOf(group)}</span>
          </li>
        ))}
      </ul>
      {without.length > 0 && (
        <p className="text-mute [overflow-wrap:anywhere]">
          No points, because their phone has no account of that name: {namesOf(without)}.
        </p>
      )}
    </div>
  );
}
