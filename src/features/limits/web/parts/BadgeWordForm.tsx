import { type FormEvent, useRef, useState } from 'react';
import { ActButton, useAct } from '#features/access/web/act.tsx';
import { request } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { TextField } from '#platform/web/ui/field.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { Registrations, setBadgeWord } from '../../contract.ts';
import { BADGE_WORD_LIMIT } from '../../limits.ts';

type BadgeWordFormProps = { word: string | null; from: Registrations['wordFrom'] };

/** Form for the badge word. Typed input stays while another organiser changes the word. */
export function BadgeWordForm({ word, from }: BadgeWordFormProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const send = (to: string | null) => request<typeof setBadgeWord>('PUT /api/admin/badge-word', { body: { word: to } });
  const act = useAct(send, {
    fails: 'The badge word was not saved. Try again.',
    inForm: true,
    busy: 'The badge word is being saved.',
    done: (_, saved) => {
      setTyped((now) => (now === saved ? null : now));
      // The button Switch off goes away.
      if (saved === null) field.current?.focus({ preventScroll: true });
      showToast({
        title: saved === null ? 'Badge word switched off' : 'Badge word set',
        description: saved === null ? 'New phones are not asked for a word.' : 'New phones are asked for it once.',
      });
    },
  });
  const shown = typed ?? word ?? '';
  const save = (event: FormEvent) => {
    event.preventDefault();
    act.run(shown);
  };
  const unchanged =
    shown.trim() === '' ? 'Type a word first.' : shown === word ? 'This is the word already.' : undefined;
  return (
    <form onSubmit={save} className="grid gap-x-3 gap-y-3 py-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start">
      <TextField
        ref={field}
        label="Badge word"
        value={shown}
        maxLength={BADGE_WORD_LIMIT}
        autoComplete="off"
        onChange={(change) => setTyped(change.target.value)}
        hint={hintOf(word, from)}
        error={act.problem}
      />
      <div className="flex flex-wrap gap-2.5 sm:pt-[1.875rem]">
        <Button tone="sea" type="submit" disabledReason={act.busy ?? unchanged}>
          {word === null ? 'Set word' : 'Change word'}
        </Button>
        {word !== null && (
          <ActButton act={act} of={null}>
            Switch off
          </ActButton>
        )}
      </div>
    </form>
  );
}

const hintOf = (word: string | null, from: Registrations['wordFrom']): string => {
  if (word === null) return 'Off. With a word, each new phone is asked once for what is printed on the badges.';
  const source = from === 'festival.json' ? ' It comes from the server’s file; what you set here replaces it.' : '';
  return `On: each new phone is asked for it once. Known phones are not asked.${source}`;
};
