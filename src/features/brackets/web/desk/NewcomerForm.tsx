import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { NAME_LIMIT, nameKey } from '#platform/names.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { TextField } from '#platform/web/ui/field.tsx';
import type { Place } from './players-change.ts';

type NewcomerFormProps = {
  label: string;
  /** Places of people who do not play. */
  places: readonly Place[];
  submit: string;
  /** Why nobody can be put in now. */
  reason: string | undefined;
  onName: (playerName: string) => void;
  onCancel: () => void;
};

/** Most names offered; the field finds all others. */
const OFFERED = 8;

/** Names a person who is put into the bracket: chosen among the event's places, or typed. */
export function NewcomerForm(props: NewcomerFormProps) {
  const { label, places, submit, reason, onName, onCancel } = props;
  const [typed, type] = useState('');
  const input = useRef<HTMLInputElement>(null);
  // It opens under the finger, where it was asked for.
  useEffect(() => input.current?.focus(), []);
  const name = typed.trim();
  const known = places.some(({ playerName }) => nameKey(playerName) === nameKey(name));
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (name !== '' && reason === undefined) onName(name);
  };
  return (
    <form onSubmit={send} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      <TextField
        ref={input}
        // The hint and the buttons below come into view with it.
        className="scroll-mb-36"
        label={label}
        value={typed}
        limit={NAME_LIMIT}
        autoComplete="off"
        autoCapitalize="words"
        hint={name !== '' && !known ? 'Nobody of this name is registered, so this gives them a place too.' : undefined}
        onChange={(change) => type(change.target.value)}
      />
      {places.length > 0 && (
        <fieldset className="flex min-w-0 flex-wrap gap-2">
          <legend className="sr-only">Registered, and not in the bracket</legend>
          {places.slice(0, OFFERED).map(({ id, playerName, checkedIn }) => (
            <Button
              key={id}
              tone={nameKey(playerName) === nameKey(name) ? 'sun' : 'quiet'}
              aria-pressed={nameKey(playerName) === nameKey(name)}
              className="min-w-0"
              onClick={() => type(playerName)}
            >
              <span className="min-w-0 [overflow-wrap:anywhere]">
                {playerName}
                {!checkedIn && <span className="font-normal text-mute"> (not checked in)</span>}
              </span>
            </Button>
          ))}
        </fieldset>
      )}
      <div className="flex flex-wrap gap-2.5">
        <Button tone="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          type="submit"
          tone="sea"
          disabledReason={reason ?? (name === '' ? 'Choose or type a name first.' : undefined)}
        >
          {submit}
        </Button>
      </div>
    </form>
  );
}
