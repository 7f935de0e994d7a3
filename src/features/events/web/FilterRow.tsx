import Check from 'lucide-react/icons/check';
import { festivalDayShort } from '#platform/time.ts';
import { useArrowKeys } from '#platform/web/ui/arrow-keys.ts';
import { showToast } from '#platform/web/ui/toast.ts';
import { betweenWords, type EventFilter, SEATS_WANTED } from '../rules/filters.ts';
import { type ProgrammeView, SECTION_NAMES } from '../rules/programme.ts';
import { DayChips } from './parts/DayChips.tsx';

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
  const days = view === undefined ? [] : [...view.current, ...view.days];
  const chips = days.map((day) => ({ day, words: wordsOf(day), href: addressOf(day) }));
  const all = { day: null, words: 'All days', href: addressOf(null) };
  return (
    <div {...useArrowKeys()} role="toolbar" aria-label="Filters and days" className={ROW}>
      <Toggle on={seats > 0} onClick={() => onChange({ seats: seats > 0 ? 0 : 1 })}>
        Has seats
      </Toggle>
      {seats > 0 && (
        <select
          aria-label="Has seats for"
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
