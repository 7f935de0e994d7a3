import { useState } from 'react';
import { Link } from 'wouter';
import { useAct } from '#features/access/web/act.tsx';
import { codeInGroups } from '#platform/codes.ts';
import { isolated } from '#platform/names.ts';
import { request } from '#platform/web/api.ts';
import { Button, buttonClass } from '#platform/web/ui/button.tsx';
import { Dialog, useDialogWrite } from '#platform/web/ui/dialog.tsx';
import { CheckField } from '#platform/web/ui/field.tsx';
import { FormDialog } from '#platform/web/ui/form-dialog.tsx';
import type { renewCode, User } from '../contract.ts';

/** A new badge for a lost one, or the first. */
export function NewCodeDialog({ user: { id, name }, onClose }: { user: User; onClose: () => void }) {
  const [unbinds, setUnbinds] = useState(false);
  const { showFailure } = useDialogWrite(name, onClose);
  const renew = useAct(
    () => request<typeof renewCode>('POST /api/users/{id}/code', { params: { id }, body: { unbinds } }),
    {
      fails: 'Failed to make a new code.',
      inForm: true,
      failed: (error) => showFailure(error, 'Failed to make a code.'),
    },
  );
  if (renew.answer !== undefined)
    return (
      <Dialog
        open
        onClose={onClose}
        title="New badge"
        description={`The code of ${isolated(name)} from now on. The one before is dead.`}
        footer={
          <>
            <Button tone="ghost" onClick={onClose}>
              Close
            </Button>
            <Link to={`/print/badges?user=${encodeURIComponent(id)}`} className={buttonClass('sea')}>
              Print this badge
            </Link>
          </>
        }
      >
        <p className="text-center text-5xl leading-none font-semibold tracking-widest select-all">
          {codeInGroups(renew.answer.code)}
        </p>
      </Dialog>
    );
  return (
    <FormDialog
      title="New badge"
      description={`${isolated(name)} gets a new code. A code from before, on a badge or a phone, finds nobody any more.`}
      submitLabel="Make a new code"
      sendingLabel="Making..."
      act={renew}
      onSubmit={renew.run}
      onClose={onClose}
    >
      <CheckField checked={unbinds} onCheck={setUnbinds}>
        <span>Also take the account off the phone that has it: the new badge then works on any phone</span>
      </CheckField>
    </FormDialog>
  );
}
