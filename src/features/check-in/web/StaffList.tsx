import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import { useAdminMode } from '#features/access/web/state.ts';
import type { Amended, Amendment } from '#features/amendments/contract.ts';
import { AmendedPlace } from '#features/amendments/web/AmendedPlace.tsx';
import { amendmentsQuery } from '#features/amendments/web/queries.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { StaleTime } from '#platform/web/AsOf.tsx';
import { LazyBoundary } from '#platform/web/LazyBoundary.tsx';
import { onDemand } from '#platform/web/on-demand.tsx';
import { EnergyBar } from '#platform/web/ui/energy-bar.tsx';
import { LoadError } from '#platform/web/ui/load-error.tsx';
import { BoxedList, LongList } from '#platform/web/ui/long-list.tsx';
import { Loading } from '#platform/web/ui/skeleton.tsx';
import type { StaffRsvp } from '../contract.ts';
import { useStaffList } from './door/staff-list.ts';
import { EndedTaps, WaitingElsewhere } from './door/UnsentTaps.tsx';
import { StaffSearch } from './parts/StaffSearch.tsx';
import { keyOf, rowsOf } from './parts/staff-rows.ts';
import { UndoByCode } from './parts/UndoByCode.tsx';
import { staffListQuery } from './queries.ts';
import { StaffRow } from './StaffRow.tsx';

const AmendDialog = onDemand(() =>
  import('#features/amendments/web/AmendDialog.tsx').then((module) => module.AmendDialog),
);
const HandoverDialog = onDemand(() =>
  import('#features/devices/web/HandoverDialog.tsx').then((module) => module.HandoverDialog),
);

const ROW_HEIGHT = 68;
const NONE: readonly Amendment[] = [];

type StaffListProps = {
  event: FestivalEvent;
  zone: string;
  /** In a dialog: the rows scroll in a box of their own. */
  boxed?: boolean;
};

/** People of an event, for one thumb: find a name, tap to check in, tap again to undo. */
export function StaffList({ event, zone, boxed = false }: StaffListProps) {
  const { known, rows: rsvps, waiting, isError, refetch, keptAt } = useStaffList(event.id);
  const { on } = useAdminMode();
  const { data: amendments = NONE } = useQuery({ ...amendmentsQuery(event.id), enabled: on });
  const [lost, setLost] = useState<StaffRsvp | null>(null);
  const [q, setQ] = useState('');
  const [chosen, choose] = useState<StaffRsvp | null>(null);
  const amended = useAmended(event.id);
  const list = useRef<HTMLDivElement>(null);
  const asked = useDeferredValue(q);
  const rows = useMemo(() => rsvps && rowsOf(rsvps, amendments, asked), [rsvps, amendments, asked]);
  const List = boxed ? BoxedList : LongList;
  return (
    <>
      <StaffSearch event={event} rsvps={rsvps} q={q} onType={setQ} list={list} />
      <EndedTaps eventId={event.id} zone={zone} />
      {known && <Count rsvps={known} event={event} waiting={waiting.length} />}
      <WaitingElsewhere eventId={event.id} />
      {keptAt !== undefined && (
        <p className="text-[0.9375rem] text-mute">
          As of <StaleTime at={keptAt} zone={zone} />
        </p>
      )}
      {known && on && <UndoByCode rsvps={known} event={event} />}
      {rsvps === undefined &&
        (isError ? (
          <LoadError title="The staff list didn’t load" onRetry={() => void refetch()} />
        ) : (
          <Loading words="Loading the staff list..." count={4} className="h-15" />
        ))}
      {rsvps?.length === 0 && rows?.length === 0 && (
        <p className="py-4 text-center text-mute">Nobody has a place here yet.</p>
      )}
      {rsvps && rsvps.length > 0 && rows?.length === 0 && (
        <p role="status" className="py-4 text-center text-mute [overflow-wrap:anywhere]">
          Nobody called “{asked.trim()}” has a place here.
        </p>
      )}
      <div ref={list}>
        {rows && rows.length > 0 && (
          <List label="Places" items={rows} keyOf={keyOf} rowHeight={ROW_HEIGHT}>
            {(row) =>
              'rsvp' in row ? (
                <StaffRow rsvp={row.rsvp} event={event} zone={zone} onAmend={on ? choose : undefined} />
              ) : (
                <AmendedPlace amendment={row.amendment} justMade={row.amendment.id === amended.latest} />
              )
            }
          </List>
        )}
      </div>
      {chosen && (
        <LazyBoundary onMissing={() => choose(null)}>
          <AmendDialog
            place={chosen}
            event={event}
            zone={zone}
            onAmended={amended.onAmended}
            onHandOver={() => {
              setLost(chosen);
              choose(null);
            }}
            onClose={() => choose(null)}
          />
        </LazyBoundary>
      )}
      {lost && (
        <LazyBoundary onMissing={() => setLost(null)}>
          <HandoverDialog id={lost.id} name={lost.playerName} zone={zone} onClose={() => setLost(null)} />
        </LazyBoundary>
      )}
    </>
  );
}

/** Shows an amendment before the list has loaded again. */
function useAmended(eventId: string) {
  const client = useQueryClient();
  const [latest, setLatest] = useState<string>();
  const onAmended = useCallback(
    ({ id, kind, placeId, became }: Amended) => {
      setLatest(id);
      client.setQueryData(staffListQuery(eventId).queryKey, (list) =>
        kind === 'renamed'
          ? list?.map((one) => (one.id === placeId ? { ...one, playerName: became ?? one.playerName } : one))
          : list?.filter((one) => one.id !== placeId),
      );
    },
    [client, eventId],
  );
  return { latest, onAmended };
}

type CountProps = { rsvps: readonly StaffRsvp[]; event: FestivalEvent; waiting: number };

/** What waits is not counted as checked in. */
const Count = ({ rsvps, event, waiting }: CountProps) => {
  const there = rsvps.filter(({ checkedIn }) => checkedIn).length;
  const free = Math.max(0, event.capacity - rsvps.length);
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p role="status" className="font-semibold">
          {there} of {rsvps.length} checked in
          {waiting > 0 && <span className="text-sun">, {waiting} waiting to send</span>}
        </p>
        <p className="text-mute">{free === 0 ? 'Full' : `${free} ${free === 1 ? 'place' : 'places'} free`}</p>
      </div>
      <EnergyBar value={there} max={rsvps.length} colour="sea" label="Checked in" />
    </div>
  );
};
