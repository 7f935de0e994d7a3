import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import { guarded, isLocked, useMayWork } from '#features/access/web/state.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { changeWords, differing } from '#features/events/rules/edits.ts';
import { GiveTo } from '#features/events/web/StaffParts.tsx';
import { eventPointsQuery, giveEventPointsMutation } from '#features/events/web/state.ts';
import { isolated } from '#platform/names.ts';
import { counted } from '#platform/numbers.ts';
import { HOST } from '#platform/staff.ts';
import { sentenceOf } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { showError, showToast } from '#platform/web/ui/toast.ts';
import { revisionOf } from './parts/rounds.ts';
import { matchesQuery } from './queries.ts';

/** Asks, after a correction, whether the points that a completed event gave should follow its standings. */
export function EventPoints({ event }: { event: FestivalEvent }) {
  const host = useMayWork(HOST, event);
  return host && event.status === 'completed' && event.points !== null ? <Given event={event} /> : null;
}

function Given({ event }: { event: FestivalEvent }) {
  const { data: matches } = useQuery({ ...matchesQuery(event.id), enabled: event.bracketDrawn });
  const query = eventPointsQuery(event.id, revisionOf(matches ?? []));
  const isRead = matches !== undefined || !event.bracketDrawn;
  const { data, refetch } = useQuery({ ...query, enabled: isRead, placeholderData: keepPreviousData });
  const { mutateAsync, isPending } = useMutation({
    ...giveEventPointsMutation,
    onSuccess: () => showToast({ title: 'Points given', description: event.title }),
    onError: (error) => isLocked(error) || showError(sentenceOf(error, 'The points were not given. Please try again.')),
    onSettled: () => refetch(),
  });
  const GiveToButton = useContext(GiveTo);
  const nobodys = (data?.people ?? []).filter(({ userId, points }) => userId === null && points > 0);
  const changes = differing(data?.people ?? []).map(changeWords);
  return (
    <div role="status">
      {data !== undefined && changes.length > 0 && (
        <section
          aria-label="Points given"
          className="flex flex-wrap items-center gap-3 rounded-xl border border-sun px-4 py-3"
        >
          <p className="min-w-48 flex-1 [overflow-wrap:anywhere]">
            Change the points, too? By the standings now: {changes.join(', ')}.
          </p>
          <Button
            onClick={() => guarded(() => mutateAsync({ id: event.id, expectedRevision: data.revision }))}
            disabledReason={isPending ? 'They are being given.' : undefined}
          >
            Give these points
          </Button>
        </section>
      )}
      {GiveToButton && nobodys.length > 0 && (
        <ul aria-label="Points that nobody got" className="divide-y divide-line">
          {nobodys.map((award) => (
            <li key={award.placeId} className="flex items-center justify-between gap-3 py-2 [overflow-wrap:anywhere]">
              <span className="min-w-0">
                {counted(award.points, 'point')} of <strong className="font-semibold">{isolated(award.name)}</strong>:
                their phone has no account of that name.
              </span>
              <GiveToButton eventId={event.id} award={award} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
