import CalendarHeart from 'lucide-react/icons/calendar-heart';
import CalendarX from 'lucide-react/icons/calendar-x';
import Dices from 'lucide-react/icons/dices';
import Megaphone from 'lucide-react/icons/megaphone';
import Plus from 'lucide-react/icons/plus';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useAdminMode } from '#features/access/web/state.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { EventFilters } from '#features/events/web/EventFilters.tsx';
import { EventList, EventListPlaceholder } from '#features/events/web/EventList.tsx';
import { FilterRow } from '#features/events/web/FilterRow.tsx';
import { PageFrame } from '#platform/web/PageFrame.tsx';
import { Button, buttonClass } from '#platform/web/ui/button.tsx';
import { EmptyState } from '#platform/web/ui/empty.tsx';
import { LoadError } from '#platform/web/ui/load-error.tsx';
import { PageTitle } from '#platform/web/ui/page-title.tsx';
import { ZoneNote } from '#platform/web/ZoneNote.tsx';
import { clearFilters, type FilterAddress, programmeAddress } from './home-address.ts';
import { useProgramme } from './programme-view.ts';

type ProgrammeProps = {
  zone: string;
  address: FilterAddress;
  onOpen: (id: string) => void;
  onCreate: () => void;
  action: (event: FestivalEvent) => ReactNode;
  next: (event: FestivalEvent) => ReactNode;
};

/** Screens that are not in the sidebar, and on phones, where it takes a tap to open, My schedule. */
const MORE = [
  { href: '/schedule', words: 'My schedule', Icon: CalendarHeart, only: 'md:hidden' },
  { href: '/announcements', words: 'Announcements', Icon: Megaphone, only: '' },
  { href: '/inventory', words: 'Game inventory', Icon: Dices, only: '' },
] as const;

/** One row whatever the font: words that wrap stay inside their 44 px, so the font's arrival does not move the page. */
const MORE_LINKS =
  'grid grid-cols-[repeat(auto-fit,minmax(5.25rem,auto))] justify-between gap-x-3 max-[360px]:grid-cols-[repeat(3,auto)] max-[360px]:gap-x-1.5 max-[360px]:text-[0.9375rem] sm:flex sm:flex-wrap sm:justify-start sm:gap-x-6 sm:whitespace-nowrap';
const MORE_LINK =
  'inline-flex min-h-11 items-center gap-2 font-semibold leading-tight text-sea underline-offset-4 hover:underline';

/** UPCOMING EVENTS with search, filters and, in admin mode, a button to create one. */
export function Programme({ zone, address, onCreate, ...list }: ProgrammeProps) {
  const { on: admin } = useAdminMode();
  const { filter, shown, search, change } = address;
  return (
    <PageFrame>
      <div className="no-print -my-3 grid items-center gap-x-4 sm:flex sm:flex-wrap sm:justify-between">
        <nav aria-label="More of the festival" className={MORE_LINKS}>
          {MORE.map(({ href, words, Icon, only }) => (
            <Link key={href} href={href} className={`${MORE_LINK} ${only}`}>
              <Icon aria-hidden="true" className="size-5 shrink-0 max-sm:hidden" />
              {words}
            </Link>
          ))}
        </nav>
        <div className="min-h-5 min-w-0 [overflow-wrap:anywhere]">
          <ZoneNote zone={zone} />
        </div>
      </div>
      <section id="events" aria-label="Programme" tabIndex={-1} className="programme focus:outline-none">
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

const NO_SCHEDULE =
  'This phone has no place in any event yet. RSVP to one; this filter then hides what overlaps with it.';

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

const NoneFound = ({ onClear }: { onClear: (() => void) | undefined }) => (
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
