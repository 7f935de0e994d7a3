import { useQuery } from '@tanstack/react-query';
import CalendarCheck from 'lucide-react/icons/calendar-check';
import type { FestivalEvent } from '#features/events/contract.ts';
import { EmptyState } from '#platform/web/ui/empty.tsx';
import { Pending } from '#platform/web/ui/pending.tsx';
import { PosterPage } from './Poster.tsx';
import { qrCodesQuery } from './queries.ts';

/** For each event that is not completed a poster with its check-in code; none before all are there, so that none is missing in print. */
export function PosterSheets({ events: all, zone }: { events: readonly FestivalEvent[]; zone: string }) {
  const events = all.filter(({ status }) => status !== 'completed');
  const { data, isError, refetch } = useQuery(qrCodesQuery(events.map(({ id }) => id)));
  if (events.length === 0) {
    return <EmptyState icon={<CalendarCheck />} title="No posters" text="Every event of this day is completed." />;
  }
  if (data === undefined) {
    return <Pending what="check-in codes" failed={isError} retry={refetch} className="h-96" />;
  }
  return events.map((event, index) => (
    <article key={event.id} aria-label={event.title} className="paper">
      <PosterPage event={event} zone={zone} qrCode={data[index] ?? ''} />
    </article>
  ));
}
