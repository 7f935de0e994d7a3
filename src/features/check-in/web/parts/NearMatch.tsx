import UserCheck from 'lucide-react/icons/user-check';
import UserPlus from 'lucide-react/icons/user-plus';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { listed } from '#platform/listed.ts';
import { nameKey } from '#platform/names.ts';
import { Button } from '#platform/web/ui/button.tsx';
import type { StaffRsvp } from '../../contract.ts';

/** Most people offered; the list below shows the others. */
const OFFERED = 4;

type NearMatchProps = {
  typed: string;
  near: readonly StaffRsvp[];
  isPending: boolean;
  onCheckIn: (rsvp: StaffRsvp) => void;
  onAdd: () => void;
  onKeep: () => void;
};

/** Asks before adding a walk-in whose name is close to a registered person's. */
export function NearMatch({ typed, near, isPending, onCheckIn, onAdd, onKeep }: NearMatchProps) {
  const box = useRef<HTMLFieldSetElement>(null);
  useEffect(() => box.current?.querySelector('button')?.focus(), []);
  const offered = near.slice(0, OFFERED);
  const isSame = near.some(({ playerName }) => nameKey(playerName) === nameKey(typed));
  const closeByKey = (pressed: KeyboardEvent) => {
    if (pressed.key !== 'Escape') return;
    pressed.preventDefault();
    onKeep();
  };
  return (
    <fieldset
      ref={box}
      onKeyDown={closeByKey}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2.5 rounded-xl border border-sun/60 p-4"
    >
      <legend className="px-1.5 font-semibold [overflow-wrap:anywhere]">
        {listed(offered.map(({ playerName }) => playerName))}
        {near.length > OFFERED && ` and ${near.length - OFFERED} more`} {near.length === 1 ? 'is' : 'are'} registered
      </legend>
      {offered.map((rsvp) => (
        <Button
          key={rsvp.id}
          tone={rsvp.checkedIn ? 'quiet' : 'sea'}
          className="w-full [overflow-wrap:anywhere]"
          onClick={() => onCheckIn(rsvp)}
        >
          <UserCheck aria-hidden="true" />
          {rsvp.checkedIn ? `${rsvp.playerName} is checked in` : `Check in ${rsvp.playerName}`}
        </Button>
      ))}
      {isSame ? (
        <p className="text-[0.9375rem] text-pretty text-mute">If it is somebody else, add an initial.</p>
      ) : (
        <Button
          tone="ghost"
          className="w-full [overflow-wrap:anywhere]"
          onClick={onAdd}
          disabledReason={isPending ? 'The walk-in is being added.' : undefined}
        >
          <UserPlus aria-hidden="true" />
          Somebody else: add {typed}
        </Button>
      )}
    </fieldset>
  );
}
