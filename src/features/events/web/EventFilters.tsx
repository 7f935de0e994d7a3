import { SearchField, SelectField } from '#platform/web/ui/field.tsx';
import { hideKeyboard } from '#platform/web/ui/keyboard.ts';
import type { EventType } from '../contract.ts';

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
