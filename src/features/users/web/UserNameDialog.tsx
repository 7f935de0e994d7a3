import { type FormEvent, useId, useState } from 'react';
import { useGuarded } from '#features/access/web/state.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { TextField } from '#platform/web/ui/field.tsx';

type UserNameDialogProps = {
  title: string;
  description: string;
  /** Initial value of the field. */
  name: string;
  /** The button's text, and its text while waiting. */
  words: { submit: string; pending: string };
  pending: boolean;
  /** The server's message about the name. */
  refusal: string | undefined;
  onSubmit: (name: string) => Promise<unknown>;
  onChange: () => void;
  onClose: () => void;
};

/** One name to type, for a new user and for renaming one. */
export function UserNameDialog(props: UserNameDialogProps) {
  const { title, description, words, pending, refusal, onSubmit, onChange, onClose } = props;
  const formId = useId();
  const guarded = useGuarded();
  const [name, setName] = useState(props.name);
  const [missing, setMissing] = useState(false);

  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    if (pending) return;
    const trimmed = name.trim();
    setMissing(trimmed === '');
    if (trimmed !== '') guarded(async () => void (await onSubmit(trimmed)));
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      footer={
        <>
          <Button tone="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button
            tone="sea"
            type="submit"
            form={formId}
            disabledReason={pending ? 'The name is being saved.' : undefined}
          >
            {pending ? words.pending : words.submit}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        <TextField
          label="Name"
          required
          autoComplete="off"
          maxLength={120}
          value={name}
          onChange={(change) => {
            setName(change.target.value);
            setMissing(false);
            onChange();
          }}
          error={missing ? 'Please enter a name.' : refusal}
        />
      </form>
    </Dialog>
  );
}
