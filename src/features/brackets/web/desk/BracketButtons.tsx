import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isLocked, useGuarded } from '#features/access/web/state.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { ApiError, sentenceOf } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { showError, showToast } from '#platform/web/ui/toast.ts';
import { generateBracketMutation, matchesQuery } from '../queries.ts';
import { ReplaceDialog } from './ReplaceDialog.tsx';

const FAILED = 'Failed to generate bracket. Make sure players are checked in.';

type BracketButtonsProps = {
  event: FestivalEvent;
  /** Of the bracket on the same screen, if it is shown there. */
  revision?: number;
  /** The bracket is drawn. */
  onDrawn?: (event: FestivalEvent) => void;
};

/** Draws a tournament's bracket, by score or by lot. Where results would be lost, that is asked first. */
export function BracketButtons({ event, revision, onDrawn }: BracketButtonsProps) {
  const guarded = useGuarded();
  const { thirdPlace, choose, unknown } = useThirdPlace(event);
  const client = useQueryClient();
  const [asked, ask] = useState<{ why: string; randomSeed: boolean } | null>(null);
  const { mutateAsync, isPending } = useMutation({
    ...generateBracketMutation,
    onSuccess: () => {
      ask(null);
      showToast({ title: 'Bracket Generated', description: event.title });
      onDrawn?.(event);
    },
    onError: (error, { randomSeed }) => {
      if (isLocked(error)) return;
      const why = sentenceOf(error, FAILED);
      if (error instanceof ApiError && error.code === 'RESULTS_EXIST') return ask({ why, randomSeed });
      ask(null);
      showError(why);
      if (error instanceof ApiError && error.code === 'CHANGED_MEANWHILE') {
        void client.invalidateQueries(matchesQuery(event.id));
      }
    },
  });
  const draw = (randomSeed: boolean, replace = false) =>
    guarded(() =>
      mutateAsync({
        eventId: event.id,
        randomSeed,
        ...(replace ? { replace } : {}),
        ...(thirdPlace ? { thirdPlace } : {}),
        ...(revision === undefined ? {} : { expectedRevision: revision }),
      }),
    );
  const button = (words: string, randomSeed: boolean) => (
    <Button
      aria-label={`${words}: ${event.title}`}
      onClick={() => draw(randomSeed)}
      disabledReason={waits(event, isPending, unknown)}
    >
      {words}
    </Button>
  );
  return (
    <div className="flex flex-wrap gap-2 sm:justify-end">
      {button('Generate Bracket', false)}
      {button('Random Seed', true)}
      {event.tournamentType === 'single-elimination' && event.status !== 'completed' && (
        <label className="flex min-h-11 cursor-pointer items-center gap-2">
          <input
            type="checkbox"
            className="size-5"
            checked={thirdPlace}
            onChange={({ target }) => choose(target.checked)}
          />
          Third-place match
        </label>
      )}
      {asked && (
        <ReplaceDialog
          title={event.title}
          why={asked.why}
          pending={isPending}
          onClose={() => ask(null)}
          onReplace={() => draw(asked.randomSeed, true)}
        />
      )}
    </div>
  );
}

/** As chosen here, else as in the bracket there is: a new draw must not lose the match unasked. */
function useThirdPlace({ id, tournamentType, status, bracketDrawn }: FestivalEvent) {
  const [chosen, choose] = useState<boolean | null>(null);
  const { data: drawn, isLoading } = useQuery({
    ...matchesQuery(id),
    enabled: bracketDrawn && tournamentType === 'single-elimination' && status !== 'completed',
    select: (matches) => matches.some(({ bracket }) => bracket === 'third-place'),
  });
  return { thirdPlace: chosen ?? drawn ?? false, choose, unknown: chosen === null && isLoading };
}

const waits = (event: FestivalEvent, pending: boolean, unknown: boolean): string | undefined => {
  if (pending) return 'The bracket is being drawn.';
  if (unknown) return 'The present bracket is being read.';
  return event.status === 'completed' ? 'This tournament is over.' : undefined;
};
