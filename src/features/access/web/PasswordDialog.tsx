import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useId, useRef, useState } from 'react';
import { sentenceOf } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { TextField } from '#platform/web/ui/field.tsx';
import { showError } from '#platform/web/ui/toast.ts';
import { verifyMutation } from './queries.ts';
import { closeUnlockDialog, unlocked } from './state.ts';

export const PasswordDialog = ({ open }: { open: boolean }) => {
  const formId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState('');
  const verify = useMutation({
    ...verifyMutation,
    onSuccess: ({ valid }) => {
      if (valid) {
        setPassword('');
        return unlocked();
      }
      showError('The password you entered is incorrect', 'Invalid Password');
      field.current?.select();
    },
    onError: () => showError('Failed to verify password'),
  });

  const cancel = () => {
    setPassword('');
    verify.reset();
    closeUnlockDialog();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (password !== '' && !verify.isPending) verify.mutate(password);
  };
  const reason = verify.isPending ? 'The password is being checked.' : 'Type the password first.';

  return (
    <Dialog
      open={open}
      onClose={cancel}
      title="Enter Admin Password"
      description="Enter the admin password to unlock editing and deletion features"
      footer={
        <>
          <Button tone="quiet" onClick={cancel}>
            Cancel
          </Button>
          <Button
            tone="sea"
            type="submit"
            form={formId}
            disabledReason={password === '' || verify.isPending ? reason : undefined}
          >
            {verify.isPending ? 'Verifying...' : 'Unlock'}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
        <TextField
          ref={field}
          label="Password"
          type="password"
          autoComplete="current-password"
          maxLength={1024}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={verify.isError ? sentenceOf(verify.error, '') || undefined : undefined}
        />
      </form>
    </Dialog>
  );
};
