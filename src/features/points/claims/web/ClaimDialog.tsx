import { useVisitorAct } from '#features/access/web/act.tsx';
import type { Mission } from '#features/festival/contract.ts';
import { Choice } from '#features/people/names/web/NameField.tsx';
import { useConnected } from '#platform/web/connection.ts';
import { once, useDraft } from '#platform/web/forms.ts';
import { TextField } from '#platform/web/ui/field.tsx';
import { FormDialog } from '#platform/web/ui/form-dialog.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { MyClaims } from '../contract.ts';
import { LENGTHS } from '../limits.ts';
import { sendClaim } from './state.ts';

const sendOnce = once('claim', sendClaim);

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
  const claim = useVisitorAct(sendOnce, {
    fails: 'The claim could not be sent. Please try again.',
    inForm: true,
    done: ({ userName }) => {
      const whose = accounts.length > 1 ? ` for ${userName}` : '';
      showToast({ title: `Claim sent${whose}`, description: 'You see here when it is decided.' });
      draft.discard();
      onClose();
    },
  });
  const note = form.note.trim();
  const send = () => claim.run({ userId: form.userId, missionId: mission.id, ...(note !== '' && { note }) });
  return (
    <FormDialog
      title="Claim this mission"
      description={mission.task}
      submitLabel="Send"
      sendingLabel="Sending..."
      startAt="submit"
      act={claim}
      missing={connected ? undefined : 'No connection. What you typed is kept here; send it when you have one.'}
      draft={draft}
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
