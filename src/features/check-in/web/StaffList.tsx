import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import type { FestivalEvent } from '#features/events/contract.ts';
import { isTooLong, looseKey, NAME_LIMIT } from '#platform/names.ts';
import { Card } from '#platform/web/ui/card.tsx';
import { EnergyBar } from '#platform/web/ui/energy-bar.tsx';
import { TextField } from '#platform/web/ui/field.tsx';
import { LoadError } from '#platform/web/ui/load-error.tsx';
import { LongList } from '#platform/web/ui/long-list.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import type { StaffRsvp } from '../contract.ts';
import { UndoByCode } from './parts/UndoByCode.tsx';
import { useWalkIn, WalkInButton } from './parts/WalkIn.tsx';
import { staffListQuery } from './queries.ts';
import { StaffRow } from './StaffRow.tsx';

const ROW_HEIGHT = 68;

/** Returns those whose name or e-mail contains `q`; nobody for a text longer than any name. */
const matching = (rsvps: readonly StaffRsvp[], q: string): readonly StaffRsvp[] => {
  if (isTooLong(q)) return [];
  const [wanted, plain] = [looseKey(q), q.trim().toLowerCase()];
  if (plain === '') return rsvps;
  return rsvps.filter(
    ({ playerName, playerEmail }) =>
      (wanted !== '' && looseKey(playerName).includes(wanted)) || playerEmail?.toLowerCase().includes(plain),
  );
};

/** Staff list at the door, for one thumb: find a name, tap to check in, tap again to undo. */
export function StaffList({ event, zone }: { event: FestivalEvent; zone: string }) {
  const { data: rsvps, isError, refetch } = useQuery(staffListQuery(event.id));
  const [q, setQ] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const walkIn = useWalkIn(event, () => {
    setQ('');
    search.current?.focus();
  });
  const asked = useDeferredValue(q);
  const found = useMemo(() => rsvps && matching(rsvps, asked), [rsvps, asked]);
  return (
    <Card
      as="section"
      aria-labelledby="staff-list"
      className="@container grid grid-cols-[minmax(0,1fr)] gap-4 p-4 sm:p-5"
    >
      <h3 id="staff-list" className="text-xl font-semibold">
        Staff list
      </h3>
      {rsvps && <Count rsvps={rsvps} event={event} />}
      {rsvps && <UndoByCode rsvps={rsvps} event={event} />}
      <form
        onSubmit={(submitted) => {
          submitted.preventDefault();
          walkIn.add(q);
        }}
        noValidate
        className="grid grid-cols-[minmax(0,1fr)] gap-2.5 @md:grid-cols-[minmax(0,1fr)_auto] @md:items-start"
      >
        <TextField
          ref={search}
          label="Search a name, or type a walk-in’s"
          type="search"
          autoComplete="off"
          autoCapitalize="words"
          enterKeyHint="search"
          limit={NAME_LIMIT}
          value={q}
          onChange={(change) => {
            setQ(change.target.value);
            walkIn.forget();
          }}
          error={walkIn.refusal}
          className="min-h-12"
        />
        <WalkInButton event={event} name={q} pending={walkIn.pending} />
      </form>
      {rsvps === undefined &&
        (isError ? <LoadError title="The staff list didn’t load" onRetry={() => void refetch()} /> : <Loading />)}
      {rsvps?.length === 0 && <p className="py-4 text-center text-mute">Nobody has a place here yet.</p>}
      {rsvps && rsvps.length > 0 && found?.length === 0 && (
        <p role="status" className="py-4 text-center text-mute [overflow-wrap:anywhere]">
          Nobody called “{asked.trim()}” has a place here.
        </p>
      )}
      {found && found.length > 0 && (
        <LongList label="Places" items={found} keyOf={({ id }) => id} rowHeight={ROW_HEIGHT}>
          {(rsvp) => <StaffRow rsvp={rsvp} event={event} zone={zone} />}
        </LongList>
      )}
    </Card>
  );
}

const Count = ({ rsvps, event }: { rsvps: readonly StaffRsvp[]; event: FestivalEvent }) => {
  const there = rsvps.filter(({ checkedIn }) => checkedIn).length;
  const free = Math.max(0, event.capacity - rsvps.length);
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p role="status" className="text-lg font-semibold">
          {there} of {rsvps.length} checked in
        </p>
        <p className="text-mute">{free === 0 ? 'Full' : `${free} ${free === 1 ? 'place' : 'places'} free`}</p>
      </div>
      <EnergyBar value={there} max={rsvps.length} colour="sea" label="Checked in" />
    </div>
  );
};

const Loading = () => (
  <div role="status" className="grid gap-2">
    <span className="sr-only">Loading the staff list...</span>
    {['one', 'two', 'three', 'four'].map((name) => (
      <Skeleton key={name} className="h-15" />
    ))}
  </div>
);
