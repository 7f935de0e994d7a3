import { useVisitorAct } from '#features/access/web/act.tsx';
import type { FestivalEvent } from '#features/events/contract.ts';
import { NameField, PrivacyLink } from '#features/people/names/web/NameField.tsx';
import { rememberName, useNameField } from '#features/people/names/web/state.ts';
import { IsThisYou, isNameOfAccount } from '#features/rsvps/web/IsThisYou.tsx';
import { request } from '#platform/web/api.ts';
import { once, useDraft } from '#platform/web/forms.ts';
import { TextField } from '#platform/web/ui/field.tsx';
import { FormDialog } from '#platform/web/ui/form-dialog.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { takeNumber } from '../contract.ts';
import { NOTE } from '../limits.ts';
import { positionWords } from '../rules.ts';

type NewNumber = { eventId: string; playerName: string; note?: string; isFriend?: boolean };

const send = once('number', ({ eventId, ...body }: NewNumber, idempotencyKey) =>
  request<typeof takeNumber>('POST /api/events/{id}/queue', { params: { id: eventId }, body, idempotencyKey }),
);

/** Takes a number for a name: two presses where this device knows the name. */
export function NumberDialog({ event, onClose }: { event: FestivalEvent; onClose: () => void }) {
  const [{ note }, setForm, draft] = useDraft(`number ${event.id}`, { note: '' });
  const { names, name, setName } = useNameField();
  const act = useVisitorAct(send, {
    fails: 'The number could not be taken. Please try again.',
    inForm: true,
    done: ({ position, about }, { playerName }) => {
      rememberName(playerName);
      draft.discard();
      showToast({
        title: `${playerName}: ${positionWords({ position, about, state: 'waiting' })}`,
        description: 'Your phone tells you when it is your turn.',
        shownAt: '/schedule',
      });
      onClose();
    },
  });
  const number = { eventId: event.id, playerName: name, ...(note.trim() !== '' && { note: note.trim() }) };
  const isAsked = isNameOfAccount(act.error) && act.sent?.playerName === name;
  return (
    <FormDialog
      title="Take a number"
      description={event.title}
      submitLabel="Take a number"
      sendingLabel="Sending..."
      startAt={name === '' ? 'field' : 'submit'}
      act={isAsked ? { ...act, problem: undefined } : act}
      draft={draft}
      missing={name.trim() === '' ? 'Say for whom.' : undefined}
      onSubmit={() => act.run(number)}
      onClose={onClose}
    >
      <NameField label="Your Name" names={names} name={name} onName={setName} />
      <TextField
        label="A line for the host, such as the song (optional)"
        autoComplete="off"
        limit={NOTE}
        value={note}
        onChange={({ target }) => setForm({ note: target.value })}
      />
      {isAsked && (
        <IsThisYou
          question={act.problem ?? ''}
          onFriend={() => act.run({ ...number, isFriend: true })}
          onLeave={onClose}
        />
      )}
      <PrivacyLink />
    </FormDialog>
  );
}
