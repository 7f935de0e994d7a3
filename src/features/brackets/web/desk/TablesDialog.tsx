import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureWords, guarded } from '#features/access/web/state.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { TABLES } from '#features/events/limits.ts';
import { CheckField, SelectField, TextArea } from '#platform/web/ui/field.tsx';
import { FormDialog } from '#platform/web/ui/form-dialog.tsx';
import type { EventCalls, Match } from '../../contract.ts';
import { entrantsIn } from '../../rules/entrants.ts';
import { atTable, namedTables } from '../../rules/tables.ts';
import { callsQuery, saveTablesMutation } from '../queries.ts';

type TablesDialogProps = { event: FestivalEvent; calls: EventCalls; matches: readonly Match[]; onClose: () => void };

const REASONS = ['wet', 'broken', 'in use'];

/** The tables of an event, which are closed and why, and who always plays at one of them. */
export function TablesDialog({ event, calls, matches, onClose }: TablesDialogProps) {
  const client = useQueryClient();
  const present = calls.tables.map(({ name }) => name);
  const [typed, setTyped] = useState<string | null>(null);
  const [closed, setClosed] = useState(new Map(calls.tables.map(({ name, reason }) => [name, reason ?? ''])));
  const [callsByItself, setByItself] = useState(calls.callsByItself);
  const [fixed, setFixed] = useState({ entrantId: '', table: '' });
  const { mutateAsync, isPending, error } = useMutation({
    ...saveTablesMutation,
    onSuccess: onClose,
    onSettled: () => client.invalidateQueries(callsQuery(event.id)),
  });
  // The only table '4' was not typed as a count.
  const tables = typed === null ? present : namedTables(typed);
  const closedTables = Object.fromEntries(
    [...closed].filter(([name, reason]) => reason !== '' && tables.includes(name)),
  );
  const save = () => mutateAsync({ eventId: event.id, tables, closedTables, callsByItself, fixed });
  const atTables = tables.map((name) => ({ value: name, label: atTable(name, true) }));
  const tableOf = (id: string) => calls.fixedTables.find(({ entrantId }) => entrantId === id)?.table ?? '';
  return (
    <FormDialog
      title="Tables"
      description={event.title}
      submitLabel="Save Tables"
      sendingLabel="Saving..."
      act={{ isBusy: isPending, problem: failureWords(error, 'The tables could not be saved. Please try again.') }}
      onSubmit={() => guarded(save)}
      onClose={onClose}
    >
      <TextArea
        label="Tables"
        hint="How many, or names with commas between them. Events in one room share tables of the same name."
        value={typed ?? present.join(', ')}
        error={
          tables.some((name) => name.length > TABLES.longest)
            ? `The name of a table has at most ${TABLES.longest} characters.`
            : undefined
        }
        onChange={({ target }) => setTyped(target.value)}
      />
      <CheckField checked={callsByItself} onCheck={setByItself}>
        Call by itself: when a table is free, the next match is called
      </CheckField>
      <div className="grid gap-3 sm:grid-cols-2">
        {tables.map((name) => {
          const reason = closed.get(name) ?? '';
          const reasons = reason === '' || REASONS.includes(reason) ? REASONS : [...REASONS, reason];
          return (
            <SelectField
              key={name}
              label={atTable(name, true)}
              value={reason}
              options={[
                { value: '', label: 'open' },
                ...reasons.map((value) => ({ value, label: `closed: ${value}` })),
              ]}
              onChange={({ target }) => setClosed(new Map(closed).set(name, target.value))}
            />
          );
        })}
      </div>
      {tables.length > 0 && (
        <div className="grid gap-3 sm:grid-cols-2">
          <SelectField
            label="Fixed table for"
            value={fixed.entrantId}
            options={[
              { value: '', label: 'Choose a player' },
              ...entrantsIn(matches).map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={({ target: { value } }) => setFixed({ entrantId: value, table: tableOf(value) })}
          />
          {fixed.entrantId !== '' && (
            <SelectField
              label="Their table"
              value={fixed.table}
              options={[{ value: '', label: 'any' }, ...atTables]}
              onChange={({ target }) => setFixed({ ...fixed, table: target.value })}
            />
          )}
        </div>
      )}
    </FormDialog>
  );
}
