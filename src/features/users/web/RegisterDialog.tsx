import { useState } from 'react';
import { Link } from 'wouter';
import { ApiError, sentenceOf } from '#platform/web/api.ts';
import { useIdempotentMutation } from '#platform/web/idempotent-mutation.ts';
import { celebrate } from '#platform/web/ui/confetti.tsx';
import { TextField } from '#platform/web/ui/field.tsx';
import { FormDialog } from '#platform/web/ui/form-dialog.tsx';
import { showError, showToast } from '#platform/web/ui/toast.ts';
import { createUserMutation } from './queries.ts';

const NAME_NEEDED = 'Please enter your name to register.';

/** Creates an account, which is only a name. */
export function RegisterDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const { mutate, isPending } = useIdempotentMutation({
    ...createUserMutation,
    onSuccess: () => {
      showToast({ title: 'Welcome to the festival!', description: 'Your account has been created successfully.' });
      celebrate();
      onClose();
    },
    onError: (error) => {
      const told = sentenceOf(error, 'This username may already be taken. Please try a different one.');
      // Neither a pause nor a limit is a fault of the name.
      if (error instanceof ApiError && error.field === 'name') setProblem(told);
      showError(told, 'Registration Failed');
    },
  });

  const submit = () => {
    if (name.trim() === '') {
      setProblem(NAME_NEEDED);
      showError(NAME_NEEDED, 'Name Required');
      return;
    }
    mutate({ name: name.trim() });
  };

  return (
    <FormDialog
      title="Register for the festival"
      description="A name is all it takes: no password, no e-mail. It is how others find you on the scoreboard."
      submitLabel="Register"
      sendingLabel="Creating Account..."
      tone="sun"
      isSending={isPending}
      sendingReason="Your account is being created."
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Your Name"
        required
        autoComplete="nickname"
        maxLength={120}
        value={name}
        onChange={(change) => {
          setName(change.target.value);
          setProblem(undefined);
        }}
        error={problem}
      />
      <p className="text-sm text-mute">
        <Link to="/privacy" className="underline underline-offset-4 hover:text-ink">
          What is stored about you, and how to delete it
        </Link>
      </p>
    </FormDialog>
  );
}
