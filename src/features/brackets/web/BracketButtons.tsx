import { useMutation } from '@tanstack/react-query';
import { isLocked, useGuarded } from '#features/access/web/state.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { sentenceOf } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import { generateBracketMutation } from './queries.ts';

const FAILED = 'Failed to generate bracket. Make sure players are checked in.';

/** Draws a tournament's bracket, by score or by lot. */
export function BracketButtons({ event }: { event: FestivalEvent }) {
  const guarded = useGuarded();
  const { mutateAsync, isPending } = useMutation({
    ...generateBracketMutation,
    onSuccess: () => showToast({ title: 'Bracket Generated', description: event.title }),
    onError: (error) => {
      if (isLocked(error)) return;
      showToast({ title: 'Error', description: sentenceOf(error, FAILED), tone: 'destructive' });
    },
  });
  const button = (words: string, randomSeed: boolean) => (
    <Button
      aria-label={`${words}: ${event.title}`}
      onClick={() => guarded(() => mutateAsync({ eventId: event.id, randomSeed }))}
      disabledReason={waits(event, isPending)}
    >
      {words}
    </Button>
  );
  return (
    <div className="flex flex-wrap gap-2">
      {button('Generate Bracket', false)}
      {button('Random Seed', true)}
    </div>
  );
}

const waits = (event: FestivalEvent, pending: boolean): string | undefined => {
  if (pending) return 'The bracket is being drawn.';
  return event.status === 'completed' ? 'This tournament is over.' : undefined;
};
