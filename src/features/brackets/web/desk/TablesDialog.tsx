import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAct } from '#features/access/web/act.tsx';
import type { editEvent, FestivalEvent, TableSettings } from '#features/events/contract.ts';
import { TABLES } from '#features/events/limits.ts';
import { request } from '#platform/web/api.ts';
import { CheckField, SelectField, TextArea } from '#platform/web/ui/field.tsx';
import { FormDialog } from '#platform/web/ui/form-dialog.tsx';
import type { fixTable, Match } from '../../contract.ts';
import { entrantsIn } from '../../rules/entrants.ts';
import type { EventCalls } from '../../rules/shapes.ts';
import { atTable, namedTables } from '../../rules/tables.ts';
import { callsQuery } from '../queries.ts';

type TablesDialogProps = { event: FestivalEvent; calls: EventCalls; matches: readonly Match[]; onClose: () => void };

const REASONS = ['wet', 'broken', 'in use'];

type SavedTables = TableSettings & { fixed: { entrantId: string; table: string } };

/** Saves an event's tables, and the table of one player if one is named. */
async function saveTables(id: string, { fixed: { entrantId, table }, ...body }: SavedTables): Promise<void> {
  const params = { id };
  await request<typeof editEvent>('PATCH /api/events/{id}', { params, body });
  if (entrantId === '') return;
  const fixed = { entrantId, table: table === '' ? null : table };
  await request<typeof fixTable>('PUT /api/events/{id}/fixed-tables', { params, body: fixed });
}

/** The tables of an event, which are closed and why, and who always plays at one of them. */
export function TablesDialog({ event, calls, matches, onClose }: TablesDialogProps) {
  const client = useQueryClient();
  const present = calls.tables.map(({ name }) => name);
  const [typed, setTyped] = useState<string | null>(null);
  const [closed, setClosed] = useState(new Map(calls.tables.map(({ name, reason }) => [name, reason ?? ''])));
  const [callsByItself, setByItself] = useState(calls.callsByItself);
  const [fixed, setFixed] = useState({ entrantId: '', table: '' });
  const save = useAct((wanted: SavedTables) => saveTables(event.id, wanted), {
    fails: 'The tables could not be saved. Please try again.',
    inForm: true,
    done: onClose,
    settled: () => client.invalidateQueries(callsQuery(event.id)),
  });
  // The only table '4' was not typed as a count.
  const tables = typed === null ? present : namedTables(typed);
  const closedTables = Object.fromEntries(
    [...closed].filter(([name, reason]) => reason !== '' && tables.includes(name)),
  );
  const atTables = tables.map((name) => ({ value: name, label: atTable(name, true) }));
  const tableOf = (id: string) => calls.fixedTables.find(({ entrantId }) => entrantId === id)?.table ?? '';
  return (
    <FormDialog
      title="Tables"
      description={event.title}
      submitLabel="Save Tables"
      sendingLabel="Saving..."
      act={save}
      onSubmit={() => save.run({ tables, closedTables, callsByItself, fixed })}
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
