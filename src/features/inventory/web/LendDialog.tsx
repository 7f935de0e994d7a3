import { useState } from 'react';
import { useAct } from '#features/access/web/act.tsx';
import { isolated, NAME_LIMIT } from '#platform/names.ts';
import { request } from '#platform/web/api.ts';
import { TextField } from '#platform/web/ui/field.tsx';
import { FormDialog } from '#platform/web/ui/form-dialog.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { lendGame } from '../contract.ts';

/** To whom a game of the library is lent. */
export function LendDialog({ id, game, onClose }: { id: string; game: string; onClose: () => void }) {
  const [name, setName] = useState('');
  const lend = useAct(
    () => request<typeof lendGame>('PUT /api/inventory/{id}/loan', { params: { id }, body: { name } }),
    {
      fails: 'It could not be lent. Please try again.',
      inForm: true,
      done: (lent) => {
        showToast({ title: `${game} is lent`, description: `To ${isolated(lent.name)}.` });
        onClose();
      },
    },
  );
  return (
    <FormDialog
      title={`Lend ${game}`}
      description="Everyone sees that it is in use, staff also by whom."
      submitLabel="Lend"
      sendingLabel="Lending..."
      act={lend}
      missing={name.trim() === '' ? 'Say who gets it.' : undefined}
      onSubmit={() => lend.run()}
      onClose={onClose}
    >
      <TextField
        label="Name"
        autoComplete="off"
        autoCapitalize="words"
        limit={NAME_LIMIT}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
    </FormDialog>
  );
}
