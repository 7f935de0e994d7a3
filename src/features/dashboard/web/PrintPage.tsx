import { useIsFetching } from '@tanstack/react-query';
import CalendarX from 'lucide-react/icons/calendar-x';
import Lock from 'lucide-react/icons/lock';
import Printer from 'lucide-react/icons/printer';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useAdminMode } from '#features/access/web/state.ts';
import { UnlockFirst } from '#features/access/web/UnlockFirst.tsx';
import { BracketSheet } from '#features/brackets/web/BracketSheet.tsx';
import { PosterSheets } from '#features/check-in/web/Poster.tsx';
import { RosterSheet } from '#features/check-in/web/RosterSheet.tsx';
import type { FestivalEvent } from '#features/events/contract.ts';
import { likelyEvent } from '#features/events/rules/clock.ts';
import { daysToPrint, EVERY_DAY, roomsIn } from '#features/events/rules/plan.ts';
import { sortByStart } from '#features/events/rules/programme.ts';
import { DaySheet, DoorSheets } from '#features/events/web/DaySheets.tsx';
import { useAllEvents } from '#features/events/web/state.ts';
import { PosterSheet } from '#features/festival/web/PosterSheet.tsx';
import { useFestival } from '#features/festival/web/queries.ts';
import { NumbersSheet } from '#features/operations/numbers/web/NumbersSheet.tsx';
import { BadgeList, BadgeSheets, EVERY_GROUP, useGroups } from '#features/people/badges/web/BadgeSheets.tsx';
import { HERO_SUN, sunPath } from '#platform/scene.ts';
import { festivalDay, festivalDayHeading, longDay, tickerTime, zonedTime } from '#platform/time.ts';
import { changeQuery } from '#platform/web/change-query.ts';
import { useNow } from '#platform/web/clock.tsx';
import { useHydrated } from '#platform/web/hydrated.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { SelectField } from '#platform/web/ui/field.tsx';
import { PageFrame, PageTitle } from '#platform/web/ui/frames.tsx';
import { EmptyState, Skeleton } from '#platform/web/ui/loading.tsx';

const SHEETS = [
  { value: 'day', label: 'Programme of a day' },
  { value: 'doors', label: 'Room doors' },
  { value: 'posters', label: 'Check-in posters' },
  { value: 'roster', label: 'Roster' },
  { value: 'bracket', label: 'Bracket' },
  { value: 'festival', label: 'Festival poster' },
  { value: 'numbers', label: 'Numbers' },
  { value: 'badges', label: 'Badges' },
  { value: 'badge-list', label: 'List of badges' },
] as const;
type Sheet = (typeof SHEETS)[number]['value'];

/** Sheets for organisers, and what is said of them without admin mode. */
const LOCKED: Partial<Record<Sheet, { readonly to: string; readonly text: string }>> = {
  festival: { to: 'see the poster', text: 'Only organisers can print it.' },
  posters: { to: 'see the posters', text: 'Their codes open the check-in, so only organisers see them.' },
  numbers: { to: 'see the numbers', text: 'Only organisers see them.' },
  badges: { to: 'see the badges', text: 'Their codes open accounts, so only organisers see them.' },
  'badge-list': { to: 'see the list', text: 'Its codes open accounts, so only organisers see them.' },
  roster: { to: 'see the roster', text: 'It names people, so only organisers see it.' },
};

/** Printed without a programme. */
const NEEDS_NO_EVENT: readonly Sheet[] = ['festival', 'numbers', 'badges', 'badge-list'];

/** The hero's sun in black, down to the horizon. */
const SUN = (
  <svg aria-hidden="true" viewBox="-8 0 68 42" shapeRendering="crispEdges">
    <path d={sunPath(HERO_SUN.rows, HERO_SUN.gaps)} />
    <path d="M-8 41h68v1h-68z" />
  </svg>
);

const set = (changes: Record<string, string>) => changeQuery(changes, { replace: true });

/** Sheets for paper. What is chosen is in the address: `/print?sheet=roster&event=ID`, `/print/badges?user=ID`. */
export function PrintPage({ zone }: { zone: string }) {
  const { data: events } = useAllEvents();
  // The server renders one page for every address.
  const hydrated = useHydrated();
  return (
    <PageFrame>
      <div className="no-print">
        <PageTitle>PRINT SHEETS</PageTitle>
      </div>
      {!hydrated || events === undefined ? <Skeleton className="h-96" /> : <Chosen events={events} zone={zone} />}
    </PageFrame>
  );
}

const BADGES_PATH = '/print/badges';

type ChosenProps = { events: readonly FestivalEvent[]; zone: string };

function Chosen({ events, zone }: ChosenProps) {
  const query = new URLSearchParams(useSearch());
  const linked = events.find(({ id }) => id === query.get('event'));
  const [path] = useLocation();
  const usual = path === BADGES_PATH ? 'badges' : linked ? 'roster' : 'day';
  const sheet = SHEETS.find(({ value }) => value === query.get('sheet'))?.value ?? usual;
  // The sheet must not change by itself when an event or a day ends.
  const [openedAt] = useState(useNow());
  const stamp = useStamp(zone);
  const shared = { events, zone, openedAt, stamp, linked };
  const instead = insteadOf({ sheet, query, ...shared }, useAdminMode().on);
  const isLoading = useIsFetching({ predicate: ({ state }) => state.data === undefined }) > 0;
  return (
    <>
      <div className="no-print flex flex-wrap items-end gap-3">
        <div className="w-full sm:w-56">
          <SelectField
            label="Sheet"
            options={SHEETS}
            value={sheet}
            onChange={({ target }) => set({ sheet: target.value })}
          />
        </div>
        <Choices sheet={sheet} query={query} {...shared} />
        <Button
          tone="sun"
          disabledReason={isLoading ? 'The sheet is still loading.' : instead?.whyNotPrint}
          onClick={() => print()}
        >
          <Printer aria-hidden="true" />
          Print
        </Button>
      </div>
      {instead?.message ?? <Shown sheet={sheet} query={query} {...shared} />}
    </>
  );
}

/** 'Games by the Sea · as of Thursday, Nov 13, 3:00 PM EST' */
function useStamp(zone: string): string {
  const now = useNow();
  return `${useFestival().name} · as of ${longDay(now, zone)}, ${zonedTime(now, zone)}`;
}

type PartProps = ChosenProps & {
  sheet: Sheet;
  query: URLSearchParams;
  openedAt: string;
  stamp: string;
  linked: FestivalEvent | undefined;
};

/** The chosen days, and their rooms. A linked event brings its day and its room. */
function daysOf({ events, zone, openedAt, query, linked, sheet }: PartProps) {
  const today = festivalDay(openedAt, zone);
  const wanted = query.get('day') ?? (linked ? festivalDay(linked.startTime, zone) : null);
  // These sheets hang where everybody sees them.
  const shown = events.filter(({ draft }) => !draft);
  const { days, chosen } = daysToPrint(shown, { zone, today, wanted });
  const rooms = roomsIn(chosen.flatMap(({ items }) => items));
  const asked = query.get('room') ?? (sheet === 'doors' ? linked?.location : undefined);
  const room = rooms.find(({ name, items }) => name === asked || items.some(({ location }) => location === asked));
  const isEvery = wanted === EVERY_DAY;
  return { days, chosen, shown: isEvery ? EVERY_DAY : (chosen[0]?.day ?? ''), rooms, room };
}

/** The events that a sheet can be about, and the chosen one. */
function offered({ sheet, events, openedAt, linked }: PartProps) {
  const fit = sortByStart(sheet === 'bracket' ? events.filter(({ bracketDrawn }) => bracketDrawn) : events);
  return { fit, event: fit.find((one) => one === linked) ?? likelyEvent(fit, openedAt) };
}

function Choices(props: PartProps) {
  const { sheet, zone, events } = props;
  const { days, shown, rooms, room } = daysOf(props);
  if (sheet === 'badges' || sheet === 'badge-list') return <BadgeChoices sheet={sheet} query={props.query} />;
  if (sheet === 'festival' || sheet === 'numbers' || events.length === 0) return null;
  if (sheet === 'roster' || sheet === 'bracket') {
    const { fit, event } = offered(props);
    if (event === undefined) return null;
    return (
      <Choice
        label="Event"
        chosen={event.id}
        options={fit.map(({ id, title, startTime }) => [id, `${title} · ${tickerTime(startTime, zone)}`])}
        onChoose={(id) => set({ sheet, event: id })}
      />
    );
  }
  return (
    <>
      <Choice
        label="Day"
        chosen={shown}
        options={[...days.map((day): [string, string] => [day, festivalDayHeading(day)]), [EVERY_DAY, 'Every day']]}
        onChoose={(one) => set({ sheet, day: one })}
      />
      {sheet === 'doors' && (
        <Choice
          label="Room"
          chosen={room?.name ?? ''}
          options={[['', 'Every room'], ...rooms.map(({ name }): [string, string] => [name, name])]}
          onChoose={(name) => changeQuery({ day: shown, room: name, event: null }, { replace: true })}
        />
      )}
    </>
  );
}

const PAPERS = [
  ['a4', 'A4'],
  ['letter', 'Letter'],
] as const;

function BadgeChoices({ sheet, query }: Pick<PartProps, 'sheet' | 'query'>) {
  const groups = useGroups();
  const choose = (changes: Record<string, string | null>) => changeQuery({ sheet, ...changes }, { replace: true });
  return (
    <>
      {sheet === 'badges' && (
        <Choice label="Paper" chosen={paperOf(query)} options={PAPERS} onChoose={(paper) => choose({ paper })} />
      )}
      {groups.length > 0 && (
        <Choice
          label="Group"
          chosen={query.get('group') ?? EVERY_GROUP}
          options={[[EVERY_GROUP, 'Everybody'], ...groups.map((group) => [group, group] as const)]}
          onChoose={(group) => choose({ group, user: null })}
        />
      )}
    </>
  );
}

const paperOf = (query: URLSearchParams): string => (query.get('paper') === 'letter' ? 'letter' : 'a4');

type ChoiceProps = {
  label: string;
  chosen: string;
  options: readonly (readonly [value: string, label: string])[];
  onChoose: (value: string) => void;
};

const Choice = ({ label, chosen, options, onChoose }: ChoiceProps) => (
  <div className="w-full sm:w-64">
    <SelectField
      label={label}
      options={options.map(([value, words]) => ({ value, label: words }))}
      value={chosen}
      onChange={({ target }) => onChoose(target.value)}
      className="pr-10 text-ellipsis"
    />
  </div>
);

const NOTHING = 'There is nothing to print yet.';

/** Returns what is shown in place of the sheet, and why it cannot be printed; null if there is a sheet. */
function insteadOf(props: PartProps, isAdmin: boolean) {
  const { sheet, events } = props;
  if (!NEEDS_NO_EVENT.includes(sheet) && events.length === 0) {
    const text = 'Sheets are printed from the programme.';
    return { message: <EmptyState icon={<CalendarX />} title="No events yet" text={text} />, whyNotPrint: NOTHING };
  }
  const locked = isAdmin ? undefined : LOCKED[sheet];
  if (locked !== undefined)
    return { message: <UnlockFirst icon={<Lock />} {...locked} />, whyNotPrint: 'Unlock to print it.' };
  if (sheet === 'bracket' && offered(props).event === undefined) {
    const text = 'Brackets can be printed once they are drawn.';
    return { message: <EmptyState icon={<CalendarX />} title="No bracket yet" text={text} />, whyNotPrint: NOTHING };
  }
  return null;
}

function Shown(props: PartProps) {
  const { sheet, zone, stamp, events, query } = props;
  const { chosen, room } = daysOf(props);
  if (sheet === 'festival') return <PosterSheet sun={SUN} />;
  if (sheet === 'numbers') return <NumbersSheet stamp={stamp} />;
  const wanted = { group: query.get('group') ?? EVERY_GROUP, user: query.get('user') };
  if (sheet === 'badges') return <BadgeSheets paper={paperOf(query)} {...wanted} />;
  if (sheet === 'badge-list') return <BadgeList stamp={stamp} {...wanted} />;
  if (sheet === 'day') {
    return chosen.map(({ day, items }) => <DaySheet key={day} day={day} events={items} zone={zone} stamp={stamp} />);
  }
  if (sheet === 'doors') {
    return chosen.map(({ day, items }) => {
      const rooms = roomsIn(room ? items.filter((event) => room.items.includes(event)) : items);
      return <DoorSheets key={day} rooms={rooms} day={day} zone={zone} stamp={stamp} />;
    });
  }
  if (sheet === 'posters') return <PosterSheets events={chosen.flatMap(({ items }) => items)} zone={zone} />;
  const { event } = offered(props);
  if (event === undefined) return null;
  const several = events.filter(({ id }) => query.getAll('event').includes(id));
  if (sheet === 'roster' && several.length > 1)
    return several.map((one) => <RosterSheet key={one.id} event={one} zone={zone} stamp={stamp} />);
  if (sheet === 'bracket') return <BracketSheet event={event} zone={zone} stamp={stamp} />;
  return <RosterSheet event={event} zone={zone} stamp={stamp} />;
}
