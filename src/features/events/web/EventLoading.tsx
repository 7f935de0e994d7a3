import { useQuery } from '@tanstack/react-query';
import { LoadError } from '#platform/web/ui/load-error.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { eventsQuery } from './queries.ts';

const PLACEHOLDERS = ['one', 'two', 'three', 'four'];

/** In place of the organisers' lists until the events are loaded: placeholder rows, or that they did not load. */
export function EventLoading() {
  const { isError, refetch } = useQuery(eventsQuery);
  if (isError) return <LoadError title="The events didn’t load" onRetry={() => void refetch()} />;
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">Loading events</span>
      {PLACEHOLDERS.map((name) => (
        <Skeleton key={name} className="h-24 rounded-2xl" />
      ))}
    </div>
  );
}
