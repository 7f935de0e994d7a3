import { useMutation } from '@tanstack/react-query';
import UserPlus from 'lucide-react/icons/user-plus';
import { useState } from 'react';
import { guarded, isLocked } from '#features/access/web/state.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { whyNotRegister } from '#features/rsvps/rules.ts';
import { cleanName } from '#platform/names.ts';
import { ApiError } from '#platform/web/api.ts';
import { now } from '#platform/web/clock.ts';
import { useNow } from '#platform/web/now.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { showError, showToast } from '#platform/web/ui/toast.ts';
import { failureOf, tapAtDoor } from '../door/taps.ts';

/** Registers and checks in a walk-in; a refused name gets its message at the field. */
export const useWalkIn = (event: FestivalEvent, onAdded: () => void) => {
  const whyNot = useWhyNot(event);
  const [refusal, setRefusal] = useState<string>();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: tapAtDoor,
    onSuccess: (added, { playerName }) => {
      showToast(
        added === null
          ? {
              title: 'Walk-in waiting',
              description: `${playerName} is added when the network is back: the seat is not certain.`,
            }
          : { title: 'Walk-in added', description: `${added.playerName} has a place and is checked in.` },
      );
      onAdded();
    },
    onError: (error) => {
      if (isLocked(error)) return;
      const sentence = failureOf(error, 'Failed to add the walk-in. Please try again.');
      if (error instanceof ApiError && error.field !== undefined) setRefusal(sentence);
      else showError(sentence);
    },
  });
  return {
    pending: isPending,
    refusal,
    forget: () => setRefusal(undefined),
    add: (name: string) => {
      // As the server stores it, so that a waiting walk-in does not seem renamed.
      const cleaned = cleanName(name);
      const playerName = 'name' in cleaned ? cleaned.name : name.trim();
      if (playerName === '' || isPending || whyNot !== undefined) return;
      const { id: eventId, title } = event;
      guarded(() => mutateAsync({ eventId, title, placeId: null, playerName, checksIn: true, tappedAt: now() }));
    },
  };
};

const useWhyNot = (event: FestivalEvent): string | undefined =>
  whyNotRegister({ event, now: useNow(), placesHere: 0 })?.message;

type WalkInButtonProps = { event: FestivalEvent; name: string; pending: boolean; onAdd: () => void };

/** Beside the search, below its label. */
export const WalkInButton = ({ event, name, pending, onAdd }: WalkInButtonProps) => {
  const whyNot = useWhyNot(event);
  const typed = name.trim() === '' ? 'Type the walk-in’s name first.' : undefined;
  return (
    <div className="reason-end grid pt-7.5">
      <Button
        tone="quiet"
        className="min-h-12 px-3.5"
        aria-label="Add walk-in"
        onClick={onAdd}
        disabledReason={whyNot ?? (pending ? 'The walk-in is being added.' : typed)}
      >
        <UserPlus aria-hidden="true" />
        <span className="@md:hidden">Walk-in</span>
        <span className="hidden @md:inline">Add walk-in</span>
      </Button>
    </div>
  );
};
