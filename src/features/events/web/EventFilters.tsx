import type { FormEvent } from 'react';
import { SelectField, TextField } from '#platform/web/ui/field.tsx';
import type { EventType } from '../contract.ts';
import { readType, TYPE_CHOICES } from './words.ts';

type EventFiltersProps = {
  q: string;
  type: EventType | null;
  onSearch: (q: string) => void;
  onType: (type: EventType | null) => void;
};

/** The list already follows the typing; Search on a phone's keyboard only puts the keyboard away. */
const showResults = (submitted: FormEvent<HTMLFormElement>) => {
  submitted.preventDefault();
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
};

export const EventFilters = ({ q, type, onSearch, onType }: EventFiltersProps) => (
  <form
    aria-label="Find events"
    onSubmit={showResults}
    className="no-print grid w-full grid-cols-[minmax(0,1fr)_auto] gap-2.5 sm:w-auto sm:grid-cols-[15rem_10rem]"
  >
    <TextField
      label="Search events"
      quietLabel
      type="search"
      placeholder="Search title or location…"
      enterKeyHint="search"
      autoComplete="off"
      value={q}
      onChange={(change) => onSearch(change.target.value)}
    />
    <SelectField
      label="Type of event"
      quietLabel
      options={TYPE_CHOICES}
      value={type ?? ''}
      onChange={(change) => onType(readType(change.target.value))}
    />
  </form>
);
