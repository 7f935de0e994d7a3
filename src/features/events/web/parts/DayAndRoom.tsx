import { useMemo } from 'react';
import { festivalDayHeading } from '#platform/time.ts';
import { SelectField } from '#platform/web/ui/field.tsx';
import type { FestivalEvent } from '../../contract.ts';
import { choicesOf } from '../../rules/order.ts';

type Chosen = { readonly day: string | null; readonly room: string | null };

type DayAndRoomProps = Chosen & {
  events: readonly FestivalEvent[];
  zone: string;
  hasAllDays?: boolean;
  onChoose: (change: Partial<Chosen>) => void;
};

const ALL = '';

/** Two fields that limit an organisers' list to a day and a room. */
export function DayAndRoom({ events, zone, day, room, hasAllDays = true, onChoose }: DayAndRoomProps) {
  const { days, rooms } = useMemo(() => choicesOf(events, zone), [events, zone]);
  return (
    <>
      <SelectField
        label="Day"
        options={[
          ...(hasAllDays ? [{ value: ALL, label: 'All days' }] : []),
          ...days.map((one) => ({ value: one, label: festivalDayHeading(one) })),
        ]}
        value={day ?? ALL}
        onChange={({ target }) => onChoose({ day: target.value || null })}
      />
      <SelectField
        label="Room"
        options={[{ value: ALL, label: 'All rooms' }, ...rooms.map(([value, label]) => ({ value, label }))]}
        value={room ?? ALL}
        onChange={({ target }) => onChoose({ room: target.value || null })}
        className="pr-10 text-ellipsis"
      />
    </>
  );
}
