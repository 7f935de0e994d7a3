import { failureWords } from '#features/access/web/state.ts';
import type { Mission } from '#features/festival/contract.ts';
import { Choice } from '#features/people/names/web/NameField.tsx';
import { useConnected } from '#platform/web/connection.ts';
import { useDraft, useIdempotentMutation } from '#platform/web/forms.ts';
import { TextField } from '#platform/web/ui/field.tsx';
import { FormDialog } from '#platform/web/ui/form-dialog.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { MyClaims } from '../contract.ts';
import { LENGTHS } from '../limits.ts';
import { makeClaimMutation } from './state.ts';

type ClaimDialogProps = {
  mission: Mission;
  /** Those that may claim it. */
  accounts: MyClaims['accounts'];
  onClose: () => void;
};

/** Claims a mission: for whom, where several may, and a note; a second tap sends. */
export function ClaimDialog({ mission, accounts, onClose }: ClaimDialogProps) {
  const connected = useConnected();
  const [form, setForm, draft] = useDraft(`claim ${mission.id}`, { note: '', userId: accounts[0]?.id ?? '' });
  const { mutate, isPending, error } = useIdempotentMutation({
    ...makeClaimMutation,
    onSuccess: ({ userName }) => {
      const whose = accounts.length > 1 ? ` for ${userName}` : '';
      showToast({ title: `Claim sent${whose}`, description: 'You see here when it is decided.' });
      draft.discard();
      onClose();
    },
  });
  const note = form.note.trim();
  const send = () => mutate({ userId: form.userId, missionId: mission.id, ...(note !== '' && { note }) });
  return (
    <FormDialog
      title="Claim this mission"
      description={mission.task}
      submitLabel="Send"
      sendingLabel="Sending..."
      startAt="submit"
      isSending={isPending}
      missing={connected ? undefined : 'No connection. What you typed is kept here; send it when you have one.'}
      draft={draft}
      alert={failureWords(error, 'The claim could not be sent. Please try again.')}
      onSubmit={send}
      onClose={onClose}
    >
      {!connected && <p role="status">No connection. What you typed is kept here; send it when you have one.</p>}
      {accounts.length > 1 && (
        <fieldset className="grid gap-1.5">
          <legend className="mb-1.5 font-semibold">Who did it?</legend>
          <div className="flex flex-wrap gap-2">
            {accounts.map(({ id, name }) => (
              <Choice key={id} isChosen={id === form.userId} onChoose={() => setForm({ ...form, userId: id })}>
                {name}
              </Choice>
            ))}
          </div>
        </fieldset>
      )}
      <TextField
        label="Witness or note (optional)"
        limit={LENGTHS.note}
        autoComplete="off"
        value={form.note}
        onChange={({ target }) => setForm({ ...form, note: target.value })}
      />
    </FormDialog>
  );
}
