import { type ComponentProps, useState } from 'react';
import { failureWords, guarded } from '#features/access/web/state.ts';
import { NAME_LIMIT } from '#platform/names.ts';
import { TextField } from '#platform/web/ui/field.tsx';
import { FormDialog } from '#platform/web/ui/form-dialog.tsx';

type UserNameDialogProps = Pick<
  ComponentProps<typeof FormDialog>,
  'title' | 'description' | 'submitLabel' | 'sendingLabel' | 'isSending' | 'onClose'
> & {
  /** Initial value of the field. */
  name: string;
  /** Why it was not saved. */
  error: Error | null;
  onSubmit: (name: string) => Promise<unknown>;
  /** Forgets why it was not saved. */
  reset: () => void;
};

/** One name to type, for a new user and for renaming one. */
export function UserNameDialog({ name: initial, error, onSubmit, reset, ...dialog }: UserNameDialogProps) {
  const [name, setName] = useState(initial);
  const [missing, setMissing] = useState(false);

  const submit = () => {
    const trimmed = name.trim();
    setMissing(trimmed === '');
    if (trimmed !== '') guarded(() => onSubmit(trimmed));
  };

  return (
    <FormDialog {...dialog} onSubmit={submit}>
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
