import { useMutation } from '@tanstack/react-query';
import Undo from 'lucide-react/icons/undo-2';
import { type MouseEvent, useState } from 'react';
import { guarded, isLocked } from '#features/access/web/state.ts';
import { ApiError, request, sentenceOf } from '#platform/web/api.ts';
import { LazyBoundary, onDemand } from '#platform/web/on-demand.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { ignoreRepeats } from '#platform/web/ui/focus.ts';
import { showToast } from '#platform/web/ui/toast.ts';
import type { EventStatus, FestivalEvent, undoCompletion } from '../contract.ts';
import { isCompletionUndoable } from '../rules/clock.ts';
import { givesPoints, nextStatus } from '../rules/status.ts';
import { changeStatus } from './state.ts';

const CompleteAnyway = onDemand(() => import('./parts/CompleteAnyway.tsx').then((m) => m.CompleteAnyway));

const WORDS: Readonly<Record<EventStatus, string>> = {
  upcoming: 'Start Event',
  'in-progress': 'Complete Event',
  completed: 'Undo',
};

/**
 * Start Event, Complete Event, or Undo while a completion can be undone. They take each other's place under the finger,
 * so the second half of a double tap is ignored. `isMain`: on the page of the event, where the start alone is coloured.
 */
export function StatusButton({ event, isMain = false }: { event: FestivalEvent; isMain?: boolean }) {
  const { step, question, problem, pending, act, forgetQuestion } = useStatusStep(event);
  if (event.status === 'completed' && !isCompletionUndoable(event)) return null;
  const words = WORDS[event.status];
  const isUndo = event.status === 'completed';
  return (
    <span className="grid justify-items-stretch gap-1.5">
      <Button
        tone={isMain && event.status === 'upcoming' ? 'sea' : 'quiet'}
        className="px-3.5"
        aria-label={isUndo ? `Undo: put ${event.title} back in progress` : `${words}: ${event.title}`}
        onClick={(click: MouseEvent) => click.detail <= 1 && step()}
        onKeyDown={ignoreRepeats}
        disabledReason={pending ? 'It is being changed.' : undefined}
      >
        {isUndo && <Undo aria-hidden="true" />}
        {words}
      </Button>
      <span role="alert" className="max-w-60 text-sm font-semibold text-coral empty:hidden">
        {problem}
      </span>
      {question !== null && (
        <LazyBoundary onMissing={forgetQuestion}>
          <CompleteAnyway
            event={event}
            question={question}
            pending={pending}
            onClose={forgetQuestion}
            onComplete={() => act({ onlyDecided: question === '' && event.tournamentType !== null })}
          />
        </LazyBoundary>
      )}
    </span>
  );
}

/** Takes the next step of an event. `question` is asked before an event with points is completed (empty), or an undecided one. */
function useStatusStep(event: FestivalEvent) {
  const [problem, setProblem] = useState('');
  const [question, ask] = useState<string | null>(null);
  const forgetQuestion = () => ask(null);
  const succeeded = (title: string) => {
    forgetQuestion();
    showToast({ title, description: event.title });
  };
  // A refusal is shown beside the button instead of in a toast.
  const onError = (error: Error) => {
    forgetQuestion();
    if (isLocked(error)) return;
    if (error instanceof ApiError && error.code === 'UNDECIDED') return ask(error.sentence ?? null);
    setProblem(sentenceOf(error, 'That didn’t work. Please try again.'));
  };
  const change = useMutation({
    mutationFn: changeStatus,
    // The event may have its new status already, by a live message.
    onSuccess: ({ status }) => succeeded(status === 'completed' ? 'Event Completed' : 'Event Started'),
    onError,
  });
  const undo = useMutation({
    mutationFn: (id: string) =>
      request<typeof undoCompletion>('POST /api/events/{id}/undo-completion', { params: { id } }),
    onSuccess: () => succeeded('Completion Undone'),
    onError,
  });
  const act = ({ onlyDecided }: { onlyDecided: boolean }) => {
    setProblem('');
    const { id } = event;
    const status = nextStatus(event.status);
    if (status === null) return guarded(() => undo.mutateAsync(id));
    const only = status === 'completed' && onlyDecided ? { onlyDecided } : {};
    guarded(() => change.mutateAsync({ id, status, ...only }));
  };
  const step = () =>
    event.status === 'in-progress' && givesPoints(event)
      ? guarded(() => ask(''))
      : act({ onlyDecided: event.tournamentType !== null });
  return { step, act, question, forgetQuestion, problem, pending: change.isPending || undo.isPending };
}
