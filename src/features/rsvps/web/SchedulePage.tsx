import { useQuery } from '@tanstack/react-query';
import ArrowRight from 'lucide-react/icons/arrow-right';
import CalendarHeart from 'lucide-react/icons/calendar-heart';
import CircleCheck from 'lucide-react/icons/circle-check';
import Printer from 'lucide-react/icons/printer';
import { Fragment, type ReactNode, useState } from 'react';
import { Link, useSearch } from 'wouter';
import type { FestivalEvent } from '#features/events/contract.ts';
import { type Between, betweenWords } from '#features/events/rules/filters.ts';
import { GROUPS, overlapping, scheduleGroups } from '#features/events/rules/schedule.ts';
import { EventState, LateMark, TYPE_COLOUR } from '#features/events/web/EventBadges.tsx';
import { eventAddress } from '#features/events/web/EventCard.tsx';
import { useEvents, useIsOver } from '#features/events/web/state.ts';
import { RoomName } from '#features/festival/web/RoomName.tsx';
import { MyCode } from '#features/people/users/web/MyCode.tsx';
import { festivalDayHeading, longDay, timeRange } from '#platform/time.ts';
import { useNow, ZoneNote } from '#platform/web/clock.tsx';
import { Badge, StateLabel } from '#platform/web/ui/badge.tsx';
import { buttonClass, Tool } from '#platform/web/ui/button.tsx';
import { focusMain } from '#platform/web/ui/focus.ts';
import { Card, PageFrame, PageTitle } from '#platform/web/ui/frames.tsx';
import { EmptyState, LoadError, Loading } from '#platform/web/ui/loading.tsx';
import type { Rsvp } from '../contract.ts';
import { joinSchedule, placesByEvent, type ScheduleEntry } from '../rules.ts';
import { CancelPlace } from './CancelPlace.tsx';
import { InAppNote } from './InAppNote.tsx';
import { OverlapNote } from './Overlaps.tsx';
import { myRsvpsQuery } from './queries.ts';
import { useUnsentPlaces } from './unsent/place-writes.ts';
import { UnsentPlaces } from './unsent/UnsentPlaces.tsx';

type PlaceProps = {
  rsvp: Rsvp;
  /** Other events of this person at the same time. */
  overlaps: readonly FestivalEvent[];
  /** The next match in a tournament, passed in by the app. */
  next: ReactNode;
};

type ScheduleCardProps = {
  event: FestivalEvent;
  /** Of this device's people. */
  places: readonly PlaceProps[];
  zone: string;
  /** Shows whose place each is. */
  named: boolean;
  /** What changed of the event, passed in by the app. */
  changed: ReactNode;
  /** Links besides cancelling, passed in by the app. */
  offer: ReactNode;
};

/** BOARD, VIDEO or COURSE (docs/behaviour.md "Programme"). */
const badgeOf = ({ gameType }: FestivalEvent): string =>
  gameType === null ? 'COURSE' : gameType === 'board' ? 'BOARD' : 'VIDEO';

function ScheduleCard({ event, places, zone, named, changed, offer }: ScheduleCardProps) {
  const { id, title, startTime, duration, location, description } = event;
  return (
    <Card
      as="article"
      accent={TYPE_COLOUR[event.eventType]}
      edge="left"
      className="grid gap-2 py-4 pr-4 pl-5 sm:pr-5 sm:pl-6"
    >
      <div className="flex items-start justify-between gap-4">
        <p className="min-w-0 text-[0.9375rem] text-mute [overflow-wrap:anywhere]">
          <time dateTime={startTime}>
            {longDay(startTime, zone)} · {timeRange(startTime, duration, zone)}
          </time>
          <LateMark event={event} /> · <RoomName name={location} />
        </p>
        <span className="flex items-center gap-3">
          <EventState event={event} isPlayer />
          <Badge colour={TYPE_COLOUR[event.eventType]}>{badgeOf(event)}</Badge>
        </span>
      </div>
      <h3 className="text-xl leading-tight font-semibold [overflow-wrap:anywhere]">
        <Link href={eventAddress(id)} className="hover:underline">
          {title}
        </Link>
      </h3>
      {description !== '' && <Description text={description} />}
      {changed}
      {places.map(({ rsvp, overlaps, next }, index) => (
        <div key={rsvp.id} className={`grid gap-2 ${index === 0 ? '' : 'border-t border-line pt-2'}`}>
          {overlaps.length > 0 && <OverlapNote events={overlaps} zone={zone} />}
          {next}
          <div className="group/acts flex flex-wrap items-center justify-between gap-x-4 gap-y-2 empty:hidden">
            {named && (
              <p className="min-w-0 max-sm:w-full [overflow-wrap:anywhere]">
                <span className="text-mute">Player: </span>
                {rsvp.playerName}
              </p>
            )}
            {rsvp.checkedIn && <StateLabel colour="sea">CHECKED IN</StateLabel>}
            {!rsvp.checkedIn && <CancelPlace rsvp={rsvp} named={named} event={event} onCancelled={focusMain} />}
            {/* On phones the question before a cancellation needs the row for itself. */}
            {offer && index === places.length - 1 && (
              <div className="max-sm:group-has-[fieldset]/acts:hidden">{offer}</div>
            )}
          </div>
        </div>
      ))}
    </Card>
  );
}

/** Characters that a phone shows in two lines. */
const SHORT = 90;

/** Two lines of it, until More is pressed. All on paper. */
function Description({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false);
  const isFolded = !isOpen && text.length > SHORT;
  return (
    <div className="grid justify-items-start">
      <p
        className={`max-w-prose text-mute [overflow-wrap:anywhere] ${isFolded ? 'line-clamp-2 print:line-clamp-none' : ''}`}
      >
        {text}
      </p>
      {text.length > SHORT && (
        <button
          type="button"
          className="no-print -my-1.5 min-h-11 pr-4 font-semibold text-sea underline underline-offset-4"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Less' : 'More'}
        </button>
      )}
    </div>
  );
}

/** Query parameter after a check-in (`/schedule?checked-in=EVENT`). */
const CHECKED_IN = 'checked-in';

/** What is next for a place in a tournament; `named` shows whose it is. */
export type NextFor = (event: FestivalEvent, rsvp: Rsvp, named: boolean) => ReactNode;

type SchedulePageProps = {
  zone: string;
  next: NextFor;
  /** What changed of an event. */
  changed: (event: FestivalEvent) => ReactNode;
  /** What else a card offers, beside cancelling the place. */
  offer: (event: FestivalEvent) => ReactNode;
  /** Where people of this device are called to. */
  called: ReactNode;
  /** What the page offers when this device has something. */
  tools: ReactNode;
  /** The address of the events that lie within a free stretch of time. */
  fitAddress: (gap: Between) => string;
  /** Offered where this device has nothing: perhaps another one has. */
  join: ReactNode;
  /** What comes after the places: where people wait. */
  more: ReactNode;
  /** Whether this device has something else than places: it waits, has a star, or an account. */
  owns: boolean;
  /** Null until they are known. */
  changes: ScheduleChanges | null;
};

/** Shown above the places, and the cancelled events below them, null for none. */
type ScheduleChanges = { readonly news: ReactNode; readonly cancelled: ReactNode };

export function SchedulePage({ zone, called, tools, more, owns, changes, ...rest }: SchedulePageProps) {
  const events = useEvents();
  const mine = useQuery(myRsvpsQuery);
  const retry = () => {
    void mine.refetch();
    events.retry();
  };
  // A page that was rendered for this visitor carries the events of their places.
  const carried = mine.data?.every(({ eventId }) => events.known?.some(({ id }) => id === eventId));
  const listed = carried ? events.known : events.all;
  const entries = mine.data && listed && joinSchedule(mine.data, listed);
  const isKnown = entries !== undefined && changes !== null;
  const isFirst = isKnown && entries.length === 0;
  const failed = !isKnown && (events.failed || (mine.isError && mine.data === undefined));
  const toolRow = (
    <div className="no-print flex gap-2.5 max-sm:gap-1 sm:flex-wrap">
      <MyCode />
      {tools}
      <Tool icon={<Printer aria-hidden="true" />} short="Print" words="Print" onClick={() => print()} />
    </div>
  );
  return (
    <PageFrame>
      <header className="grid min-h-18 content-start gap-2 max-sm:-my-3">
        <PageTitle>MY SCHEDULE</PageTitle>
        <ZoneNote zone={zone} />
      </header>
      {called}
      <InAppNote />
      <UnsentPlaces zone={zone} />
      {isFirst && more}
      {isFirst && owns && toolRow}
      {failed ? (
        <LoadError title="Your schedule didn’t load" more="Your places are safe." onRetry={retry} />
      ) : !isKnown ? (
        <UntilKnown join={rest.join} />
      ) : (
        <Days entries={entries} zone={zone} changes={changes} toolRow={toolRow} {...rest} />
      )}
      {!isFirst && more}
    </PageFrame>
  );
}

/** What has nothing says so with the page, by the mark of early.js: a device that has never held anything waits for no answer. */
const UntilKnown = ({ join }: Pick<SchedulePageProps, 'join'>) => (
  <>
    <div className="hidden gap-6 in-[:root:not([data-mine])]:grid">
      <NothingYet />
      {join}
    </div>
    <div className="in-[:root:not([data-mine])]:hidden">
      <Loading words="Loading your schedule" count={3} list="grid gap-3" className="h-36 rounded-2xl" />
    </div>
  </>
);

type DayListProps = Pick<SchedulePageProps, 'zone' | 'next' | 'changed' | 'offer' | 'fitAddress'> & {
  entries: ScheduleEntry<FestivalEvent>[];
  /** After what is next. */
  below: ReactNode;
};

type DaysProps = Omit<DayListProps, 'below'> & { join: ReactNode; changes: ScheduleChanges; toolRow: ReactNode };

function Days({ entries, changes, join, toolRow, ...rest }: DaysProps) {
  const checkedIn = new URLSearchParams(useSearch()).get(CHECKED_IN);
  const { unsent } = useUnsentPlaces();
  const elsewhere = checkedIn !== null && entries.every(({ event }) => event.id !== checkedIn);
  const isEmpty = !elsewhere && entries.length === 0 && changes.cancelled === null && unsent.length === 0;
  return (
    <>
      {elsewhere && <CheckedInHere />}
      {entries.length === 0 && changes.news}
      {entries.length > 0 && (
        <DayList
          entries={entries}
          below={
            <>
              {toolRow}
              {changes.news}
            </>
          }
          {...rest}
        />
      )}
      {entries.length === 0 && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          {isEmpty && <NothingYet />}
          {join}
        </div>
      )}
      {changes.cancelled}
    </>
  );
}

const headingOf = (day: string): string =>
  day in GROUPS ? GROUPS[day as keyof typeof GROUPS] : festivalDayHeading(day);

function DayList({ entries, zone, next, changed, offer, fitAddress, below }: DayListProps) {
  const now = useNow();
  // A family's device shows whose place each is.
  const several = new Set(entries.map(({ rsvp }) => rsvp.playerName)).size > 1;
  const groups = scheduleGroups(entries, { zone, now });
  const isMoment = groups[0]?.day === 'next' || groups[0]?.day === 'now';
  const cardsOf = (items: (typeof groups)[number]['items']) =>
    placesByEvent(items).map(({ event, places, gap }) => (
      <li key={event.id} className="grid break-inside-avoid gap-3">
        {gap && <GapLink gap={gap} zone={zone} address={fitAddress(gap)} />}
        <ScheduleCard
          event={event}
          places={places.map((rsvp) => ({
            rsvp,
            overlaps: overlapping(entries, event, rsvp.playerName).map((entry) => entry.event),
            next: next(event, rsvp, several),
          }))}
          zone={zone}
          named={several}
          changed={changed(event)}
          offer={offer(event)}
        />
      </li>
    ));
  return groups.map(({ day, items }, index) => {
    const cards = cardsOf(items);
    // Of a whole day only its first event comes before the tools.
    const before = index === 0 && !isMoment ? cards.splice(0, 1) : cards.splice(0);
    return (
      <Fragment key={day}>
        <section aria-label={headingOf(day)} className="grid gap-3">
          <h2 className="text-lg text-mute">{headingOf(day)}</h2>
          <ul className="grid gap-3">{before}</ul>
          {index === 0 && !isMoment && below}
          {cards.length > 0 && <ul className="grid gap-3">{cards}</ul>}
        </section>
        {index === 0 && isMoment && below}
      </Fragment>
    );
  });
}

const GapLink = ({ gap, zone, address }: { gap: Between; zone: string; address: string }) => (
  <Link
    href={address}
    className="no-print flex min-h-11 items-center justify-between gap-3 rounded-xl border border-dashed border-edge px-4 py-1 font-semibold text-sea hover:bg-raise"
  >
    What fits {betweenWords(gap, zone)}
    <ArrowRight aria-hidden="true" className="size-5 flex-none" />
  </Link>
);

const NothingYet = () => (useIsOver() ? <AllOver /> : <NoPlacesYet />);

const AllOver = () => (
  <EmptyState
    icon={<CalendarHeart />}
    title="The festival is over"
    text="This phone held no places. See who won."
    action={
      <Link href="/winners" className={buttonClass('sea')}>
        Winners
      </Link>
    }
  />
);

const NoPlacesYet = () => (
  <EmptyState
    icon={<CalendarHeart />}
    title="You haven't registered for any events yet"
    text="Find something you like and press RSVP. It will be waiting here."
    action={
      <Link href="/" className={buttonClass('sea')}>
        Browse Events
      </Link>
    }
  />
);

/** Checking in needs a name and no cookie, so it works on any phone; places stay on the phone that took them. */
const CheckedInHere = () => (
  <EmptyState
    icon={<CircleCheck />}
    title="You’re checked in"
    text="This phone doesn’t hold your registration, so it isn’t listed here. To see your schedule here too, open My schedule on the phone or computer you registered with, and press Use on another device."
    action={
      <Link href="/" className={buttonClass('sea')}>
        Browse Events
      </Link>
    }
  />
);
