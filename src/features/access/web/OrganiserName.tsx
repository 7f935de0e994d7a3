import { type SubmitEvent, useState } from 'react';
import { NAME_LIMIT } from '#platform/names.ts';
import { request } from '#platform/web/api.ts';
import { unsentWords } from '#platform/web/connection.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { TextField } from '#platform/web/ui/field.tsx';
import type { nameSession } from '../contract.ts';
import { useAct } from './act.tsx';
import { rememberName } from './state.ts';

/** Asks an organiser once on this device who they are, from unlocking on, beside what they do: no act waits for it. */
export function OrganiserName() {
  const [name, setName] = useState('');
  const send = (given: string) => request<typeof nameSession>('PUT /api/admin/session', { body: { name: given } });
  const save = useAct(send, {
    fails: 'Your name could not be saved. Please try again.',
    done: (_, given) => rememberName(given),
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (name.trim() !== '' && !save.isBusy) save.run(name.trim());
  };
  return (
    <form
      aria-label="Who works here"
      onSubmit={submit}
      className="no-print flex flex-wrap items-end gap-3 border-b border-line bg-panel px-(--page-edge) py-3 sm:px-8"
    >
      <div className="min-w-[min(16rem,100%)] flex-1 sm:max-w-md">
        <TextField
          label="Who works here? For the list of changes"
          autoComplete="name"
          limit={NAME_LIMIT}
          value={name}
          onChange={({ target }) => setName(target.value)}
          error={unsentWords(save.error)}
        />
      </div>
      <Button
        tone="sea"
        type="submit"
        disabledReason={save.busy ?? (name.trim() === '' ? 'Type who you are first.' : undefined)}
      >
        Remember me
      </Button>
      <Button tone="ghost" onClick={() => rememberName('')}>
        Not now
      </Button>
    </form>
  );
}
