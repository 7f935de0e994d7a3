import { useQueries } from '@tanstack/react-query';
import CalendarCheck from 'lucide-react/icons/calendar-check';
import type { FestivalEvent } from '#features/events/contract.ts';
import { EmptyState } from '#platform/web/ui/empty.tsx';
import { LoadError } from '#platform/web/ui/load-error.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { PosterPage } from './Poster.tsx';
import { qrCodeQuery } from './queries.ts';

/** For each event that is not completed a poster with its check-in code; none before all are there, so that none is missing in print. */
export function PosterSheets({ events: all, zone }: { events: readonly FestivalEvent[]; zone: string }) {
  const events = all.filter(({ status }) => status !== 'completed');
  const codes = useQueries({ queries: events.map(({ id }) => qrCodeQuery(id)) });
  const failed = codes.filter(({ isError }) => isError);
  if (failed.length > 0) {
    const retry = () => failed.forEach(({ refetch }) => void refetch());
    return <LoadError title="The check-in codes didn’t load" onRetry={retry} />;
  }
  if (events.length === 0) {
    return <EmptyState icon={<CalendarCheck />} title="No posters" text="Every event of this day is completed." />;
  }
  const posters = events.flatMap((event, index) => {
    const qrCode = codes[index]?.data?.qrCode;
    return qrCode === undefined ? [] : [{ event, qrCode }];
  });
  if (posters.length < events.length) return <Skeleton className="h-96" />;
  return posters.map(({ event, qrCode }) => (
    <article key={event.id} aria-label={event.title} className="paper">
      <PosterPage event={event} zone={zone} qrCode={qrCode} />
    </article>
  ));
}
