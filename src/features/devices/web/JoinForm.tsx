import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { rememberName } from '#features/names/web/state.ts';
import { sentenceOf } from '#platform/web/api.ts';
import { useIdempotentMutation } from '#platform/web/idempotent-mutation.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { TextField } from '#platform/web/ui/field.tsx';
import type { Joined } from '../contract.ts';
import { readCode } from '../rules.ts';
import { joinMutation } from './queries.ts';

type JoinFormProps = {
  /** From an address; it is still asked for a tap, because anybody can send a link. */
  given?: string;
  onJoined: (joined: Joined) => void;
};

/** Takes a code that another device shows. */
export function JoinForm({ given = '', onJoined }: JoinFormProps) {
  const client = useQueryClient();
  const [typed, setTyped] = useState(given);
  const [isUnread, setUnread] = useState(false);
  const { mutate, isPending, error, reset } = useIdempotentMutation({
    ...joinMutation,
    onSuccess: (joined) => {
      // The last one is offered first: who has most places.
      for (const { name } of joined.people.toReversed()) rememberName(name);
      onJoined(joined);
      void client.invalidateQueries();
    },
  });
  const send = (submitted: SubmitEvent) => {
    submitted.preventDefault();
    const code = readCode(typed);
    setUnread(code === null);
    if (code !== null && !isPending) mutate({ code });
  };
  const refused = error === null ? undefined : sentenceOf(error, 'That needs a connection. Please try again.');
  return (
    <form onSubmit={send} className="grid gap-2.5 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start">
      <TextField
        label="Code from the other phone"
        value={typed}
        onChange={(change) => {
          setTyped(change.target.value);
          setUnread(false);
          if (error !== null) reset();
        }}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder="ABCD-EFGH"
        error={isUnread ? UNREAD : refused}
      />
      <Button
        type="submit"
        tone="sea"
        className="sm:mt-7.5"
        disabledReason={isPending ? 'The code is being sent.' : undefined}
      >
        {isPending ? 'Joining...' : 'Use this code'}
      </Button>
    </form>
  );
}

const UNREAD = 'A code has eight letters and digits, without 0, O, 1, I and L.';
