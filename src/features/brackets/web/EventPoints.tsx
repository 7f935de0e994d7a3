import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isLocked, useGuarded, useMayWork } from '#features/access/web/state.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { changeWords, differing } from '#features/events/rules/awards.ts';
import { eventPointsQuery, giveEventPointsMutation } from '#features/events/web/queries.ts';
import { HOST } from '#platform/staff.ts';
import { sentenceOf } from '#platform/web/api.ts';
import { LazyBoundary } from '#platform/web/LazyBoundary.tsx';
import { onDemand } from '#platform/web/on-demand.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { showError, showToast } from '#platform/web/ui/toast.ts';
import { revisionOf } from './parts/rounds.ts';
import { matchesQuery } from './queries.ts';

const AskDialog = onDemand(() => import('#platform/web/ui/ask-dialog.tsx').then((module) => module.AskDialog));

/** Says while the points that a completed event gave differ from its standings, and asks after a correction. */
export function EventPoints({ event }: { event: FestivalEvent }) {
  const host = useMayWork(HOST, event);
  return host && event.status === 'completed' && event.points !== null ? <Given event={event} /> : null;
}

function Given({ event }: { event: FestivalEvent }) {
  const guarded = useGuarded();
  const { data: matches } = useQuery({ ...matchesQuery(event.id), enabled: event.bracketDrawn });
  const query = eventPointsQuery(event.id, revisionOf(matches ?? []));
  const isRead = matches !== undefined || !event.bracketDrawn;
  const { data, refetch } = useQuery({ ...query, enabled: isRead, placeholderData: keepPreviousData });
  // A question is asked once for each correction that is seen here.
  const [answered, answer] = useState<number>();
  if (data !== undefined && answered === undefined) answer(data.revision);
  const give = useMutation({
    ...giveEventPointsMutation,
    onSuccess: ({ revision }) => {
      answer(revision);
      void refetch();
      showToast({ title: 'Points given', description: event.title });
    },
    onError: (error) => {
      if (isLocked(error)) return;
      showError(sentenceOf(error, 'The points were not given. Please try again.'));
      void refetch();
    },
  });
  const changes = differing(data?.people ?? []).map(changeWords);
  if (data === undefined || changes.length === 0) return null;
  const send = () => guarded(() => give.mutateAsync({ id: event.id, expectedRevision: data.revision }));
  const leave = () => answer(data.revision);
  const disabledReason = give.isPending ? 'They are being given.' : undefined;
  return (
    <section
      aria-label="Points given"
      className="flex flex-wrap items-center gap-3 rounded-xl border border-sun px-4 py-3"
    >
      <p className="min-w-48 flex-1 [overflow-wrap:anywhere]">
        The points given differ from the standings: {changes.join(', ')}.
      </p>
      <Button onClick={send} disabledReason={disabledReason}>
        Give these points
      </Button>
      {answered !== undefined && answered !== data.revision && (
        <LazyBoundary onMissing={leave}>
          <AskDialog
            title="Change the points, too?"
            description={event.title}
            tone="sun"
            no="Leave them"
            yes="Give these points"
            disabledReason={disabledReason}
            onYes={send}
            onClose={leave}
          >
            <p>This event has given its points. By the standings now they would change:</p>
            <ul
              aria-label="Points that would change"
              className="mt-2 grid gap-1 font-semibold [overflow-wrap:anywhere]"
            >
              {changes.map((change) => (
                <li key={change}>{change}</li>
              ))}
            </ul>
          </AskDialog>
        </LazyBoundary>
      )}
    </section>
  );
}
