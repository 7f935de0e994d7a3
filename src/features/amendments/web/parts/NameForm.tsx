import { type FormEvent, useEffect, useRef, useState } from 'react';
import { NAME_LIMIT } from '#platform/names.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { TextField } from '#platform/web/ui/field.tsx';

type NameFormProps = {
  label: string;
  /** Selected, so that typing replaces it. */
  initial?: string;
  submitLabel: string;
  isSending: boolean;
  problem: string | undefined;
  onName: (name: string) => void;
};

export function NameForm({ label, initial = '', submitLabel, isSending, problem, onName }: NameFormProps) {
  const [typed, setTyped] = useState(initial);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const wanted = typed.trim();
  const missing = wanted === '' ? 'Type a name first.' : wanted === initial ? 'This is the name already.' : undefined;
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    if (missing === undefined && !isSending) onName(wanted);
  };
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <TextField
        ref={field}
        label={label}
        autoComplete="off"
        autoCapitalize="words"
        enterKeyHint="done"
        limit={NAME_LIMIT}
        value={typed}
        onChange={(change) => setTyped(change.target.value)}
        error={problem}
      />
      <Button tone="sea" type="submit" disabledReason={isSending ? 'It is being sent.' : missing}>
        {submitLabel}
      </Button>
    </form>
  );
}
