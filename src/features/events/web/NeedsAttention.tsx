import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Fragment, type ReactNode, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { ActButton, useAct } from '#features/access/web/act.tsx';
import { DAY } from '#platform/durations.ts';
import { counted } from '#platform/numbers.ts';
import { clockTime, festivalDay, festivalDayHeading, timeRange } from '#platform/time.ts';
import { useNow } from '#platform/web/clock.tsx';
import { Button, buttonClass } from '#platform/web/ui/button.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { FestivalEvent } from '../contract.ts';
import { bracketsMissing, clashesByDay, leftOver, linesWaiting } from '../rules/attention.ts';
import { endOf, lateWords, startOf } from '../rules/clock.ts';
import { StatusButton } from './StatusButton.tsx';
import { changeStatus } from './state.ts';

/** Completes events of an earlier day one after the other; what was never started is started first. */
function AllAreOver({ events }: { events: readonly FestivalEvent[] }) {
  const completeAll = async () => {
    for (const { id, status, tournamentType } of events) {
      if (status === 'upcoming') await changeStatus({ id, status: 'in-progress' });
      await changeStatus({ id, status: 'completed', ...(tournamentType === null ? {} : { onlyDecided: true }) });
    }
  };
  const all = useAct(completeAll, {
    fails: 'That didn’t work. Please try again.',
    busy: 'They are being completed.',
    done: () => showToast({ title: 'Events Completed', description: counted(events.length, 'event', 'events') }),
  });
  return (
    <ActButton act={all} tone="sea">
      All are over
    </ActButton>
  );
}

/** A warning of the server, as the attention slice sends it. */
type Warning = { id: string; text: string; link?: { label: string; to: string } | undefined };
type NeedsAttentionProps = { events: readonly FestivalEvent[]; warnings: readonly Warning[]; zone: string };

/** More than one further are behind a button: today fits on one screen of a laptop. */
const SHOWN = 3;

/** Lists what an organiser should act on; renders nothing when there is nothing. */
export function NeedsAttention({ events, warnings, zone }: NeedsAttentionProps) {
  const now = useNow();
  const [isWhole, setWhole] = useState(false);
  const ofEvents = useMemo(() => attentionRows(events, now, zone), [events, now, zone]);
  const rows = [...warnings.map(warningRow), ...ofEvents];
  if (rows.length === 0) return null;
  const shown = isWhole || rows.length === SHOWN + 1 ? rows : rows.slice(0, SHOWN);
  const more = rows.length - shown.length;
  return (
    <section aria-labelledby="needs-attention" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 id="needs-attention" className="font-display text-2xl leading-none text-coral">
        NEEDS ATTENTION
      </h3>
      <ul className="card divide-y divide-line border-coral/60 px-4">
        {shown.map(({ key, text, action }) => (
          <li key={key} className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1.5 py-1.5">
            <p className="flex min-w-0 flex-[1_1_18rem] gap-2.5 leading-snug [overflow-wrap:anywhere]">
              <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-coral" />
              <span className="min-w-0">{text}</span>
            </p>
            {action}
          </li>
        ))}
        {more > 0 && (
          <li className="py-1">
            <Button tone="ghost" onClick={() => setWhole(true)}>
              Show {more} more
            </Button>
          </li>
        )}
      </ul>
    </section>
  );
}

type Row = { key: string; text: ReactNode; action?: ReactNode };

const warningRow = ({ id, text, link }: Warning): Row => ({ key: id, text, action: link && <ActLink {...link} /> });

const ActLink = ({ label, to }: { label: string; to: string }) => (
  <Link to={to} className={buttonClass()}>
    {label}
  </Link>
);

const Title = ({ event }: { event: FestivalEvent }) => <strong className="font-semibold">{event.title}</strong>;

const pageOf = ({ id }: FestivalEvent): string => `/admin/events/${id}`;
const drawOf = (event: FestivalEvent): string => `${pageOf(event)}?part=bracket`;

type LinksProps = {
  events: readonly FestivalEvent[];
  to: (event: FestivalEvent) => string;
  more: (event: FestivalEvent) => string;
};

/** Several events of one line, each with the way to what is done about it. */
const Links = ({ events, to, more }: LinksProps) =>
  events.map((event, index) => (
    <Fragment key={event.id}>
      {index > 0 && ', '}
      <Link to={to(event)} className="font-semibold underline underline-offset-2">
        {event.title}
      </Link>
      {` (${more(event)})`}
    </Fragment>
  ));

const startTime = (event: FestivalEvent): string => new Date(startOf(event)).toISOString();
const endTime = (event: FestivalEvent): string => new Date(endOf(event)).toISOString();

/** '3:00–5:00 PM', or 'now 3:25–5:25 PM, about 25 min late' */
const timesOf = (event: FestivalEvent, zone: string): string => {
  const [times, late] = [timeRange(startTime(event), event.duration, zone), lateWords(event)];
  return late === null ? times : `now ${times}, ${late}`;
};

/** 'yesterday', or 'Thursday, Nov 13' */
const dayWords = (day: string, now: string, zone: string): string =>
  day === festivalDay(new Date(Date.parse(now) - DAY).toISOString(), zone) ? 'yesterday' : festivalDayHeading(day);

/** 'at 8:45 PM', and of another day 'yesterday at 8:45 PM'. */
function atWords(moment: string, now: string, zone: string): string {
  const day = festivalDay(moment, zone);
  const at = `at ${clockTime(moment, zone)}`;
  return day === festivalDay(now, zone) ? at : `${dayWords(day, now, zone)} ${at}`;
}

const attentionRows = (events: readonly FestivalEvent[], now: string, zone: string): Row[] => [
  ...leftOver(events, { now, zone }).days.map((left) => ({
    key: `day ${left.day}`,
    text: `${left.events.length} events of ${dayWords(left.day, now, zone)} should have ended and are not completed.`,
    action: <AllAreOver events={left.events} />,
  })),
  ...leftOver(events, { now, zone }).others.map((event) => ({
    key: `over ${event.id}`,
    text:
      event.status === 'completed' ? (
        <>
          <Title event={event} /> is completed.
        </>
      ) : (
        <>
          <Title event={event} /> should have ended {atWords(endTime(event), now, zone)} and{' '}
          {event.status === 'upcoming' ? 'was never started.' : 'is still in progress.'}
        </>
      ),
    action: <StatusButton event={event} />,
  })),
  ...together(bracketsMissing(events, now), {
    one: (event) => ({
      text: (
        <>
          <Title event={event} /> {startOf(event) > Date.parse(now) ? 'starts' : 'was to start'}{' '}
          {atWords(startTime(event), now, zone)}
          {event.lateMinutes > 0 && `, ${lateWords(event)},`} and has no bracket yet. Draw it when everybody is checked
          in.
        </>
      ),
      action: <ActLink label="Draw" to={drawOf(event)} />,
    }),
    many: (missing) => (
      <>
        {missing.length} tournaments have no bracket yet:{' '}
        <Links events={missing} to={drawOf} more={(event) => atWords(startTime(event), now, zone)} />. Draw each when
        everybody is checked in.
      </>
    ),
  }),
  ...clashesByDay(events, { now, zone }).map(({ day, pairs }) => ({
    key: `rooms ${day}`,
    text: (
      <>
        {pairs.slice(0, PAIRS_TOLD).map(([one, other], index) => (
          <Fragment key={`${one.id} ${other.id}`}>
            {index > 0 && '; '}
            {one.location} {index === 0 && `is booked twice on ${festivalDayHeading(day)}`}: <Title event={one} /> (
            {timesOf(one, zone)}) and <Title event={other} /> ({timesOf(other, zone)})
          </Fragment>
        ))}
        {pairs.length > PAIRS_TOLD && `; and ${pairs.length - PAIRS_TOLD} more`}. Move one of them.
      </>
    ),
    action: <ActLink label="Plan of that day" to={`/admin/events?view=plan&day=${day}`} />,
  })),
  ...together(linesWaiting(events, now), {
    one: (event) => ({
      text: (
        <>
          <Title event={event} /> is full, and {counted(event.waiting, 'person waits', 'people wait')}. Raise the
          capacity to give them places.
        </>
      ),
      action: <ActLink label="Open" to={pageOf(event)} />,
    }),
    many: (full) => (
      <>
        {full.length} events are full, and people wait:{' '}
        <Links events={full} to={pageOf} more={({ waiting }) => String(waiting)} />. Raise the capacity to give them
        places.
      </>
    ),
  }),
];

/** The plan of the day shows all of them. */
const PAIRS_TOLD = 2;

type Words = {
  one: (event: FestivalEvent) => Omit<Row, 'key'>;
  many: (events: readonly FestivalEvent[]) => ReactNode;
};

/** One row for all events of a kind. */
function together(events: readonly FestivalEvent[], { one, many }: Words): Row[] {
  const [first] = events;
  if (first === undefined) return [];
  const key = events.map(({ id }) => id).join(' ');
  return [events.length === 1 ? { key, ...one(first) } : { key, text: many(events) }];
}
