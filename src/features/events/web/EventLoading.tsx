import { useQuery } from '@tanstack/react-query';
import { LoadError } from '#platform/web/ui/load-error.tsx';
import { Loading } from '#platform/web/ui/skeleton.tsx';
import { eventsQuery } from './queries.ts';

/** In place of the organisers' lists until the events are loaded: placeholder rows, or that they did not load. */
export function EventLoading() {
  const { isError, refetch } = useQuery(eventsQuery);
  if (isError) return <LoadError title="The events didn’t load" onRetry={() => void refetch()} />;
  return <Loading words="Loading events" count={4} list="grid gap-3" className="h-24 rounded-2xl" />;
}
