import { type ComponentProps, useState } from 'react';
import type { Act } from '#features/access/web/act.tsx';
import { NAME_LIMIT } from '#platform/names.ts';
import { TextField } from '#platform/web/ui/field.tsx';
import { FormDialog } from '#platform/web/ui/form-dialog.tsx';

type UserNameDialogProps = Pick<
  ComponentProps<typeof FormDialog>,
  'title' | 'description' | 'submitLabel' | 'sendingLabel' | 'onClose'
> & {
  /** Initial value of the field. */
  name: string;
  act: Pick<Act<string>, 'run' | 'isBusy' | 'problem' | 'error' | 'reset'>;
};

/** One name to type, for a new user and for renaming one. */
export function UserNameDialog({ name: initial, act, ...dialog }: UserNameDialogProps) {
  const [name, setName] = useState(initial);
  const [missing, setMissing] = useState(false);

  const submit = () => {
    const trimmed = name.trim();
    setMissing(trimmed === '');
    if (trimmed !== '') act.run(trimmed);
  };

  return (
    <FormDialog {...dialog} act={{ isBusy: act.isBusy }} onSubmit={submit}>
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
          if (act.error !== null) act.reset();
        }}
        error={missing ? 'Please enter a name.' : act.problem || undefined}
      />
    </FormDialog>
  );
}
