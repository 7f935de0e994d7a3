import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useAct } from '#features/access/web/act.tsx';
import { SaveButton } from '#features/access/web/SaveButton.tsx';
import { useFestival } from '#features/festival/web/queries.ts';
import { isolated } from '#platform/names.ts';
import { request } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { SelectField, TextField } from '#platform/web/ui/field.tsx';
import { download } from '#platform/web/ui/files.tsx';
import { FormDialog } from '#platform/web/ui/form-dialog.tsx';
import { Card } from '#platform/web/ui/frames.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { beginNextYear, erase, exportEverything } from '../contract.ts';
import { dayWithYear, shiftDay } from '../rules/next-year.ts';

/** After the festival, in this order. Loaded on demand, with its dialogs. */
export function HandOver() {
  const [opened, setOpened] = useState<'erase' | 'next year' | null>(null);
  const { data: erased } = useQuery(erasedQuery);
  const close = () => setOpened(null);
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-5 p-4 sm:p-5">
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-3">
        <Step text="1. The festival’s file, all tables and all pictures. It holds emails: keep it where others can’t read it.">
          <SaveButton save={() => download<typeof exportEverything>('GET /api/admin/exports/everything.zip')}>
            Take everything along
          </SaveButton>
        </Step>
        <Step text="2. The festival’s people, or everything but its facts. This can’t be undone.">
          <Button tone="danger" onClick={() => setOpened('erase')}>
            Erase...
          </Button>
        </Step>
        <Step text="3. Facts, rooms, missions and screens stay. The programme becomes drafts on the same weekdays.">
          <Button onClick={() => setOpened('next year')}>Begin next year...</Button>
        </Step>
      </ol>
      <p role="status" className="text-pretty [overflow-wrap:anywhere] empty:hidden">
        {erased}
      </p>
      {opened === 'erase' && <EraseDialog onClose={close} />}
      {opened === 'next year' && <NextYearDialog onClose={close} />}
    </Card>
  );
}

const Step = ({ text, children }: { text: string; children: ReactNode }) => (
  <li className="grid grid-rows-[1fr_auto] gap-2.5">
    <p className="text-pretty text-mute">{text}</p>
    {children}
  </li>
);

const ERASURES = {
  people: {
    label: 'The festival’s people',
    goes: 'This erases visitors with their names, emails, answers, stars and words of how events were; places, waiting lists, accounts, points, claims, brackets, queues, games, messages, uploads, reminders, calendars, helpers’ links and the list of changes. Facts, rooms, missions, screens, pictures and the programme stay, also the names of hosts. Nobody has a place.',
  },
  everything: {
    label: 'Everything but the facts',
    goes: 'This erases all people and what they did, the programme, screens and pictures. Facts, rooms and missions stay.',
  },
} as const;
const BACKUP =
  'Organisers stay unlocked. A backup is made before. It is deleted after 7 days, with every older one beside the database. On PostgreSQL there is none: the operator’s own dump is the only one. Copies elsewhere stay.';

/** What was erased in this page, also when its part was folded meanwhile. */
const erasedQuery = queryOptions<string>({
  queryKey: ['erased'],
  queryFn: skipToken,
  gcTime: Number.POSITIVE_INFINITY,
});

function EraseDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const { name } = useFestival();
  const [what, setWhat] = useState<keyof typeof ERASURES>('people');
  const [confirm, setConfirm] = useState('');
  const act = useAct(() => request<typeof erase>('POST /api/admin/erase', { body: { what, confirm } }), {
    fails: 'Not everything could be erased. Please try again.',
    inForm: true,
    done({ backup }) {
      showToast({ title: 'Erased', description: ERASURES[what].label });
      const words = backup
        ? `The backup made before is ${backup}. It is deleted after 7 days, with every older one beside the database.`
        : 'There is no backup here: the operator’s own dump, if there is one, is the only copy.';
      client.setQueryData(erasedQuery.queryKey, `Erased. ${words}`);
      onClose();
    },
  });
  return (
    <FormDialog
      title="Erase"
      description="This can’t be undone. Take everything along first."
      tone="danger"
      submitLabel="Erase for good"
      sendingLabel="Erasing..."
      act={act}
      missing={confirm.trim() === '' ? 'Type the festival’s name first.' : undefined}
      onSubmit={act.run}
      onClose={onClose}
    >
      <SelectField
        label="What is erased"
        value={what}
        onChange={(change) => setWhat(change.target.value as typeof what)}
        options={Object.entries(ERASURES).map(([value, { label }]) => ({ value, label }))}
      />
      <p className="text-pretty">{ERASURES[what].goes}</p>
      <p className="text-pretty text-mute">{BACKUP}</p>
      <TextField
        label="The festival’s name"
        hint={`Type: ${isolated(name)}`}
        autoComplete="off"
        value={confirm}
        onChange={(change) => setConfirm(change.target.value)}
      />
    </FormDialog>
  );
}

function NextYearDialog({ onClose }: { onClose: () => void }) {
  const { firstDay: former, dates } = useFestival();
  // 52 weeks.
  const [firstDay, setFirstDay] = useState(() => shiftDay(former, 364));
  const act = useAct(() => request<typeof beginNextYear>('POST /api/admin/next-year', { body: { firstDay } }), {
    fails: 'Next year could not be begun. Please try again.',
    inForm: true,
    done({ events }) {
      showToast({ title: 'Next year begun', description: `Drafts in the programme: ${events}` });
      onClose();
    },
  });
  return (
    <FormDialog
      title="Begin next year"
      description={`The first day was ${dayWithYear(former)}. Events keep their weekday and time, and become drafts.`}
      submitLabel="Begin next year"
      sendingLabel="Moving the programme..."
      act={act}
      missing={firstDay === '' ? 'Choose the first day.' : undefined}
      onSubmit={act.run}
      onClose={onClose}
    >
      <TextField
        label="First day"
        type="date"
        value={firstDay}
        onChange={(change) => setFirstDay(change.target.value)}
      />
      <p className="text-pretty text-mute">
        {`Afterwards correct the dates in words, now “${isolated(dates)}”, in Facts and missions, and set there when programme and places open: those moments are removed.`}
      </p>
    </FormDialog>
  );
}
