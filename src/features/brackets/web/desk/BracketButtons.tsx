import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useAct } from '#features/access/web/act.tsx';
import { guarded } from '#features/access/web/state.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { ApiError, request, sentenceOf } from '#platform/web/api.ts';
import { LazyBoundary, onDemand } from '#platform/web/on-demand.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { Draw, generateBracket } from '../../contract.ts';
import { revisionOf } from '../parts/rounds.ts';
import { matchesQuery, showWritten } from '../queries.ts';
import { isQuestion, type Question } from './DrawDialog.tsx';

const DrawDialog = onDemand(() => import('./DrawDialog.tsx').then((module) => module.DrawDialog));

const FAILED = 'Failed to generate bracket. Make sure players are checked in.';

/** Whether the server asks something before it draws. */
const asks = (error: Error): boolean => error instanceof ApiError && isQuestion(error.code);

type DrawRequest = Pick<Draw, 'randomSeed' | 'replace' | 'without'>;
/** The request that the dialog would send, and what the server asked before. */
type Asked = { readonly request: DrawRequest; readonly question: Question | null };

/** The people of places who are not checked in, with a button each. */
export type Absent = (event: FestivalEvent, placeIds: readonly string[]) => ReactNode;

type BracketButtonsProps = {
  event: FestivalEvent;
  onDrawn?: (event: FestivalEvent) => void;
  absent?: Absent | undefined;
};

/** Draws a tournament's bracket, seeded by score or shuffled; asks first what the draw is to be, and when results or people would be left out. */
export function BracketButtons({ event, onDrawn, absent }: BracketButtonsProps) {
  const { revision, hasThirdPlace, missing } = usePresentBracket(event);
  const [chosen, choose] = useState<boolean | null>(null);
  // A new draw keeps the third-place match of the one before unless the organiser says otherwise.
  const thirdPlace = chosen ?? hasThirdPlace;
  const client = useQueryClient();
  const [asked, ask] = useState<Asked | null>(null);
  const params = { id: event.id };
  const send = (body: Draw) =>
    request<typeof generateBracket>('POST /api/events/{id}/generate-bracket', { params, body });
  const act = useAct(send, {
    fails: FAILED,
    inForm: asks,
    busy: 'The bracket is being drawn.',
    done: (matches) => {
      // The next draw needs the new revision before the next read.
      showWritten(client, event.id, matches);
      ask(null);
      showToast({ title: 'Bracket generated', description: event.title });
      onDrawn?.(event);
    },
    failed: (error, { randomSeed, replace, without }) => {
      if (error instanceof ApiError && isQuestion(error.code)) {
        // What the request says once the question is agreed to.
        const agreed = error.code === 'RESULTS_EXIST' ? { replace: true } : { without: [...error.missing] };
        const question = { code: error.code, why: sentenceOf(error, FAILED), missing: error.missing };
        return ask({ question, request: { randomSeed, replace, without, ...agreed } });
      }
      ask(null);
      if (error instanceof ApiError && error.code === 'CHANGED_MEANWHILE') {
        void client.invalidateQueries(matchesQuery(event.id));
      }
    },
  });
  const draw = (request: DrawRequest) =>
    act.run({
      ...request,
      everybody: true,
      ...(thirdPlace ? { thirdPlace } : {}),
      expectedRevision: revision,
    });
  // Single elimination has something to choose.
  const press = (request: DrawRequest) =>
    event.tournamentType === 'single-elimination' ? guarded(() => ask({ request, question: null })) : draw(request);
  const button = (words: string, randomSeed: boolean) => (
    <Button
      aria-label={`${words}: ${event.title}`}
      onClick={() => press({ randomSeed })}
      disabledReason={act.busy ?? (event.status === 'completed' ? 'This tournament is over.' : missing)}
    >
      {words}
    </Button>
  );
  return (
    <div className="flex flex-wrap gap-2 sm:justify-end">
      {button('Generate Bracket', false)}
      {button('Random Seed', true)}
      {asked && (
        <LazyBoundary onMissing={() => ask(null)}>
          <DrawDialog
            key={asked.question?.code ?? 'choice'}
            event={event}
            randomSeed={asked.request.randomSeed}
            question={asked.question}
            thirdPlace={thirdPlace}
            onThirdPlace={choose}
            absent={absent && ((placeIds) => absent(event, placeIds))}
            pending={act.isBusy}
            onClose={() => ask(null)}
            onDraw={() => draw(asked.request)}
          />
        </LazyBoundary>
      )}
    </div>
  );
}

/** What a new draw replaces; `missing` says why that is not known. */
function usePresentBracket({ id, status, bracketDrawn }: FestivalEvent) {
  const {
    data: matches = [],
    isSuccess,
    isError,
  } = useQuery({
    ...matchesQuery(id),
    enabled: bracketDrawn && status !== 'completed',
  });
  const failed = isError ? 'The present bracket could not be read. Please reload the page.' : undefined;
  return {
    revision: revisionOf(matches),
    hasThirdPlace: matches.some(({ bracket }) => bracket === 'third-place'),
    missing: !bracketDrawn || isSuccess ? undefined : (failed ?? 'The present bracket is being read.'),
  };
}
