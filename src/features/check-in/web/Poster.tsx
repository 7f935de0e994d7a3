import { useQuery } from '@tanstack/react-query';
import CalendarCheck from 'lucide-react/icons/calendar-check';
import { createPortal } from 'react-dom';
import type { FestivalEvent } from '#features/events/contract.ts';
import { longDay, timeRange } from '#platform/time.ts';
import { EmptyState, Pending } from '#platform/web/ui/loading.tsx';
import { qrCodesQuery } from './queries.ts';

const STEPS = [
  'Scan this code with your phone’s camera.',
  'Enter the name that has the place.',
  'Tap CHECK IN. That’s all.',
];

/** Long titles get smaller letters, to leave room for the code. */
const titleSize = ({ length }: string): string => (length <= 24 ? 'text-7xl' : length <= 60 ? 'text-5xl' : 'text-3xl');

type PosterProps = { event: FestivalEvent; zone: string; qrCode: string };

/** A page, A4 or Letter, black on white. */
const PosterPage = ({ event, zone, qrCode }: PosterProps) => (
  <div className="grid justify-items-center gap-[7mm] bg-[#fff] pt-[4mm] text-center text-[#000]">
    <p className="font-display text-4xl leading-none uppercase">Check in here</p>
    <div className="grid gap-[3mm]">
      <p
        className={`font-sans leading-[1.05] font-bold text-balance [overflow-wrap:anywhere] ${titleSize(event.title)}`}
      >
        {event.title}
      </p>
      <p className="text-xl [overflow-wrap:anywhere]">
        {longDay(event.startTime, zone)} · {timeRange(event.startTime, event.duration, zone)} · {event.location}
      </p>
    </div>
    <img src={qrCode} alt="" className="size-[118mm] [image-rendering:pixelated]" />
    <ol className="grid justify-items-start gap-[3mm] text-left text-2xl">
      {STEPS.map((step, index) => (
        <li key={step} className="flex items-center gap-[4mm]">
          <span className="grid size-[11mm] shrink-0 place-items-center rounded-full border-[0.6mm] border-[#000] font-bold">
            {index + 1}
          </span>
          {step}
        </li>
      ))}
    </ol>
  </div>
);

/** Printed in place of the app. Rendered beside it. */
export const Poster = (props: PosterProps) =>
  createPortal(
    <div aria-hidden="true" className="print-alone">
      <PosterPage {...props} />
    </div>,
    document.body,
  );

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
