import { type FormEvent, type RefObject, useRef, useState } from 'react';
import type { FestivalEvent } from '#features/events/contract.ts';
import { NAME_LIMIT } from '#platform/names.ts';
import { ActionsDisabled } from '#platform/web/ui/button.tsx';
import { TextField } from '#platform/web/ui/field.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { StaffRsvp } from '../../contract.ts';
import { nearPlaces } from '../../rules/people.ts';
import { NearMatch } from './NearMatch.tsx';
import { useSetCheckedIn } from './set-checked-in.ts';
import { matching } from './staff-rows.ts';
import { useWalkIn, WalkInButton } from './WalkIn.tsx';

type StaffSearchProps = {
  event: FestivalEvent;
  rsvps: readonly StaffRsvp[] | undefined;
  q: string;
  onType: (q: string) => void;
  list: RefObject<HTMLElement | null>;
};

/** Finds a name: Enter checks in the only one it finds. A walk-in is added by the button alone. */
export function StaffSearch({ event, rsvps = [], q, onType, list }: StaffSearchProps) {
  const search = useRef<HTMLInputElement>(null);
  const [near, setNear] = useState<readonly StaffRsvp[]>([]);
  const { set } = useSetCheckedIn(event);
  const startOver = () => {
    onType('');
    setNear([]);
    search.current?.focus();
  };
  const walkIn = useWalkIn(event, startOver);
  const checkIn = (rsvp: StaffRsvp) => {
    const { playerName } = rsvp;
    const say = (title: string) => {
      showToast({ title, description: playerName });
      startOver();
    };
    if (rsvp.checkedIn) say('Checked in already');
    else set(rsvp, true, (waits) => say(waits ? 'Check-in waiting to send' : 'Checked in'));
  };
  const enter = (submitted: FormEvent) => {
    submitted.preventDefault();
    const found = q.trim() === '' ? [] : matching(rsvps, q);
    const [only] = found;
    if (only !== undefined && found.length === 1) return event.status === 'completed' ? undefined : checkIn(only);
    list.current?.querySelector<HTMLElement>('li button')?.focus();
  };
  const add = () => {
    const found = nearPlaces(rsvps, q);
    if (found.length === 0) walkIn.add(q);
    else setNear(found);
  };
  return (
    // Walk-ins may wait for a connection.
    <ActionsDisabled value={undefined}>
      <form
        onSubmit={enter}
        noValidate
        className="flex flex-wrap items-start gap-x-2.5 *:first:flex-[999_1_8rem] [&_div:has(>label)]:min-w-max"
      >
        <TextField
          ref={search}
          label="Find or add a person"
          type="search"
          autoComplete="off"
          autoCapitalize="words"
          enterKeyHint="go"
          limit={NAME_LIMIT}
          value={q}
          // The next name replaces the one before; a refused one is corrected.
          onFocus={({ target }) => walkIn.refusal === undefined && target.select()}
          onChange={(change) => {
            onType(change.target.value);
            setNear([]);
            walkIn.forget();
          }}
          error={walkIn.refusal}
          className="min-h-12"
        />
        <WalkInButton event={event} name={q} pending={walkIn.pending} onAdd={add} />
      </form>
      {near.length > 0 && (
        <NearMatch
          typed={q.trim()}
          near={near}
          isPending={walkIn.pending}
          onCheckIn={checkIn}
          onAdd={() => walkIn.add(q)}
          onKeep={() => {
            setNear([]);
            search.current?.focus();
          }}
        />
      )}
    </ActionsDisabled>
  );
}
