import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { Link } from 'wouter';
import { ApiError, newIdempotencyKey, sentenceOf } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { celebrate } from '#platform/web/ui/confetti.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { TextField } from '#platform/web/ui/field.tsx';
import { showError, showToast } from '#platform/web/ui/toast.ts';
import { createUserMutation } from './queries.ts';

const NAME_NEEDED = 'Please enter your name to register.';

/** Creates an account, which is only a name. */
export function RegisterDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  // Created with the dialog: pressing Register again after a lost response must not create a second account.
  const key = useRef<string>(null);
  const { mutate, isPending } = useMutation({
    ...createUserMutation,
    onSuccess: () => {
      showToast({ title: 'Welcome to the festival!', description: 'Your account has been created successfully.' });
      celebrate();
      onClose();
    },
    onError: (error) => {
      // The server refused, so the next try is a new request.
      if (error instanceof ApiError && error.status < 500) key.current = null;
      const told = sentenceOf(error, 'This username may already be taken. Please try a different one.');
      // Neither a pause nor a limit is a fault of the name.
      if (error instanceof ApiError && error.field === 'name') setProblem(told);
      showError(told, 'Registration Failed');
    },
  });

  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    if (isPending) return;
    if (name.trim() === '') {
      setProblem(NAME_NEEDED);
      showError(NAME_NEEDED, 'Name Required');
      return;
    }
    key.current ??= newIdempotencyKey();
    mutate({ name: name.trim(), idempotencyKey: key.current });
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Register for the festival"
      description="A name is all it takes: no password, no e-mail. It is how others find you on the scoreboard."
      footer={
        <>
          <Button tone="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button
            tone="sun"
            type="submit"
            form={formId}
            disabledReason={isPending ? 'Your account is being created.' : undefined}
          >
            {isPending ? 'Creating Account...' : 'Register'}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
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
        <p className="mt-4 text-sm text-mute">
          <Link to="/privacy" className="underline underline-offset-4 hover:text-ink">
            What is kept of you, and how to delete it
          </Link>
        </p>
      </form>
    </Dialog>
  );
}
