import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useAct } from '#features/access/web/act.tsx';
import { useMayWork } from '#features/access/web/state.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import type { listNoShows, releaseNoShows } from '#features/rsvps/no-shows/contract.ts';
import { counted, listed } from '#platform/numbers.ts';
import { DOOR } from '#platform/staff.ts';
import { request } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { focusMain } from '#platform/web/ui/focus.ts';
import { showToast } from '#platform/web/ui/toast.ts';
import type { checkInByStaff } from '../contract.ts';

/** Asked for each minute too: people are missing after a time. */
const noShowsQuery = (id: string) =>
  queryOptions({
    queryKey: ['rsvps', 'no-shows', id],
    queryFn: ({ signal }) => request<typeof listNoShows>('GET /api/events/{id}/no-shows', { params: { id }, signal }),
    refetchInterval: 60_000,
  });

const PERSON = 'min-w-0 [overflow-wrap:anywhere]';

/** Who did not come, with one press for their places, and those whose places are given away and who may still come. */
export function NoShows({ event }: { event: FestivalEvent }) {
  const client = useQueryClient();
  const title = useId();
  const mayWork = useMayWork(DOOR, event) && event.status !== 'completed';
  const { data } = useQuery({ ...noShowsQuery(event.id), enabled: mayWork });
  const settled = () => client.invalidateQueries(noShowsQuery(event.id));
  const release = useAct(
    (rsvpIds: string[]) =>
      request<typeof releaseNoShows>('POST /api/events/{id}/release', { params: { id: event.id }, body: { rsvpIds } }),
    {
      fails: 'The places could not be given away. Please try again.',
      busy: 'The places are being given away.',
      done: ({ released }) => {
        showToast({ title: `${counted(released, 'place')} given to the line` });
        focusMain();
      },
      settled,
    },
  );
  const again = useAct(
    (id: string) => request<typeof checkInByStaff>('PUT /api/rsvps/{id}/check-in', { params: { id }, body: {} }),
    {
      fails: 'The person could not be checked in. Please try again.',
      busy: 'The person is being checked in.',
      settled,
    },
  );
  const { missing = [], released = [] } = data ?? {};
  if (!mayWork || missing.length + released.length === 0) return null;
  return (
    <section aria-labelledby={title} className="grid gap-3 rounded-2xl border border-line bg-panel p-4 sm:p-5">
      <h3 id={title} className="text-xl font-semibold">
        Not here
      </h3>
      {missing.length > 0 && (
        <div className="grid gap-2">
          <p className={PERSON}>{listed(missing.map(({ playerName }) => playerName))}</p>
          <Button
            className="justify-self-start"
            onClick={() => release.run(missing.map(({ id }) => id))}
            disabledReason={release.busy}
          >
            Give {counted(missing.length, 'place')} to the line
          </Button>
        </div>
      )}
      {released.length > 0 && (
        <ul aria-label="Given to the line" className="grid gap-2">
          {released.map(({ id, playerName }) => (
            <li key={id} className="flex items-center justify-between gap-3">
              <span className={PERSON}>
                {playerName} <span className="text-mute">· given to the line</span>
              </span>
              <Button
                tone="ghost"
                className="shrink-0"
                aria-label={`Check in ${playerName}`}
                onClick={() => again.run(id)}
                disabledReason={again.busy}
              >
                Check in
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
