import { useState } from 'react';
import { failureWords, useGuarded } from '#features/access/web/state.ts';
import { NAME_LIMIT } from '#platform/names.ts';
import { TextField } from '#platform/web/ui/field.tsx';
import { FormDialog } from '#platform/web/ui/form-dialog.tsx';

type UserNameDialogProps = {
  title: string;
  description: string;
  /** Initial value of the field. */
  name: string;
  /** The button's text, and its text while waiting. */
  words: { submit: string; pending: string };
  pending: boolean;
  /** Why it was not saved. */
  error: Error | null;
  onSubmit: (name: string) => Promise<unknown>;
  /** Forgets why it was not saved. */
  reset: () => void;
  onClose: () => void;
};

/** One name to type, for a new user and for renaming one. */
export function UserNameDialog(props: UserNameDialogProps) {
  const { title, description, words, pending, error, onSubmit, reset, onClose } = props;
  const guarded = useGuarded();
  const [name, setName] = useState(props.name);
  const [missing, setMissing] = useState(false);

  const submit = () => {
    const trimmed = name.trim();
    setMissing(trimmed === '');
    if (trimmed !== '') guarded(() => onSubmit(trimmed));
  };

  return (
    <FormDialog
      title={title}
      description={description}
      submitLabel={words.submit}
      sendingLabel={words.pending}
      isSending={pending}
      sendingReason="The name is being saved."
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        required
        autoComplete="off"
        limit={NAME_LIMIT}
        value={name}
        onChange={(change) => {
          setName(change.target.value);
          setMissing(false);
          // Never while it is sent: the mutation would no longer be pending.
          if (error !== null) reset();
        }}
        error={missing ? 'Please enter a name.' : failureWords(error, '') || undefined}
      />
    </FormDialog>
  );
}
