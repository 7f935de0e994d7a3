import { useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'wouter';
import { guarded } from '#features/access/web/state.ts';
import { isolated } from '#platform/isolated.ts';
import { counted } from '#platform/numbers.ts';
import { festivalDay, parseZoned, zonedInput } from '#platform/time.ts';
import { LazyBoundary } from '#platform/web/LazyBoundary.tsx';
import { useNow } from '#platform/web/now.tsx';
import { onDemand } from '#platform/web/on-demand.tsx';
import { Button, buttonClass } from '#platform/web/ui/button.tsx';
import { SelectField, TextField } from '#platform/web/ui/field.tsx';
import type { FestivalEvent } from '../../contract.ts';
import { clashesOf } from '../../rules/attention.ts';
import { plannedTime, timesOf } from '../../rules/clock.ts';
import { choicesOf } from '../../rules/order.ts';
import { planDay, planOf } from '../../rules/plan.ts';
import { roomOf } from '../../rules/rooms.ts';
import { DayAndRoom } from './DayAndRoom.tsx';
import { PlanGrid } from './PlanGrid.tsx';

const MoveEventDialog = onDemand(() => import('../MoveEventDialog.tsx').then((m) => m.MoveEventDialog));

type PlanViewProps = {
  events: readonly FestivalEvent[];
  zone: string;
  day: string | null;
  room: string | null;
  onChoose: (change: { day?: string | null; room?: string | null }) => void;
};

type Place = Pick<FestivalEvent, 'location' | 'startTime'>;
/** What is done with an event: it was tapped; a place for it is being chosen; or the place was chosen. */
type Chosen =
  | { readonly kind: 'picked' | 'moving'; readonly id: string }
  | { readonly kind: 'asking'; readonly id: string; readonly opened: FestivalEvent; readonly to: Place };

/** One festival day with a column for each room, in which events are moved with two taps or two fields. */
export function PlanView({ events, zone, day: asked, room, onChoose }: PlanViewProps) {
  const now = useNow();
  const { days, rooms } = useMemo(() => choicesOf(events, zone), [events, zone]);
  const day = planDay(days, asked, festivalDay(now, zone));
  const plan = useMemo(() => planOf(events, { day, room, zone }), [events, day, room, zone]);
  const [chosen, choose] = useState<Chosen | null>(() => history.state?.planned ?? null);
  const event = events.find(({ id }) => id === chosen?.id);
  const blocks = plan.columns.flatMap((column) => column.blocks);
  const clashes = blocks.filter(({ isClash }) => isClash).length;
  const close = () => {
    document.getElementById(`plan-${chosen?.id}`)?.focus();
    choose(null);
  };
  const put = (
    opened: FestivalEvent,
    { room: key, startTime = opened.startTime }: { room: string; startTime?: string },
  ) =>
    guarded(() => {
      const { id } = opened;
      const location = (key !== roomOf(opened) && rooms.find(([other]) => other === key)?.[1]) || opened.location;
      const isSame = location === opened.location && startTime === opened.startTime;
      choose(isSame ? { kind: 'picked', id } : { kind: 'asking', id, opened, to: { location, startTime } });
    });
  return (
    <>
      <div className="grid grid-cols-2 gap-3 sm:max-w-xl">
        <DayAndRoom events={events} zone={zone} day={day} room={room} hasAllDays={false} onChoose={onChoose} />
      </div>
      <p role="status" className={clashes > 0 ? 'font-semibold text-coral' : 'text-mute'}>
        {counted(blocks.length, 'event')}
        {clashes > 0 && `, ${clashes} in a room that is booked twice`}
      </p>
      <PlanGrid
        key={day}
        plan={plan}
        zone={zone}
        now={Date.parse(now)}
        picked={event}
        isMoving={chosen?.kind === 'moving'}
        onPick={({ id }) => choose({ kind: 'picked', id })}
        onPut={put}
      />
      {event && chosen && chosen.kind !== 'asking' && (
        <PlanBar
          key={`${chosen.kind} ${chosen.id}`}
          event={event}
          events={events}
          zone={zone}
          isMoving={chosen.kind === 'moving'}
          onMove={() => guarded(() => choose({ kind: 'moving', id: event.id }))}
          onPut={(aim) => put(event, aim)}
          onClose={close}
        />
      )}
      <LazyBoundary onMissing={close}>
        {chosen?.kind === 'asking' && (
          <MoveEventDialog
            opened={chosen.opened}
            to={chosen.to}
            events={events}
            zone={zone}
            onClose={() => choose({ kind: 'picked', id: chosen.id })}
          />
        )}
      </LazyBoundary>
    </>
  );
}

type PlanBarProps = Pick<PlanViewProps, 'events' | 'zone'> & {
  event: FestivalEvent;
  isMoving: boolean;
  onMove: () => void;
  onPut: (aim: { room: string; startTime: string }) => void;
  onClose: () => void;
};

/** What can be done now with an event; it takes the focus when it opens, and the plan comes to the top. */
function PlanBar({ event, events, zone, isMoving, onMove, onPut, onClose }: PlanBarProps) {
  const { id, title, startTime } = event;
  const bar = useRef<HTMLFieldSetElement>(null);
  const clashes = event.status === 'completed' ? [] : clashesOf(event, events);
  const planned = zonedInput(startTime, zone);
  const [aim, setAim] = useState({ room: roomOf(event), start: planned });
  // The field has only minutes.
  const read = aim.start === planned ? { iso: startTime } : parseZoned(aim.start, zone);
  useEffect(() => {
    bar.current?.querySelector<HTMLElement>('select, a')?.focus({ preventScroll: true });
    document.getElementById(`plan-${id}`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    bar.current?.previousElementSibling?.scrollIntoView();
  }, [id]);
  return (
    <fieldset
      ref={bar}
      aria-label={title}
      // Below the plan, and over its end.
      className="plan-bar sticky bottom-[calc(0.5rem+var(--thumb-room))] z-5 grid gap-3 rounded-2xl border border-edge bg-panel px-4 py-3 shadow-[0_0.25rem_1.5rem_light-dark(#0003,#000a)]"
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <div className="grid gap-0.5 [overflow-wrap:anywhere]">
        <p className="line-clamp-2 font-semibold">{title}</p>
        <p className="text-mute">
          {isMoving
            ? 'Tap its new place, or choose it here.'
            : `${plannedTime(event, zone)} · ${isolated(event.location)}`}
        </p>
        {!isMoving && clashes.length > 0 && (
          <p className="line-clamp-3 font-semibold text-coral">{`Clashes with ${timesOf(clashes, zone)}`}</p>
        )}
      </div>
      {isMoving && (
        <div className="grid gap-3 sm:max-w-2xl sm:grid-cols-[2fr_3fr]">
          <SelectField
            label="To room"
            options={choicesOf(events, zone).rooms.map(([value, label]) => ({ value, label }))}
            value={aim.room}
            onChange={({ target }) => setAim({ ...aim, room: target.value })}
            className="pr-10 text-ellipsis"
          />
          <TextField
            label="Start"
            type="datetime-local"
            value={aim.start}
            onChange={({ target }) => setAim({ ...aim, start: target.value })}
          />
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        {isMoving ? (
          <Button
            tone="sun"
            disabledReason={'iso' in read ? undefined : `The start ${read.problem}.`}
            onClick={() => 'iso' in read && onPut({ room: aim.room, startTime: read.iso })}
          >
            Continue
          </Button>
        ) : (
          <>
            <Link
              href={`/admin/events/${id}`}
              state={{ isFromList: true }}
              onClick={() => history.replaceState({ ...history.state, planned: { kind: 'picked', id }, scrollY }, '')}
              className={buttonClass('sea')}
            >
              Open
            </Link>
            {event.status !== 'completed' && (
              <Button tone="sun" onClick={onMove}>
                Move
              </Button>
            )}
          </>
        )}
        <Button tone="ghost" onClick={onClose}>
          {isMoving ? 'Cancel' : 'Close'}
        </Button>
      </div>
    </fieldset>
  );
}
