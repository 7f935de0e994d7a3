import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { failureWords, guarded, isLocked } from '#features/access/web/state.ts';
import { useReasonHint } from '#features/points/web/FrozenNote.tsx';
import { isolated } from '#platform/isolated.ts';
import { TextField } from '#platform/web/ui/field.tsx';
import { FormDialog } from '#platform/web/ui/form-dialog.tsx';
import type { Claim } from '../../contract.ts';
import { LENGTHS } from '../../limits.ts';
import { refuseMutation } from '../queries.ts';

export function RefuseDialog({ claim, onClose }: { claim: Claim; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const { mutateAsync, isPending, error } = useMutation({ ...refuseMutation, onSuccess: onClose, onError: isLocked });
  return (
    <FormDialog
      title="Refuse this claim"
      description={`${isolated(claim.userName)}: ${claim.task}. They read your reason.`}
      submitLabel="Refuse"
      sendingLabel="Refusing..."
      isSending={isPending}
      missing={reason.trim() === '' ? 'Say why.' : undefined}
      alert={failureWords(error, 'It was not refused. Please try again.')}
      onSubmit={() => guarded(() => mutateAsync({ id: claim.id, reason }))}
      onClose={onClose}
    >
      <TextField
        label="Reason"
        hint={useReasonHint()}
        limit={LENGTHS.reason}
        autoComplete="off"
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  );
}
