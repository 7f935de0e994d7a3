import { useEffect, useRef, useState } from 'react';
import { TextField } from '#platform/web/ui/field.tsx';
import { FormDialog } from '#platform/web/ui/form-dialog.tsx';
import { BADGE_WORD_LIMIT } from '../limits.ts';
import { giveUpWord, sayWord, useBadgeWord } from './state.ts';

export function BadgeWordDialog({ open }: { open: boolean }) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const { isChecking, problem } = useBadgeWord();

  useEffect(() => {
    if (problem !== undefined) field.current?.select();
  }, [problem]);

  const cancel = () => {
    setTyped('');
    giveUpWord();
  };

  return (
    <FormDialog
      open={open}
      title="What is the word on your badge?"
      description="Everybody at the festival has it. This device is asked only once."
      submitLabel="Continue"
      sendingLabel="Checking..."
      act={{ isBusy: isChecking }}
      missing={typed.trim() === '' ? 'Type the word first.' : undefined}
      onSubmit={() => sayWord(typed.trim())}
      onClose={cancel}
    >
      <TextField
        ref={field}
        label="Word"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={BADGE_WORD_LIMIT}
        value={typed}
        onChange={(change) => setTyped(change.target.value)}
        error={problem}
      />
    </FormDialog>
  );
}
