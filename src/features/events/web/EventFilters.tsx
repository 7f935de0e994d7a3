import Check from 'lucide-react/icons/check';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { festivalDayShort } from '#platform/time.ts';
import { SearchField, SelectField } from '#platform/web/ui/field.tsx';
import { hideKeyboard, useArrowKeys } from '#platform/web/ui/focus.ts';
import { showToast } from '#platform/web/ui/toast.ts';
import type { EventType } from '../contract.ts';
import { betweenWords, type EventFilter, SEATS_WANTED } from '../rules/filters.ts';
import { type ProgrammeView, SECTION_NAMES, TONIGHT } from '../rules/programme.ts';

/** A section of the programme; null for all of it. */
export type Chip = { readonly day: string | null; readonly words: string; readonly href: string };

type DayChipsProps = { chips: readonly Chip[]; chosen: string | null };

/** Links that show one section of the programme alone: on a phone the whole is some twenty screens long. */
export function DayChips({ chips, chosen }: DayChipsProps) {
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another day is chosen
  useEffect(() => {
    const chip = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (chip) bringIntoRow(chip);
  }, [chosen]);
  if (chips.length < 2) return null;
  return (
    <nav ref={nav} aria-label="Days" className="flex gap-0.5 sm:flex-wrap">
      {chips.map(({ day, words, href }) => (
        <Link
          key={words}
          href={href}
          replace
          onClick={() => document.getElementById('events')?.scrollIntoView()}
          aria-current={(day !== null && day === chosen) || undefined}
          className="day-chip"
        >
          {words}
        </Link>
      ))}
    </nav>
  );
}

/** Pixels: shows that the row goes on. */
const ROW_EDGE = 32;

/** Scrolls the row of chips, and never the page as `scrollIntoView` might. */
function bringIntoRow(chip: HTMLElement) {
  const row = chip.parentElement?.parentElement;
  if (!row) return;
  const [seen, own] = [row.getBoundingClientRect(), chip.getBoundingClientRect()];
  if (own.right > seen.right) row.scrollLeft += own.right - seen.right + ROW_EDGE;
  else if (own.left < seen.left) row.scrollLeft -= seen.left - own.left + ROW_EDGE;
}

type Chosen = Pick<EventFilter, 'seats' | 'fits'>;

type FilterRowProps = Chosen & {
  zone: string;
  /** Undefined while the list is loading. */
  view: ProgrammeView<unknown> | undefined;
  /** The address of a day, and of all days for null. */
  addressOf: (day: string | null) => string;
  /** Why nothing can be compared with the schedule. */
  noSchedule: string | undefined;
  onChange: (change: Partial<Chosen>) => void;
};

const wordsOf = (day: string): string => SECTION_NAMES[day] ?? festivalDayShort(day);

/** On phones it stays under the header. */
const ROW =
  'filter-row no-print flex flex-wrap items-center gap-1.5 max-sm:sticky max-sm:top-(--header-end) max-sm:z-5 max-sm:-mx-(--page-edge) max-sm:-my-1.5 max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:overscroll-x-contain max-sm:border-b max-sm:border-line max-sm:bg-night max-sm:px-(--page-edge) max-sm:py-1.5 max-sm:[scrollbar-width:none]';

/** Under the header on phones: what has seats, what fits, and links to the days. */
export function FilterRow({ zone, view, addressOf, seats, fits, noSchedule, onChange }: FilterRowProps) {
  const days = view === undefined ? [] : [...view.current, ...view.days].filter((day) => day !== TONIGHT);
  const hasTonight = view?.current.includes(TONIGHT);
  const isTonight = view?.day === TONIGHT;
  const chips = days.map((day) => ({ day, words: wordsOf(day), href: addressOf(day) }));
  const all = { day: null, words: 'All days', href: addressOf(null) };
  return (
    <div {...useArrowKeys()} role="toolbar" aria-label="Filters and days" className={ROW}>
      {hasTonight && (
        <Link
          href={addressOf(isTonight ? null : TONIGHT)}
          replace
          aria-current={isTonight || undefined}
          className="filter-chip"
        >
          {isTonight && <Check aria-hidden="true" />}
          Tonight
        </Link>
      )}
      <Toggle on={seats > 0} onClick={() => onChange({ seats: seats > 0 ? 0 : 1 })}>
        Has places
      </Toggle>
      {seats > 0 && (
        <select
          aria-label="Has places for"
          className="filter-chip"
          value={seats}
          onChange={(change) => onChange({ seats: Number(change.target.value) })}
        >
          {SEATS_WANTED.map((wanted) => (
            <option key={wanted} value={wanted}>{`for ${wanted}${wanted === 1 ? '' : '+'}`}</option>
          ))}
        </select>
      )}
      <Toggle
        on={fits !== null}
        reason={fits === null ? noSchedule : undefined}
        onClick={() => onChange({ fits: fits === null ? 'mine' : null })}
      >
        {fits === null || fits === 'mine' ? 'Fits my schedule' : `Fits ${betweenWords(fits, zone)}`}
      </Toggle>
      <DayChips chips={view?.day == null ? chips : [all, ...chips]} chosen={view?.day ?? null} />
    </div>
  );
}

type ToggleProps = { on: boolean; reason?: string | undefined; onClick: () => void; children: string };

const Toggle = ({ on, reason, onClick, children }: ToggleProps) => (
  <button
    type="button"
    className="filter-chip"
    aria-pressed={on}
    aria-disabled={reason !== undefined || undefined}
    title={reason}
    onClick={reason === undefined ? onClick : () => showToast({ title: children, description: reason })}
  >
    {on && <Check aria-hidden="true" />}
    {children}
  </button>
);

/** Choices of the type filter. */
export const TYPE_CHOICES = [
  { value: '', label: 'All Types' },
  { value: 'course', label: 'Courses' },
  { value: 'board-game', label: 'Board Games' },
  { value: 'card-game', label: 'Card Games' },
  { value: 'video-game', label: 'Video Games' },
] as const;

/** Parses a type in an address or a select; null for every type and for anything unknown. */
export const readType = (value: string | null): EventType | null =>
  TYPE_CHOICES.find((choice) => choice.value === value)?.value || null;

type EventFiltersProps = {
  q: string;
  type: EventType | null;
  onSearch: (q: string) => void;
  onType: (type: EventType | null) => void;
};

export const EventFilters = ({ q, type, onSearch, onType }: EventFiltersProps) => (
  <form
    aria-label="Find events"
    onSubmit={hideKeyboard}
    className="no-print flex w-full flex-wrap gap-2.5 *:first:flex-[999_1_8rem] *:last:flex-auto sm:grid sm:w-auto sm:grid-cols-[minmax(8rem,15rem)_minmax(7rem,10rem)]"
  >
    <SearchField label="Search events" quietLabel placeholder="Event, place or host…" value={q} onSearch={onSearch} />
    <SelectField
      label="Type of event"
      quietLabel
      options={TYPE_CHOICES}
      value={type ?? ''}
      onChange={(change) => onType(readType(change.target.value))}
    />
  </form>
);
