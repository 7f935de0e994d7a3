import CalendarHeart from 'lucide-react/icons/calendar-heart';
import CalendarX from 'lucide-react/icons/calendar-x';
import Dices from 'lucide-react/icons/dices';
import Megaphone from 'lucide-react/icons/megaphone';
import Plus from 'lucide-react/icons/plus';
import { type ReactNode, useCallback } from 'react';
import { Link } from 'wouter';
import { useAdminMode } from '#features/access/web/state.ts';
import type { EventType, FestivalEvent } from '#features/events/contract.ts';
import { EventFilters } from '#features/events/web/EventFilters.tsx';
import { EventList, EventListPlaceholder } from '#features/events/web/EventList.tsx';
import { PageFrame } from '#platform/web/PageFrame.tsx';
import { Button, buttonClass } from '#platform/web/ui/button.tsx';
import { EmptyState } from '#platform/web/ui/empty.tsx';
import { LoadError } from '#platform/web/ui/load-error.tsx';
import { PageTitle } from '#platform/web/ui/page-title.tsx';
import { ZoneNote } from '#platform/web/ZoneNote.tsx';
import { changeQuery, programmeAddress } from './home-address.ts';
import { useProgramme } from './programme-view.ts';

type ProgrammeProps = {
  zone: string;
  q: string;
  /** The search the list shows; lags behind the input, so that typing stays fast. */
  shownQ: string;
  type: EventType | null;
  day: string | null;
  onSearch: (q: string) => void;
  onType: (type: EventType | null) => void;
  onOpen: (id: string) => void;
  onCreate: () => void;
  action: (event: FestivalEvent) => ReactNode;
};

/** Screens that are not in the sidebar. */
const MORE = [
  { href: '/schedule', words: 'My schedule', Icon: CalendarHeart },
  { href: '/announcements', words: 'Announcements', Icon: Megaphone },
  { href: '/inventory', words: 'Game inventory', Icon: Dices },
] as const;

const MORE_LINK =
  'inline-flex min-h-11 items-center gap-2 font-semibold leading-tight text-sea underline-offset-4 hover:underline';

/** UPCOMING EVENTS with search, filter and, in admin mode, a button to create one. */
export function Programme({ zone, q, type, onSearch, onType, onCreate, ...list }: ProgrammeProps) {
  const { on: admin } = useAdminMode();
  return (
    <section id="events" aria-label="Programme" tabIndex={-1} className="focus:outline-none">
      <PageFrame>
        <header className="flex flex-wrap items-end justify-between gap-4">
          <PageTitle as="h2">UPCOMING EVENTS</PageTitle>
          <div className="flex w-full flex-wrap gap-2.5 sm:w-auto">
            {admin && (
              <Button tone="sun" onClick={onCreate}>
                <Plus aria-hidden="true" />
                Create New Event
              </Button>
            )}
            <EventFilters q={q} type={type} onSearch={onSearch} onType={onType} />
          </div>
        </header>
        <div className="no-print -my-3 grid items-center gap-x-4 sm:flex sm:justify-between">
          <nav aria-label="More of the festival" className="more-links">
            {MORE.map(({ href, words, Icon }) => (
              <Link key={href} href={href} className={MORE_LINK}>
                <Icon aria-hidden="true" className="size-5 max-sm:hidden" />
                {words}
              </Link>
            ))}
          </nav>
          <div className="min-h-5 min-w-0 [overflow-wrap:anywhere]">
            <ZoneNote zone={zone} />
          </div>
        </div>
        <Found zone={zone} type={type} onClear={() => onSearch('')} {...list} />
      </PageFrame>
    </section>
  );
}

type FoundProps = Pick<ProgrammeProps, 'zone' | 'shownQ' | 'type' | 'day' | 'onOpen' | 'action'> & {
  onClear: () => void;
};

function Found({ zone, shownQ, type, day, onClear, onOpen, action }: FoundProps) {
  const { view, more, failed, retry } = useProgramme(zone, { q: shownQ, type, day });
  const addressOf = useCallback(
    (one: string | null) => `${programmeAddress({ type, day: one, part: 1 })}#events`,
    [type],
  );
  const error = failed && <LoadError title="The events didn’t load" onRetry={retry} />;
  if (view === undefined) return error || <EventListPlaceholder />;
  const filtered = shownQ.trim() !== '' || type !== null || view.day !== null;
  const found = view.shown.reduce((sum, { items }) => sum + items.length, 0);
  if (found === 0) {
    const clear = () => {
      onClear();
      changeQuery({ q: null, type: null, day: null, part: null }, { replace: true });
    };
    return <NoneFound onClear={filtered ? clear : undefined} />;
  }
  return (
    <>
      <p role="status" className="sr-only">
        {filtered ? `${found} ${found === 1 ? 'event' : 'events'} found` : ''}
      </p>
      <EventList view={view} addressOf={addressOf} zone={zone} onOpen={onOpen} action={action} />
      {more !== null && (
        <Link href={`${more}#events`} className={`${buttonClass('ghost')} justify-self-center`}>
          More events
        </Link>
      )}
      {error}
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
