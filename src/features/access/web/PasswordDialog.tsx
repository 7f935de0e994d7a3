import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { NoCookies, request, requireCookies, sentenceOf } from '#platform/web/api.ts';
import { NoConnection, unsentWords } from '#platform/web/connection.ts';
import { TextField } from '#platform/web/ui/field.tsx';
import { FormDialog } from '#platform/web/ui/form-dialog.tsx';
import { showError } from '#platform/web/ui/toast.ts';
import type { verifyPassword } from '../contract.ts';
import { PASSWORD_LIMIT } from '../limits.ts';
import { closeUnlockDialog, endCancelledSession, rememberedName, unlocked } from './state.ts';

/** `attempt` tells the attempts of a dialog apart. */
async function verify({ password, name }: { password: string; name: string; attempt: number }) {
  requireCookies();
  return request<typeof verifyPassword>('POST /api/admin/verify', {
    body: { password, ...(name === '' ? {} : { name }) },
  });
}

export const PasswordDialog = ({ open }: { open: boolean }) => {
  const field = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState('');
  /** Raised by each submit and each Cancel. */
  const attempt = useRef(0);
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: verify,
    onSuccess: ({ valid }, sent) => {
      if (sent.attempt !== attempt.current) return valid ? endCancelledSession() : undefined;
      if (valid) {
        setPassword('');
        return unlocked();
      }
      showError('The password you entered is incorrect', 'Invalid Password');
      field.current?.select();
    },
    onError: (failure, sent) => {
      const isLost = failure instanceof NoConnection;
      const isCancelled = sent.attempt !== attempt.current;
      // The server may have opened a session.
      if (isCancelled && isLost) endCancelledSession();
      if (!isCancelled && !isLost && !(failure instanceof NoCookies)) showError('Failed to verify password');
    },
  });

  const cancel = () => {
    setPassword('');
    reset();
    attempt.current += 1;
    closeUnlockDialog();
  };
  const submit = () => {
    attempt.current += 1;
    mutate({ password, name: rememberedName(), attempt: attempt.current });
  };

  return (
    <FormDialog
      open={open}
      title="Enter Admin Password"
      description="Enter the admin password to unlock editing and deletion features"
      submitLabel="Unlock"
      sendingLabel="Verifying..."
      act={{ isBusy: isPending }}
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
        error={unsentWords(error) ?? (sentenceOf(error, '') || undefined)}
      />
    </FormDialog>
  );
};
