import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import { useVisitorAct } from '#features/access/web/act.tsx';
import { rememberName } from '#features/people/names/web/state.ts';
import { request, sentenceOf } from '#platform/web/api.ts';
import { once } from '#platform/web/forms.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { TextField } from '#platform/web/ui/field.tsx';
import { Card } from '#platform/web/ui/frames.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { Joined, join } from '../contract.ts';
import { joinedWords, readCode } from '../rules.ts';

const sendCode = once('join', (body: { code: string }, idempotencyKey) =>
  request<typeof join>('POST /api/devices/join', { body, idempotencyKey }),
);

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
  const act = useVisitorAct(sendCode, {
    fails: 'That needs a connection. Please try again.',
    inForm: true,
    busy: 'The code is being sent.',
    done: (joined) => {
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
    if (code !== null && !act.isBusy) act.run({ code });
  };
  const refused = act.error === null ? undefined : sentenceOf(act.error, 'That needs a connection. Please try again.');
  return (
    <form onSubmit={send} className="grid gap-2.5 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start">
      <TextField
        label="Code from the other phone"
        value={typed}
        onChange={(change) => {
          setTyped(change.target.value);
          setUnread(false);
          if (act.error !== null) act.reset();
        }}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder="ABCD-EFGH"
        error={isUnread ? UNREAD : refused}
      />
      <Button type="submit" tone="sea" className="sm:mt-7.5" disabledReason={act.busy}>
        {act.isBusy ? 'Joining...' : 'Use this code'}
      </Button>
    </form>
  );
}

const UNREAD = 'A code has eight letters and digits, without 0, O, 1, I and L.';

const showJoined = (joined: Joined): void =>
  void showToast({ title: joinedWords(joined), description: 'This is on this phone now.' });

/**
 * In an empty schedule. An iPhone's home screen app begins without the browser's cookies, so there the code comes first:
 * by CSS, because the server does not know.
 */
export function JoinHere() {
  const id = useId();
  return (
    <Card
      as="section"
      aria-labelledby={id}
      className="no-print grid gap-3 p-5 sm:p-6 [@media(display-mode:standalone)]:order-first"
    >
      <h2 id={id} className="text-xl font-semibold text-balance">
        Already registered on another phone?
      </h2>
      <p className="text-mute text-pretty">
        <span className="[@media(display-mode:standalone)]:hidden">
          Open My schedule there, press “Use on another device”, and scan or type the code.
        </span>
        <span className="hidden [@media(display-mode:standalone)]:inline">
          Also if you registered in the browser of this phone: open My schedule there, press “Use on another device”,
          and type the code.
        </span>
      </p>
      <JoinForm onJoined={showJoined} />
    </Card>
  );
}
