import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import { ActButton, useAct } from '#features/access/web/act.tsx';
import { useMayWork } from '#features/access/web/state.ts';
import type { FestivalEvent, giveEventPoints } from '#features/events/contract.ts';
import { changeWords, differing } from '#features/events/rules/edits.ts';
import { GiveTo } from '#features/events/web/StaffParts.tsx';
import { eventPointsQuery } from '#features/events/web/state.ts';
import { isolated } from '#platform/names.ts';
import { counted } from '#platform/numbers.ts';
import { HOST } from '#platform/staff.ts';
import { request } from '#platform/web/api.ts';
import { showToast } from '#platform/web/ui/toast.ts';
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
  const { id } = event;
  const give = useAct(
    (expectedRevision: number) =>
      request<typeof giveEventPoints>('POST /api/events/{id}/points', { params: { id }, body: { expectedRevision } }),
    {
      fails: 'The points were not given. Please try again.',
      busy: 'They are being given.',
      done: () => showToast({ title: 'Points given', description: event.title }),
      settled: refetch,
    },
  );
  const GiveToButton = useContext(GiveTo);
  const toChoose = (data?.people ?? []).filter(
    ({ userId, points, chosen }) => (userId === null || chosen !== null) && points > 0,
  );
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
          <ActButton act={give} of={data.revision}>
            Give these points
          </ActButton>
        </section>
      )}
      {GiveToButton && toChoose.length > 0 && (
        <ul aria-label="Points whose account you choose" className="divide-y divide-line">
          {toChoose.map((award) => (
            <li key={award.placeId} className="flex items-center justify-between gap-3 py-2 [overflow-wrap:anywhere]">
              <span className="min-w-0">
                {counted(award.points, 'point')} of <strong className="font-semibold">{isolated(award.name)}</strong>:{' '}
                {award.chosen === null
                  ? 'their phone has no account of that name.'
                  : `to ${isolated(award.chosen)}, as an organiser chose.`}
              </span>
              <GiveToButton eventId={event.id} award={award} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
