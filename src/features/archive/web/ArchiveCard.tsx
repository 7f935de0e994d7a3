import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { SaveButton } from '#features/access/web/SaveButton.tsx';
import { eventsQuery } from '#features/events/web/queries.ts';
import type { exportInventory } from '#features/inventory/contract.ts';
import type { exportRsvps } from '#features/rsvps/contract.ts';
import { ROWS_AT_MOST_TEXT } from '#features/scores/rules/bulk-verdicts.ts';
import type { exportUsers } from '#features/users/contract.ts';
import { isolated } from '#platform/isolated.ts';
import { cardDate } from '#platform/time.ts';
import { download } from '#platform/web/download.ts';
import { Card } from '#platform/web/ui/card.tsx';
import { SelectField } from '#platform/web/ui/field.tsx';
import type { exportFestival } from '../contract.ts';
import { ImportFestival } from './ImportFestival.tsx';
import { ImportProgramme } from './ImportProgramme.tsx';

/** Downloads and imports of files. */
export const ArchiveCard = ({ zone }: { zone: string }) => (
  <Card className="grid grid-cols-[minmax(0,1fr)] gap-6 p-4 sm:p-6 lg:grid-cols-2">
    <Half title="Take along">
      <SaveButton save={() => download<typeof exportUsers>('GET /api/admin/exports/users.csv')}>
        Users and scores (CSV)
      </SaveButton>
      <SaveButton save={() => download<typeof exportInventory>('GET /api/admin/exports/inventory.csv')}>
        Inventory (CSV)
      </SaveButton>
      <RsvpExport zone={zone} />
      <SaveButton save={() => download<typeof exportFestival>('GET /api/admin/exports/festival.json')}>
        Whole festival (JSON)
      </SaveButton>
      <p className="text-sm text-pretty text-mute">
        An upload of scores takes {ROWS_AT_MOST_TEXT} rows: split a longer table. Only the whole festival’s file holds
        emails: keep it where others can’t read it.
      </p>
    </Half>
    <Half title="Bring in">
      <ImportProgramme zone={zone} />
      <ImportFestival />
    </Half>
  </Card>
);

const Half = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
    <h4 className="text-lg font-semibold">{title}</h4>
    {children}
  </div>
);

function RsvpExport({ zone }: { zone: string }) {
  const { data: events = [] } = useQuery(eventsQuery);
  const [picked, setPicked] = useState('');
  const event = events.find(({ id }) => id === picked) ?? events[0];
  if (event === undefined) return <p className="text-mute">An event’s RSVPs, as soon as there is an event.</p>;
  return (
    <div className="grid gap-2.5">
      <SelectField
        label="RSVPs of an event"
        value={event.id}
        onChange={(change) => setPicked(change.target.value)}
        options={events.map(({ id, title, startTime }) => ({
          value: id,
          label: `${isolated(title)} · ${cardDate(startTime, zone)}`,
        }))}
        className="pr-10 text-ellipsis"
      />
      <SaveButton
        save={() =>
          download<typeof exportRsvps>('GET /api/admin/exports/events/{id}/rsvps.csv', { params: { id: event.id } })
        }
      >
        RSVPs (CSV)
      </SaveButton>
    </div>
  );
}
