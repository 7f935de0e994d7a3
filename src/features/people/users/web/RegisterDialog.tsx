import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useVisitorAct } from '#features/access/web/act.tsx';
import { MINE } from '#platform/live.ts';
import { ApiError, sentenceOf } from '#platform/web/api.ts';
import { NoConnection, unsentWords } from '#platform/web/connection.ts';
import { useDraft } from '#platform/web/forms.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { celebrate } from '#platform/web/ui/confetti.tsx';
import { useDialogWrite } from '#platform/web/ui/dialog.tsx';
import { FormDialog } from '#platform/web/ui/form-dialog.tsx';
import { showError, showToast } from '#platform/web/ui/toast.ts';
import { NameField, PrivacyLink } from '../../names/web/NameField.tsx';
import { rememberName, useNameField } from '../../names/web/state.ts';
import { BadgeDialog } from './BadgeDialog.tsx';
import { createUser } from './state.ts';

const TITLE = 'Register for the festival';
const NAME_NEEDED = 'Please enter your name to register.';

type RegisterDialogProps = { note?: string | undefined; onClose: () => void };

/** Creates an account, which is only a name. `note` is said first. */
export function RegisterDialog({ note, onClose }: RegisterDialogProps) {
  const [typed, setTyped, draft] = useDraft<{ name?: string }>('account', {});
  const { names, name } = useNameField(({ account }) => !account, [typed.name, (next) => setTyped({ name: next })]);
  const [hasBadge, setHasBadge] = useState(false);
  const client = useQueryClient();
  const [problem, setProblem] = useState<string>();
  const { close, showErrorIfClosed } = useDialogWrite(TITLE, onClose);
  const create = useVisitorAct(createUser, {
    fails: '',
    inForm: true,
    done: (user) => {
      rememberName(user.name, { account: true });
      // The account, and what hangs on it: claims of the missions that were ticked before.
      void client.invalidateQueries({ predicate: ({ meta }) => meta?.topic === MINE });
      draft.discard();
      showToast({
        title: 'Welcome to the festival!',
        description: 'Your account has been created successfully.',
        detail: `${user.name} is on the scoreboard.`,
      });
      celebrate();
      close();
    },
    failed: (error) => {
      const message = sentenceOf(error, 'This username may already be taken. Please try a different one.');
      if (showErrorIfClosed(error, message) || error instanceof NoConnection) return;
      // Neither a pause nor a limit is a fault of the name.
      if (error instanceof ApiError && error.field === 'name') setProblem(message);
      showError(message, 'Registration Failed');
    },
  });

  const submit = () => {
    if (name.trim() === '') {
      setProblem(NAME_NEEDED);
      showError(NAME_NEEDED, 'Name Required');
      return;
    }
    create.run({ name: name.trim() });
  };

  if (hasBadge) return <BadgeDialog onClose={onClose} />;
  return (
    <FormDialog
      title={TITLE}
      description="A name is all it takes: no password, no email. It is how others find you on the scoreboard."
      submitLabel="Register"
      sendingLabel="Creating Account..."
      tone="sun"
      startAt={name === '' || draft.isRestored ? 'field' : 'submit'}
      draft={draft}
      act={{ isBusy: create.isBusy, problem: unsentWords(create.error) }}
      onSubmit={submit}
      onClose={onClose}
    >
      {note && <p className="font-semibold text-sun">{note}</p>}
      <NameField
        label="Your Name"
        autoComplete="nickname"
        names={names}
        name={name}
        onName={(next) => {
          setTyped({ name: next });
          setProblem(undefined);
        }}
        error={problem}
      />
      <Button tone="ghost" className="justify-self-start" onClick={() => setHasBadge(true)}>
        I have a badge
      </Button>
      <PrivacyLink />
    </FormDialog>
  );
}
