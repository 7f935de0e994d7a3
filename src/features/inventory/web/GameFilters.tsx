import { SearchField, SelectField } from '#platform/web/ui/field.tsx';
import { hideKeyboard } from '#platform/web/ui/keyboard.ts';
import type { GameFilter } from '../rules.ts';
import { TYPE_CHOICES } from './parts/words.ts';

type GameFiltersProps = { filter: GameFilter; onChange: (change: Partial<GameFilter>) => void };

const readType = (value: string) => TYPE_CHOICES.find((choice) => choice.value === value)?.value || null;

export const GameFilters = ({ filter, onChange }: GameFiltersProps) => (
  <form
    aria-label="Find games"
    onSubmit={hideKeyboard}
    className="grid w-full grid-cols-[minmax(0,1fr)_auto] gap-2.5 sm:grid-cols-[minmax(0,22rem)_10rem]"
  >
    <SearchField
      label="Search games"
      quietLabel
      placeholder="Game or owner…"
      value={filter.q}
      onSearch={(q) => onChange({ q })}
    />
    <SelectField
      label="Type of game"
      quietLabel
      options={TYPE_CHOICES}
      value={filter.type ?? ''}
      onChange={(change) => onChange({ type: readType(change.target.value) })}
    />
  </form>
);
