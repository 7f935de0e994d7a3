import type { ChangeEvent } from 'react';
import { kindOf } from '#features/brackets/engine/kinds.ts';
import { NumberField, SelectField, TextField } from '#platform/web/ui/field.tsx';
import type { FormatOptions } from '../../contract.ts';
import { FORMAT } from '../../limits.ts';
import { optionsOf } from '../../rules/format.ts';
import type { EventForm } from './event-form.ts';

type Shown = { value: string; error?: string | undefined; hint?: string | undefined };
type FormatFieldsProps = {
  type: EventForm['tournamentType'];
  field: (
    name: keyof FormatOptions,
  ) => Shown & { onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void };
  number: (name: keyof FormatOptions) => Shown & { onType: (typed: string) => void };
};

/** How this type of tournament is played. Nothing for a type without options. */
export function FormatFields({ type, field, number }: FormatFieldsProps) {
  const known = optionsOf(type);
  if (known.length === 0) return null;
  const has = (option: keyof FormatOptions) => known.includes(option);
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 rounded-xl border border-line px-4 pt-2 pb-4 sm:col-span-2 sm:grid-cols-2">
      <legend className="px-1 font-semibold">How it is played</legend>
      {has('rounds') && (
        <NumberField
          label="Rounds"
          {...FORMAT.rounds}
          {...hinted(number('rounds'), type === 'heats' ? 'Empty: 3.' : 'Empty: as many as suit the players.')}
        />
      )}
      {has('groupSize') && (
        <NumberField
          label="Largest group"
          {...FORMAT.group}
          {...hinted(number('groupSize'), 'Empty: one group up to 8, else 6.')}
        />
      )}
      {has('tableSize') && (
        <NumberField label="Largest table" {...FORMAT.table} {...hinted(number('tableSize'), 'Empty: 4.')} />
      )}
      {has('tablePoints') && (
        <TextField
          label="Points of a table"
          placeholder="4, 2, 1, 0"
          autoComplete="off"
          {...hinted(field('tablePoints'), 'By place. Ties share.')}
        />
      )}
      {has('cut') && <SelectField label="At the end" options={cutsOf(type)} {...field('cut')} />}
      {has('minutes') && (
        <NumberField
          label="Minutes of a round"
          {...FORMAT.minutes}
          {...hinted(number('minutes'), 'Empty: no clock.')}
        />
      )}
    </fieldset>
  );
}

const hinted = <P extends Shown>(props: P, hint: string): P => ({ ...props, hint: props.hint ?? hint });

const labelOfCut = (cut: number | 'final') =>
  cut === 'final' ? 'A final table of the best' : `A knock-out of the best ${cut}`;

const cutsOf = (type: EventForm['tournamentType']) => [
  { value: '', label: 'Nothing' },
  ...(type === 'none' ? [] : (kindOf(type).cuts ?? [])).map((cut) => ({ value: String(cut), label: labelOfCut(cut) })),
];
