import { useMutation, useQueryClient } from '@tanstack/react-query';
import Circle from 'lucide-react/icons/circle';
import CircleCheck from 'lucide-react/icons/circle-check';
import { type KeyboardEvent, memo } from 'react';
import { isLocked, useGuarded } from '#features/access/web/state.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { clockTime } from '#platform/time.ts';
import { sentenceOf } from '#platform/web/api.ts';
import { showError } from '#platform/web/ui/toast.ts';
import type { StaffRsvp } from '../contract.ts';
import { setCheckedInMutation, staffListQuery } from './queries.ts';

type StaffRowProps = { rsvp: StaffRsvp; event: FestivalEvent; zone: string };

/** A held Enter key repeats clicks, which would check in and out. */
const once = (pressed: KeyboardEvent) => {
  if (pressed.repeat) pressed.preventDefault();
};

/** The whole row is the button: the first tap checks in, the next one undoes it. */
export const StaffRow = memo(({ rsvp, event, zone }: StaffRowProps) => {
  const client = useQueryClient();
  const guarded = useGuarded();
  const { mutateAsync, isPending } = useMutation({
    ...setCheckedInMutation,
    onSuccess: (changed) =>
      client.setQueryData(staffListQuery(event.id).queryKey, (list) =>
        list?.map((one) => (one.id === changed.id ? changed : one)),
      ),
    onError: (error) => {
      if (isLocked(error)) return;
      showError(sentenceOf(error, 'Failed to change the check-in. Please try again.'));
      void client.invalidateQueries(staffListQuery(event.id));
    },
  });
  const { checkedIn, checkedInAt, checkedInBy, playerName, playerEmail } = rsvp;
  const over = event.status === 'completed';
  const Icon = checkedIn ? CircleCheck : Circle;
  return (
    <div className="pb-2">
      <button
        type="button"
        aria-pressed={checkedIn}
        aria-disabled={over || isPending || undefined}
        onKeyDown={once}
        onClick={(click) => {
          // The second half of a double tap would undo the check-in.
          if (over || isPending || click.detail > 1) return;
          guarded(() => mutateAsync({ id: rsvp.id, there: !checkedIn }));
        }}
        className={`flex min-h-15 w-full touch-manipulation items-center gap-3 rounded-xl border px-3.5 py-2 text-left transition-colors duration-150 ${
          checkedIn ? 'border-sea/60 bg-sea/14' : 'border-line bg-deep hover:border-mute'
        } ${over ? 'cursor-not-allowed' : 'cursor-pointer'}`}
      >
        <Icon aria-hidden="true" className={`size-6 shrink-0 ${checkedIn ? 'text-sea' : 'text-mute'}`} />
        <span className="grid min-w-0 flex-1">
          <span className="font-semibold [overflow-wrap:anywhere]">{playerName}</span>
          {playerEmail && <span className="text-sm text-mute [overflow-wrap:anywhere]">{playerEmail}</span>}
        </span>
        <span className={`shrink-0 text-right text-sm font-semibold ${checkedIn ? 'text-sea' : 'text-mute'}`}>
          {isPending && '…'}
          {!isPending && checkedIn && checkedInAt !== null && `In, ${clockTime(checkedInAt, zone)}`}
          {!isPending && checkedInBy === 'code' && <span className="block text-mute">by another phone</span>}
          {!isPending && !checkedIn && (over ? 'Not there' : 'Check in')}
        </span>
      </button>
    </div>
  );
});
