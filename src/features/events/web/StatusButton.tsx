import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import { isLocked, useGuarded } from '#features/access/web/state.ts';
import { sentenceOf } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import type { FestivalEvent } from '../contract.ts';
import { nextStatus } from '../rules/status.ts';
import { changeStatusMutation } from './queries.ts';

/** A held Enter key repeats clicks. */
const once = (pressed: KeyboardEvent) => {
  if (pressed.repeat) pressed.preventDefault();
};

/**
 * Start Event or Complete Event. Neither can be undone, and after a start the Complete button appears under the finger,
 * so the second half of a double tap is ignored.
 */
export function StatusButton({ event }: { event: FestivalEvent }) {
  const guarded = useGuarded();
  const [told, setTold] = useState('');
  const { mutateAsync, isPending } = useMutation({
    ...changeStatusMutation,
    // The refusal is shown beside the button instead of in a toast.
    onError: (error) => !isLocked(error) && setTold(sentenceOf(error, 'That didn’t work. Please try again.')),
  });
  const next = nextStatus(event.status);
  if (next === null) return null;
  const words = event.status === 'upcoming' ? 'Start Event' : 'Complete Event';
  const press = (click: MouseEvent) => {
    if (click.detail > 1) return;
    setTold('');
    guarded(() => mutateAsync({ id: event.id, status: next }));
  };
  return (
    <span className="grid justify-items-stretch gap-1.5">
      <Button
        tone={event.status === 'upcoming' ? 'quiet' : 'sea'}
        aria-label={`${words}: ${event.title}`}
        onClick={press}
        onKeyDown={once}
        disabledReason={isPending ? 'It is being changed.' : undefined}
      >
        {words}
      </Button>
      <span role="alert" className="max-w-60 text-sm font-semibold text-coral empty:hidden">
        {told}
      </span>
    </span>
  );
}
