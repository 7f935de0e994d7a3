import { useEffect, useMemo, useState } from 'react';
import { useSearch } from 'wouter';
import { festivalDayHeading } from '#platform/time.ts';
import { changeQuery } from '#platform/web/change-query.ts';
import { useHydrated } from '#platform/web/hydrated.ts';
import { SelectField } from '#platform/web/ui/field.tsx';
import type { FestivalEvent } from '../../contract.ts';
import { choicesOf } from '../../rules/order.ts';

/** Milliseconds without typing before the address is updated: Safari refuses more than 100 changes in 30 s. */
const PAUSE_MS = 250;

const writeTyped = (q: string): void => changeQuery({ q }, { replace: true });

/**
 * What an organisers' list shows, kept in the address, so that it is the same after an event's page. The server renders the
 * list without any choice.
 */
export function useListAddress() {
  const search = useSearch();
  const query = new URLSearchParams(useHydrated() ? search : '');
  const [typing, type] = useState<string | null>(null);
  const q = typing ?? query.get('q') ?? '';
  useEffect(() => {
    if (typing === null) return;
    const timer = setTimeout(() => writeTyped(typing), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typing]);
  return {
    q,
    day: query.get('day'),
    room: query.get('room'),
    sort: query.get('sort'),
    view: query.get('view'),
    type,
    /** Call when the field is left, perhaps for a link. */
    settle: () => typing !== null && writeTyped(typing),
    choose: (changes: Readonly<Partial<Record<'day' | 'room' | 'sort' | 'view', string | null>>>) =>
      changeQuery({ ...changes }, { replace: true }),
  };
}

type Chosen = { readonly day: string | null; readonly room: string | null };

type DayAndRoomProps = Chosen & {
  events: readonly FestivalEvent[];
  zone: string;
  hasAllDays?: boolean;
  quietLabel?: boolean;
  onChoose: (change: Partial<Chosen>) => void;
};

const ALL = '';

/** Two fields that limit an organisers' list to a day and a room. */
export function DayAndRoom({
  events,
  zone,
  day,
  room,
  hasAllDays = true,
  quietLabel = false,
  onChoose,
}: DayAndRoomProps) {
  const { days, rooms } = useMemo(() => choicesOf(events, zone), [events, zone]);
  return (
    <>
      <SelectField
        label="Day"
        quietLabel={quietLabel}
        options={[
          ...(hasAllDays ? [{ value: ALL, label: 'All days' }] : []),
          ...days.map((day) => ({ value: day, label: festivalDayHeading(day) })),
        ]}
        value={day ?? ALL}
        onChange={({ target }) => onChoose({ day: target.value || null })}
      />
      <SelectField
        label="Room"
        quietLabel={quietLabel}
        options={[{ value: ALL, label: 'All rooms' }, ...rooms.map(([value, label]) => ({ value, label }))]}
        value={room ?? ALL}
        onChange={({ target }) => onChoose({ room: target.value || null })}
        className="pr-10 text-ellipsis"
      />
    </>
  );
}
