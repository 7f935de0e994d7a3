import { useQuery } from '@tanstack/react-query';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import CalendarX from 'lucide-react/icons/calendar-x';
import Dices from 'lucide-react/icons/dices';
import Megaphone from 'lucide-react/icons/megaphone';
import Plus from 'lucide-react/icons/plus';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'wouter';
import { useAdminMode } from '#features/access/web/state.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { type EventFilter, keeps } from '#features/events/rules/filters.ts';
import type { FirstEvents } from '#features/events/rules/first-events.ts';
import {
  currentEvents,
  filterProgramme,
  type ProgrammeView,
  programmeAt,
  programmeDays,
} from '#features/events/rules/programme.ts';
import { EventFilters, FilterRow } from '#features/events/web/EventFilters.tsx';
import { EventList, EventListPlaceholder } from '#features/events/web/EventList.tsx';
import { useEvents } from '#features/events/web/state.ts';
import { closedUntil } from '#features/festival/rules/opening.ts';
import { useFestival } from '#features/festival/web/queries.ts';
import { myRsvpsQuery } from '#features/rsvps/web/queries.ts';
import { festivalDay, tickerTime } from '#platform/time.ts';
import { useNow, ZoneNote } from '#platform/web/clock.tsx';
import { Button, buttonClass } from '#platform/web/ui/button.tsx';
import { PageFrame, PageTitle } from '#platform/web/ui/frames.tsx';
import { EmptyState, LoadError } from '#platform/web/ui/loading.tsx';
import { clearFilters, type FilterAddress, programmeAddress } from './parts/home-address.ts';

export type HomeView = {
  /** Undefined while what the filter asks for is loading. */
  readonly view: ProgrammeView<FestivalEvent> | undefined;
  /** The page that goes on where this one ends; null when the list does. */
  readonly more: string | null;
  /** The list, or its rest, did not load. */
  readonly failed: boolean;
  readonly retry: () => void;
  /** Whether this device has places; undefined until that is known. */
  readonly hasPlaces: boolean | undefined;
};

/** Returns what the list shows: the part that came with the page, then everything the filter finds. */
function useProgramme(zone: string, { q, type, day, seats, fits }: EventFilter): HomeView {
  const { all, first, failed, retry } = useEvents();
  const now = useNow();
  const programme = useWholeProgramme(all, zone, now);
  const { mine, hasPlaces } = useMyEvents(all);
  // Only these two depend on the time: the list is not filtered again every half minute for nothing.
  const at = seats > 0 || fits !== null ? now : '';
  const found = useMemo(
    () =>
      all && programme && (fits !== 'mine' || hasPlaces !== undefined)
        ? filterProgramme(programme, day, keeps(all, { q, type, seats, fits }, { mine, now: at }))
        : undefined,
    [all, programme, day, q, type, seats, fits, mine, hasPlaces, at],
  );
  const part = useMemo(() => {
    if (first === undefined || seats > 0 || fits !== null || !isPartFor(first, { q, type, day })) return undefined;
    const cards = first.events.slice(0, first.shown);
    const chosen = first.choice?.day ?? null;
    const { shown, current } = filterProgramme(programmeAt(cards, { zone, now }), chosen, () => true);
    return { current, days: first.days, day: chosen, shown };
  }, [first, zone, now, q, type, day, seats, fits]);
  const choice = first?.choice ?? null;
  const goesOn = found === undefined && part !== undefined && first?.more === true && choice !== null;
  return {
    view: found ?? part,
    more: goesOn ? programmeAddress({ ...choice, part: choice.part + 1 }) : null,
    failed,
    retry,
    hasPlaces,
  };
}

type Events = readonly FestivalEvent[];

/** The same object until the list, the day or what is current changes, because each new one redraws the whole list. */
function useWholeProgramme(all: Events | undefined, zone: string, now: string) {
  const today = festivalDay(now, zone);
  const days = useMemo(() => all && programmeDays(all, { zone, today }), [all, zone, today]);
  const latest = all && currentEvents(all, { zone, now });
  const ids = latest?.map(({ day, items }) => `${day} ${items.map(({ id }) => id).join(' ')}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `ids` says whether `latest` is another
  const current = useMemo(() => latest ?? [], [all, ids]);
  return useMemo(() => days && { days, current }, [days, current]);
}

const NONE: Events = [];

/** Returns the events that this device has places in and that are not completed. Loaded after hydration. */
function useMyEvents(all: Events | undefined): { mine: Events; hasPlaces: boolean | undefined } {
  const { data, isError } = useQuery(myRsvpsQuery);
  const mine = useMemo(() => {
    const ids = new Set(data?.map(({ eventId }) => eventId));
    return ids.size === 0 ? NONE : (all ?? NONE).filter(({ id, status }) => ids.has(id) && status !== 'completed');
  }, [data, all]);
  return { mine, hasPlaces: data === undefined ? (isError ? false : undefined) : data.length > 0 };
}

/** Returns whether the part that came with the page begins what the filter asks for. */
function isPartFor({ choice, days }: FirstEvents, { q, type, day }: Pick<EventFilter, 'q' | 'type' | 'day'>): boolean {
  if (choice === null || q.trim() !== '' || type !== choice.type) return false;
  // The server ignores a day that the programme does not have.
  return day === choice.day || (choice.day === null && !days.includes(day ?? ''));
}

type ProgrammeProps = {
  zone: string;
  address: FilterAddress;
  onOpen: (id: string) => void;
  onCreate: () => void;
  action: (event: FestivalEvent) => ReactNode;
  next: (event: FestivalEvent) => ReactNode;
};

/** On phones the bar at the thumb and the menu lead there. */
const MORE = [
  { href: '/announcements', words: 'Announcements', Icon: Megaphone },
  { href: '/inventory', words: 'Game inventory', Icon: Dices },
] as const;

const MORE_LINK =
  'inline-flex min-h-11 items-center gap-2 font-semibold leading-tight text-sea underline-offset-4 hover:underline';

/** UPCOMING EVENTS with search, filters and, in admin mode, a button to create one. */
export function Programme({ zone, address, onCreate, ...list }: ProgrammeProps) {
  const { on: admin } = useAdminMode();
  const { filter, shown, search, change } = address;
  return (
    <PageFrame>
      <div className="no-print -my-3 flex flex-wrap items-center justify-between gap-x-4 max-sm:-mt-7 max-sm:items-start">
        <nav aria-label="More of the festival" className="flex gap-x-6 whitespace-nowrap max-md:hidden">
          {MORE.map(({ href, words, Icon }) => (
            <Link key={href} href={href} className={MORE_LINK}>
              <Icon aria-hidden="true" className="size-5 shrink-0" />
              {words}
            </Link>
          ))}
        </nav>
        <div className="min-h-5 min-w-0 max-sm:min-h-0 max-sm:*:text-xs [overflow-wrap:anywhere]">
          <ZoneNote zone={zone} />
        </div>
      </div>
      <section id="events" aria-label="Programme" tabIndex={-1} className="programme focus:outline-none max-sm:-mt-7">
        <header className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
          <PageTitle as="h2">UPCOMING EVENTS</PageTitle>
          <div className="flex w-full flex-wrap gap-2.5 sm:w-auto">
            {admin && (
              <>
                <Button tone="sun" onClick={onCreate}>
                  <Plus aria-hidden="true" />
                  Create New Event
                </Button>
                <Link href={shown.day === null ? '/print' : `/print?day=${shown.day}`} className={buttonClass('ghost')}>
                  Print
                </Link>
              </>
            )}
            <EventFilters q={filter.q} type={filter.type} onSearch={search} onType={(type) => change({ type })} />
          </div>
        </header>
        <Found zone={zone} address={address} {...list} />
      </section>
    </PageFrame>
  );
}

type FoundProps = Pick<ProgrammeProps, 'zone' | 'address' | 'onOpen' | 'action' | 'next'>;

const NO_SCHEDULE = 'This phone has no place in any event yet. Take one; this filter then hides what overlaps with it.';

function Found({ zone, address: { filter, shown, search, change }, ...cards }: FoundProps) {
  const { view, more, failed, retry, hasPlaces } = useProgramme(zone, shown);
  const addressOf = (day: string | null) => `${programmeAddress({ ...shown, day, part: 1 })}#events`;
  const error = failed && <LoadError title="The events didn’t load" onRetry={retry} />;
  const { seats, fits } = filter;
  const filtered =
    shown.q.trim() !== '' || shown.type !== null || shown.seats > 0 || shown.fits !== null || view?.day != null;
  const found = view?.shown.reduce((sum, { items }) => sum + items.length, 0);
  const clear = () => {
    search('');
    clearFilters();
  };
  return (
    <>
      <FilterRow
        zone={zone}
        view={view}
        addressOf={addressOf}
        seats={seats}
        fits={fits}
        noSchedule={hasPlaces ? undefined : NO_SCHEDULE}
        onChange={change}
      />
      <p role="status" className="sr-only">
        {filtered && found !== undefined && `${found} ${found === 1 ? 'event' : 'events'} found`}
      </p>
      {found === 0 && <NoneFound onClear={filtered ? clear : undefined} />}
      {view !== undefined && found !== 0 && <EventList view={view} zone={zone} {...cards} />}
      {more !== null && (
        <Link href={`${more}#events`} className={`${buttonClass('ghost')} justify-self-center`}>
          More events
        </Link>
      )}
      {error || (view === undefined && <EventListPlaceholder />)}
    </>
  );
}

function NoneFound({ onClear }: { onClear: (() => void) | undefined }) {
  const { timeZone, ...facts } = useFestival();
  const opensAt = closedUntil(facts, new Date(useNow()));
  if (opensAt !== null)
    return (
      <EmptyState
        icon={<CalendarClock />}
        title="Coming soon"
        text={`The programme opens ${tickerTime(opensAt, timeZone)}.`}
      />
    );
  return <NothingFound onClear={onClear} />;
}

const NothingFound = ({ onClear }: { onClear: (() => void) | undefined }) => (
  <EmptyState
    icon={<CalendarX />}
    title="No events found"
    text={onClear ? 'Try another word, or look through everything.' : 'The programme is still being written.'}
    action={
      onClear && (
        <Button tone="sea" onClick={onClear}>
          Show all events
        </Button>
      )
    }
  />
);
