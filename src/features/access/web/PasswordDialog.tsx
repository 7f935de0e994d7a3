import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { NoCookies, sentenceOf } from '#platform/web/api.ts';
import { NoConnection, unsentWords } from '#platform/web/connection.ts';
import { TextField } from '#platform/web/ui/field.tsx';
import { FormDialog } from '#platform/web/ui/form-dialog.tsx';
import { showError } from '#platform/web/ui/toast.ts';
import { PASSWORD_LIMIT } from '../limits.ts';
import { verifyMutation } from './queries.ts';
import { closeUnlockDialog, endCancelledSession, rememberedName, unlocked } from './state.ts';

export const PasswordDialog = ({ open }: { open: boolean }) => {
  const field = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState('');
  /** Raised by each submit and each Cancel. */
  const attempt = useRef(0);
  const verify = useMutation({
    ...verifyMutation,
    onSuccess: ({ valid }, sent) => {
      if (sent.attempt !== attempt.current) return valid ? endCancelledSession() : undefined;
      if (valid) {
        setPassword('');
        return unlocked();
      }
      showError('The password you entered is incorrect', 'Invalid Password');
      field.current?.select();
    },
    onError: (error, sent) => {
      const isLost = error instanceof NoConnection;
      const isCancelled = sent.attempt !== attempt.current;
      // The server may have opened a session.
      if (isCancelled && isLost) endCancelledSession();
      if (!isCancelled && !isLost && !(error instanceof NoCookies)) showError('Failed to verify password');
    },
  });

  const cancel = () => {
    setPassword('');
    verify.reset();
    attempt.current += 1;
    closeUnlockDialog();
  };
  const submit = () => {
    attempt.current += 1;
    verify.mutate({ password, name: rememberedName(), attempt: attempt.current });
  };

  return (
    <FormDialog
      open={open}
      title="Enter Admin Password"
      description="Enter the admin password to unlock editing and deletion features"
      submitLabel="Unlock"
      sendingLabel="Verifying..."
      act={{ isBusy: verify.isPending }}
      missing={password === '' ? 'Type the password first.' : undefined}
      onSubmit={submit}
      onClose={cancel}
    >
      <TextField
        ref={field}
        label="Password"
        type="password"
        autoComplete="current-password"
        maxLength={PASSWORD_LIMIT}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={unsentWords(verify.error) ?? (sentenceOf(verify.error, '') || undefined)}
      />
    </FormDialog>
  );
};
