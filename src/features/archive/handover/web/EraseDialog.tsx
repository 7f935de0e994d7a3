import { useState } from 'react';
import { useAct } from '#features/access/web/act.tsx';
import { useFestival } from '#features/festival/web/queries.ts';
import { isolated } from '#platform/names.ts';
import { ApiError, request } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { SelectField, TextField } from '#platform/web/ui/field.tsx';
import { FormDialog } from '#platform/web/ui/form-dialog.tsx';
import type { erase, What } from '../contract.ts';

const WORDS: Readonly<Record<What, { label: string; goes: string; stays: string; done: string }>> = {
  people: {
    label: 'The festival’s people',
    goes:
      'Names, emails, answers and notes of visitors; places and waiting lists, accounts and points, claims, brackets ' +
      'with results, queues, games in the inventory and open games, messages, uploads, helpers’ links, phones with their ' +
      'reminders and calendars, and the list of changes.',
    stays:
      'Facts, rooms, missions, screens, pictures, and the programme, where nobody has a place. Hosts of events stay.',
    done: 'The people are erased',
  },
  everything: {
    label: 'Everything but the facts',
    goes: 'All people and what they did, as above, and the programme, screens and pictures.',
    stays: 'Facts, rooms and missions.',
    done: 'Everything is erased',
  },
};

export function EraseDialog({ onClose }: { onClose: () => void }) {
  const { name } = useFestival();
  const [what, setWhat] = useState<What>('people');
  const [confirm, setConfirm] = useState('');
  const isName = (error: Error | null) => error instanceof ApiError && error.field === 'confirm';
  const act = useAct(() => request<typeof erase>('POST /api/admin/erase', { body: { what, confirm } }), {
    fails: 'Not everything could be erased. Please try again.',
    inForm: true,
  });
  if (act.answer !== undefined) return <Erased what={what} backup={act.answer.backup} onClose={onClose} />;
  const { goes, stays } = WORDS[what];
  const isWrongName = isName(act.error);
  return (
    <FormDialog
      title="Erase"
      description="It can’t be undone. Take everything along first."
      tone="danger"
      submitLabel="Erase for good"
      sendingLabel="Erasing..."
      act={isWrongName ? { isBusy: act.isBusy } : act}
      missing={confirm.trim() === '' ? 'Type the festival’s name first.' : undefined}
      onSubmit={act.run}
      onClose={onClose}
    >
      <SelectField
        label="What is erased"
        value={what}
        onChange={(change) => setWhat(change.target.value as What)}
        options={Object.entries(WORDS).map(([value, { label }]) => ({ value, label }))}
      />
      <dl className="grid gap-2.5 text-sm text-pretty">
        <Part term="Goes" text={goes} />
        <Part term="Stays" text={`${stays} Organisers stay unlocked.`} />
        <Part
          term="Backup"
          text={
            'One is made before, beside the database. After 7 days it is deleted, with every older backup there. On ' +
            'PostgreSQL none is made: the operator’s own dump is the only one.'
          }
        />
      </dl>
      <TextField
        label="The festival’s name"
        hint={`Type: ${isolated(name)}`}
        autoComplete="off"
        spellCheck={false}
        value={confirm}
        onChange={(change) => setConfirm(change.target.value)}
        error={isWrongName ? act.problem : undefined}
      />
    </FormDialog>
  );
}

const Part = ({ term, text }: { term: string; text: string }) => (
  <div>
    <dt className="font-semibold">{term}</dt>
    <dd className="text-mute">{text}</dd>
  </div>
);

type ErasedProps = { what: What; backup: string | null; onClose: () => void };

const Erased = ({ what, backup, onClose }: ErasedProps) => (
  <Dialog open onClose={onClose} title={WORDS[what].done} footer={<Button onClick={onClose}>Close</Button>}>
    {backup === null ? (
      <p>No backup was made here: the operator’s own dump of the database is the only one. Delete it in time.</p>
    ) : (
      <>
        <p>The backup made before is</p>
        <p className="py-2 font-semibold [overflow-wrap:anywhere]">{backup}</p>
        <p>in the folder “backups” beside the database. After 7 days it is deleted, with every older one there.</p>
      </>
    )}
    <p className="pt-3 text-mute">Copies elsewhere, exported files and printed lists are not touched.</p>
  </Dialog>
);
