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
    className="flex w-full max-w-130 flex-wrap gap-2.5 *:first:flex-[999_1_8rem] *:last:flex-auto"
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
