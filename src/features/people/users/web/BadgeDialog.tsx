import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useVisitorAct } from '#features/access/web/act.tsx';
import { codeIn, codeInGroups } from '#platform/codes.ts';
import { MINE } from '#platform/live.ts';
import { request, sentenceOf } from '#platform/web/api.ts';
import { unsentWords } from '#platform/web/connection.ts';
import { once } from '#platform/web/forms.ts';
import { celebrate } from '#platform/web/ui/confetti.tsx';
import { useDialogWrite } from '#platform/web/ui/dialog.tsx';
import { TextField } from '#platform/web/ui/field.tsx';
import { FormDialog } from '#platform/web/ui/form-dialog.tsx';
import { ScanButton } from '#platform/web/ui/scan-button.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import { PrivacyLink } from '../../names/web/NameField.tsx';
import { rememberName } from '../../names/web/state.ts';
import type { claimBadge } from '../contract.ts';
import { CODE_LENGTH } from '../limits.ts';

const TITLE = 'I have a badge';
const UNREAD = 'A code has six letters and digits, without 0, O, 1, I and L.';

const sendClaim = once('badge', (params: { code: string }, idempotencyKey) =>
  request<typeof claimBadge>('POST /api/users/by-code/{code}/claim', { params, idempotencyKey }),
);

type BadgeDialogProps = {
  /** From a scanned address; it is still asked for a tap, because anybody can send a link. */
  given?: string;
  onClose: () => void;
};

/** Makes the account of a printed badge this phone's. */
export function BadgeDialog({ given = '', onClose }: BadgeDialogProps) {
  const [typed, setTyped] = useState(given && codeInGroups(given));
  const [isUnread, setUnread] = useState(false);
  const client = useQueryClient();
  const { close, showErrorIfClosed } = useDialogWrite(TITLE, onClose);
  const claim = useVisitorAct(sendClaim, {
    fails: '',
    inForm: true,
    done: ({ name }) => {
      rememberName(name, { account: true });
      void client.invalidateQueries({ predicate: ({ meta }) => meta?.topic === MINE });
      showToast({ title: `Welcome, ${name}!`, description: 'Your badge and its points are on this phone now.' });
      celebrate();
      close();
    },
    failed: (error) => showErrorIfClosed(error, sentenceOf(error, 'The badge could not be used. Please try again.')),
  });
  const type = (next: string) => {
    setTyped(next);
    setUnread(false);
    if (claim.error !== null) claim.reset();
  };
  const submit = () => {
    const code = codeIn(typed, CODE_LENGTH);
    setUnread(code === null);
    if (code !== null) claim.run({ code });
  };
  const unsent = unsentWords(claim.error);
  return (
    <FormDialog
      title={TITLE}
      description="The code is printed on it, below your name. Your name and your points are then on this phone."
      submitLabel="Use this badge"
      sendingLabel="Looking it up..."
      tone="sun"
      startAt={given === '' ? 'field' : 'submit'}
      act={{ isBusy: claim.isBusy, problem: unsent }}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="flex items-start gap-2.5 *:first:flex-1">
        <TextField
          label="Code on the badge"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="ABC-DEF"
          value={typed}
          onChange={({ target }) => type(target.value)}
          error={isUnread ? UNREAD : claim.error === null || unsent ? undefined : sentenceOf(claim.error, UNREAD)}
        />
        <ScanButton onText={type} className="mt-7.5" />
      </div>
      <PrivacyLink />
    </FormDialog>
  );
}
