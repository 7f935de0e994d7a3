import { useAct } from '#features/access/web/act.tsx';
import { isLocked } from '#features/access/web/state.ts';
import { AndMore, Problems, SHOWN } from '#features/archive/web/ProgrammeDialog.tsx';
import { counted } from '#platform/numbers.ts';
import { request, sentenceOf } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog, useDialogWrite } from '#platform/web/ui/dialog.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { AttendeesCheck, importAttendees } from '../contract.ts';

type AttendeesDialogProps = { name: string; csv: string; check: AttendeesCheck; onClose: () => void };

/** Previews whom a list adds, or lists the lines to correct. All of it is imported, or nothing. */
export function AttendeesDialog({ name, csv, check, onClose }: AttendeesDialogProps) {
  const { attendees, problems, ignored } = check;
  const { close, showFailure } = useDialogWrite('Import attendees', onClose);
  const importing = useAct(
    () => request<typeof importAttendees>('POST /api/admin/imports/attendees', { body: { csv } }),
    {
      fails: '',
      inForm: true,
      busy: 'The attendees are being imported.',
      done: (people) => {
        showToast({
          title: 'Attendees imported',
          description: `${counted(people.length, 'badge')} can be printed now.`,
        });
        close();
      },
      failed: (failure) => showFailure(failure, 'Failed to import the attendees.'),
    },
  );
  const bad = new Set(problems.map(({ line }) => line)).size;
  const added = attendees.filter(({ isNew }) => isNew);
  const present = attendees.filter(({ isNew }) => !isNew);
  const lines = bad === 1 ? '1 line needs' : `${bad} lines need`;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Import attendees"
      description={
        bad > 0
          ? `${name} can’t be imported yet: ${lines} mending. Nothing was added.`
          : `Everybody in ${name} gets an account with a code, without a phone yet.`
      }
      footer={
        <>
          <Button tone="ghost" onClick={onClose}>
            {bad > 0 ? 'Close' : 'Cancel'}
          </Button>
          {bad === 0 && (
            <Button tone="sea" onClick={() => importing.run()} disabledReason={importing.busy}>
              {importing.isBusy ? 'Importing...' : `Import ${counted(attendees.length, 'attendee')}`}
            </Button>
          )}
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <p role="alert" className="font-semibold text-coral empty:hidden">
          {isLocked(importing.error) ? '' : sentenceOf(importing.error, '')}
        </p>
        {ignored.length > 0 && (
          <p className="text-mute [overflow-wrap:anywhere]">Unknown columns, left out: {ignored.join(', ')}.</p>
        )}
        {bad > 0 && <Problems problems={problems} />}
        {bad === 0 && present.length > 0 && <People title="Here already" people={present} />}
        {bad === 0 && added.length > 0 && <People title="New" people={added} />}
      </div>
    </Dialog>
  );
}

type PeopleProps = { title: string; people: AttendeesCheck['attendees'] };

const People = ({ title, people }: PeopleProps) => (
  <section className="grid grid-cols-[minmax(0,1fr)] gap-1">
    <h3 className="text-lg font-semibold text-sun">
      {title}: {counted(people.length, 'account')}
    </h3>
    <ul aria-label={`${title}, by line`} className="divide-y divide-line">
      {people.slice(0, SHOWN).map(({ line, name, onPhone }) => (
        <li key={line} className="py-2 [overflow-wrap:anywhere]">
          {name}
          {onPhone && (
            <span className="block text-sm text-mute">
              A phone has made this account and keeps it. Somebody else? Add an initial in the file.
            </span>
          )}
        </li>
      ))}
    </ul>
    <AndMore count={people.length} />
  </section>
);
