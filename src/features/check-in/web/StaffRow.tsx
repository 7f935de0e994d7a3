import { useMutation, useQueryClient } from '@tanstack/react-query';
import Circle from 'lucide-react/icons/circle';
import CircleCheck from 'lucide-react/icons/circle-check';
import Ellipsis from 'lucide-react/icons/ellipsis-vertical';
import Pencil from 'lucide-react/icons/pencil';
import X from 'lucide-react/icons/x';
import { memo } from 'react';
import { guarded, isLocked } from '#features/access/web/state.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { Answered } from '#features/rsvps/web/Answered.tsx';
import { isolated } from '#platform/names.ts';
import { clockTime } from '#platform/time.ts';
import { now } from '#platform/web/clock.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { ignoreRepeats } from '#platform/web/ui/focus.ts';
import { showError, showToast } from '#platform/web/ui/toast.ts';
import type { StaffRsvp } from '../contract.ts';
import { type DoorRow, isWalkIn } from '../rules/taps.ts';
import { failureOf, isWaiting, takeBackWalkIn, tapAtDoor } from './door/taps.ts';
import { staffListQuery } from './queries.ts';

/** Checks people in and out. Every way to do it shows the same. */
export function useSetCheckedIn({ id: eventId, title }: Pick<FestivalEvent, 'id' | 'title'>) {
  const client = useQueryClient();
  const { queryKey } = staffListQuery(eventId);
  const { mutateAsync, isPending } = useMutation({
    mutationFn: tapAtDoor,
    onSuccess: (changed) => {
      if (changed === null) return;
      client.setQueryData(queryKey, (list) => list?.map((one) => (one.id === changed.id ? changed : one)));
    },
    onError: (error) => {
      if (isLocked(error)) return;
      showError(failureOf(error, 'Failed to change the check-in. Please try again.'));
      void client.invalidateQueries({ queryKey });
    },
  });
  /** `onDone` is called once the server has answered, or the tap waits for a network (`waits`). */
  const set = ({ id, playerName }: StaffRsvp, there: boolean, onDone: (waits: boolean) => void = () => undefined) =>
    guarded(async () => {
      const tap = (checksIn: boolean) =>
        mutateAsync({ eventId, title, placeId: id, playerName, checksIn, tappedAt: now() });
      // Without an answer it waits, or it took back one that waited.
      const waits = (await tap(there)) === null && isWaiting(id);
      onDone(waits);
      if (!there) {
        const action = {
          label: 'Undo',
          altText: `Check ${playerName} in again`,
          onPress: () => guarded(() => tap(true)),
        };
        showToast({ title: waits ? 'Undo waiting to send' : 'Check-in undone', description: playerName, action });
      }
    });
  return { set, isPending };
}

type StaffRowProps = {
  rsvp: DoorRow;
  event: FestivalEvent;
  zone: string;
  /** Missing for helpers, who see no email either: this browser may have the list from when it was unlocked. */
  onAmend: ((rsvp: StaffRsvp) => void) | undefined;
  /** Where the event asks people something, and the list knows the answers. */
  onAnswer: ((rsvp: StaffRsvp) => void) | undefined;
};

const STATE = 'col-start-2 row-start-1 text-right text-sm font-semibold';

/** Has a line of its own, and may break after the @. */
const Email = ({ address }: { address: string }) => {
  const at = address.lastIndexOf('@') + 1;
  return (
    <span className="col-span-2 text-sm text-mute [overflow-wrap:anywhere]">
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </span>
  );
};

/** All of the row but its menu is one button: the first tap checks in, the next one undoes it. */
export const StaffRow = memo(({ rsvp, event, zone, onAmend, onAnswer }: StaffRowProps) => {
  const { set, isPending: isOpen } = useSetCheckedIn(event);
  const { checkedIn, checkedInAt, checkedInBy, checkedInByName, playerName, playerEmail, waiting } = rsvp;
  const isPending = isOpen && !waiting;
  const over = event.status === 'completed';
  const Icon = checkedIn ? CircleCheck : Circle;
  return (
    <div className="flex items-stretch gap-1 pb-2">
      <button
        type="button"
        aria-pressed={checkedIn}
        aria-disabled={over || isPending || undefined}
        onKeyDown={ignoreRepeats}
        onClick={(click) => {
          // The second half of a double tap would undo the check-in.
          if (over || isPending || click.detail > 1) return;
          if (isWalkIn(rsvp)) void takeBackWalkIn(rsvp);
          else set(rsvp, !checkedIn);
        }}
        className={`flex min-h-15 min-w-0 flex-1 touch-manipulation items-center gap-3 rounded-xl border px-3.5 py-2 text-left transition-colors duration-150 ${
          waiting
            ? 'border-sun/60 bg-sun/10'
            : checkedIn
              ? 'border-sea/60 bg-sea/14'
              : 'border-line bg-deep hover:border-mute'
        } ${over ? 'cursor-not-allowed' : 'cursor-pointer'}`}
      >
        <Icon aria-hidden="true" className={`size-6 shrink-0 ${checkedIn ? 'text-sea' : 'text-mute'}`} />
        <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3">
          <span className="font-semibold [overflow-wrap:anywhere]">{playerName}</span>
          {onAmend !== undefined && playerEmail && <Email address={playerEmail} />}
          {onAnswer !== undefined && (
            <Answered questions={event.questions} answers={rsvp.answers} className="col-span-2" />
          )}
          {isWalkIn(rsvp) && (
            <span className="col-span-2 text-sm text-mute">Walk-in waiting: the place is not certain</span>
          )}
          <span className={`${STATE} ${checkedIn ? 'text-sea' : 'text-mute'}`}>
            {isPending && '…'}
            {!isPending && checkedIn && checkedInAt !== null && `In, ${clockTime(checkedInAt, zone)}`}
            {!isPending && checkedInBy === 'code' && <span className="block text-mute">by another phone</span>}
            {!isPending && checkedInByName && (
              <span className="ml-auto block max-w-32 font-normal text-mute [overflow-wrap:anywhere]">
                by {isolated(checkedInByName)}
              </span>
            )}
            {!isPending && !checkedIn && (over ? 'Not there' : waiting ? 'Undone' : 'Check in')}
            {!isPending && waiting && <span className="block text-sun">waiting to send</span>}
          </span>
        </span>
      </button>
      <div className="grid content-center gap-1">
        {onAnswer !== undefined && !isWalkIn(rsvp) && (
          <Button
            tone="ghost"
            size="icon"
            className="self-center"
            aria-haspopup="dialog"
            aria-label={`Answers of ${playerName}`}
            onClick={() => onAnswer(rsvp)}
          >
            <Pencil aria-hidden="true" />
          </Button>
        )}
        {isWalkIn(rsvp) ? (
          <Button
            tone="ghost"
            size="icon"
            className="self-center"
            aria-label={`Remove walk-in ${playerName}`}
            onClick={() => void takeBackWalkIn(rsvp)}
          >
            <X aria-hidden="true" />
          </Button>
        ) : onAmend === undefined ? null : (
          <Button
            tone="ghost"
            size="icon"
            className="self-center"
            aria-haspopup="dialog"
            aria-label={`Rename, move or remove ${playerName}`}
            onClick={() => onAmend(rsvp)}
          >
            <Ellipsis aria-hidden="true" />
          </Button>
        )}
      </div>
    </div>
  );
});
