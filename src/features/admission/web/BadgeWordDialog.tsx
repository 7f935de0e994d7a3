import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { TextField } from '#platform/web/ui/field.tsx';
import { giveUpWord, sayWord, useBadgeWord } from './state.ts';

export function BadgeWordDialog({ open }: { open: boolean }) {
  const formId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const { isChecking, problem } = useBadgeWord();
  const ready = typed.trim() !== '';

  useEffect(() => {
    if (problem !== undefined) field.current?.select();
  }, [problem]);

  const cancel = () => {
    setTyped('');
    giveUpWord();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (ready && !isChecking) sayWord(typed.trim());
  };
  const reason = isChecking ? 'The word is being checked.' : 'Type the word first.';

  return (
    <Dialog
      open={open}
      onClose={cancel}
      title="What is the word on your badge?"
      description="Everybody at the festival has it. This device is asked only once."
      footer={
        <>
          <Button tone="ghost" onClick={cancel}>
            Cancel
          </Button>
          <Button tone="sea" type="submit" form={formId} disabledReason={ready && !isChecking ? undefined : reason}>
            {isChecking ? 'Checking...' : 'Continue'}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        <TextField
          ref={field}
          label="Word"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={60}
          value={typed}
          onChange={(change) => setTyped(change.target.value)}
          error={problem}
        />
      </form>
    </Dialog>
  );
}
