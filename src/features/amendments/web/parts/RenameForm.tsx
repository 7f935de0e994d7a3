import { type FormEvent, useEffect, useRef, useState } from 'react';
import { NAME_LIMIT } from '#platform/names.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { TextField } from '#platform/web/ui/field.tsx';

type RenameFormProps = {
  name: string;
  isSending: boolean;
  problem: string | undefined;
  onRename: (name: string) => void;
};

/** The present name, selected: typing replaces it. */
export function RenameForm({ name, isSending, problem, onRename }: RenameFormProps) {
  const [typed, setTyped] = useState(name);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const wanted = typed.trim();
  const missing = wanted === '' ? 'Type a name first.' : wanted === name ? 'This is the name already.' : undefined;
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    if (missing === undefined && !isSending) onRename(wanted);
  };
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <TextField
        ref={field}
        label="New name"
        autoComplete="off"
        autoCapitalize="words"
        enterKeyHint="done"
        limit={NAME_LIMIT}
        value={typed}
        onChange={(change) => setTyped(change.target.value)}
        error={problem}
      />
      <Button tone="sea" type="submit" disabledReason={isSending ? 'The name is being changed.' : missing}>
        {isSending ? 'Renaming...' : 'Rename'}
      </Button>
    </form>
  );
}
