import FileUp from 'lucide-react/icons/file-up';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useAct } from '#features/access/web/act.tsx';
import { SaveButton } from '#features/access/web/SaveButton.tsx';
import { useAllEvents } from '#features/events/web/state.ts';
import type { exportInventory } from '#features/inventory/contract.ts';
import type { exportNumbers } from '#features/operations/numbers/contract.ts';
import type { exportUsers } from '#features/people/users/contract.ts';
import { ROWS_AT_MOST_TEXT } from '#features/points/scores/rules/verdicts.ts';
import type { exportRsvps } from '#features/rsvps/contract.ts';
import { isolated } from '#platform/names.ts';
import { listed } from '#platform/numbers.ts';
import { cardDate } from '#platform/time.ts';
import { request, sentenceOf } from '#platform/web/api.ts';
import { buttonClass } from '#platform/web/ui/button.tsx';
import { SelectField } from '#platform/web/ui/field.tsx';
import { download, FileButton } from '#platform/web/ui/files.tsx';
import { Card } from '#platform/web/ui/frames.tsx';
import { showError, showToast } from '#platform/web/ui/toast.ts';
import type { exportFestival, FestivalFile, importFestival } from '../contract.ts';
import { LARGEST_FESTIVAL_MIB } from '../limits.ts';
import { ImportProgramme, textOf } from './ImportProgramme.tsx';

const refuse = (description: string) => void showError(description, 'Import failed');

const asJson = (text: string): FestivalFile | null => {
  try {
    return JSON.parse(text) as FestivalFile;
  } catch {
    return null;
  }
};

/** Imports the whole festival from its file, for a new server or to go back. */
function ImportFestival() {
  // The file as it is: the server checks it.
  const send = (file: FestivalFile) =>
    request<typeof importFestival>('POST /api/admin/imports/festival', { body: file });
  const importing = useAct(send, {
    fails: '',
    inForm: true,
    done: (imported) => {
      const counts = Object.entries(imported).map(([list, count]) => `${count} ${list === 'rsvps' ? 'RSVPs' : list}`);
      showToast({ title: 'Festival imported', description: `${listed(counts)} are here.` });
    },
    failed: (error) => refuse(sentenceOf(error, 'Failed to import the festival. Please try again.')),
  });
  const choose = async (file: File) => {
    const read = await textOf(file, LARGEST_FESTIVAL_MIB);
    if ('problem' in read) return refuse(read.problem);
    const festival = asJson(read.text);
    if (festival === null) return refuse('This is not a festival file: it is not JSON.');
    importing.run(festival);
  };
  return (
    <div className="grid gap-2">
      <FileButton accept=".json,application/json" disabled={importing.isBusy} onFile={(file) => void choose(file)}>
        <FileUp aria-hidden="true" />
        {importing.isBusy ? 'Reading...' : 'Whole festival from JSON'}
      </FileButton>
      <p className="text-sm text-pretty text-mute">Only into an empty festival, so nothing is ever overwritten.</p>
    </div>
  );
}

/** The programme as a table, in and out, `children` with other imports, and a whole festival from its file. */
export const BringIn = ({ zone, children }: { zone: string; children?: ReactNode }) => (
  <Card className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 p-4 sm:p-5 lg:grid-cols-2">
    <ImportProgramme zone={zone} />
    {children}
    <ImportFestival />
  </Card>
);

/** Downloads of all lists, and of the whole festival. */
export const TakeAlong = ({ zone }: { zone: string }) => (
  <Card className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 p-4 sm:p-5 lg:grid-cols-2">
    <div className="grid gap-3">
      <SaveButton save={() => download<typeof exportUsers>('GET /api/admin/exports/users.csv')}>
        Users and scores (CSV)
      </SaveButton>
      <SaveButton save={() => download<typeof exportInventory>('GET /api/admin/exports/inventory.csv')}>
        Inventory (CSV)
      </SaveButton>
      <SaveButton save={() => download<typeof exportNumbers>('GET /api/admin/exports/numbers.csv')}>
        Numbers (CSV)
      </SaveButton>
      <Link href="/print?sheet=numbers" className={buttonClass()}>
        Numbers on paper
      </Link>
      <SaveButton save={() => download<typeof exportFestival>('GET /api/admin/exports/festival.json')}>
        Whole festival (JSON)
      </SaveButton>
      <p className="text-sm text-pretty text-mute">
        An upload of scores takes {ROWS_AT_MOST_TEXT} rows: split a longer table. Only the whole festival’s file holds
        emails: keep it where others can’t read it.
      </p>
    </div>
    <RsvpExport zone={zone} />
  </Card>
);

function RsvpExport({ zone }: { zone: string }) {
  const { data: events = [] } = useAllEvents();
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
