import { type CSSProperties, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'wouter';
import { guarded } from '#features/access/web/state.ts';
import { HOUR } from '#platform/durations.ts';
import { isolated } from '#platform/names.ts';
import { counted } from '#platform/numbers.ts';
import { clockTime, festivalDay, parseZoned, zonedInput } from '#platform/time.ts';
import { useNow } from '#platform/web/clock.tsx';
import { LazyBoundary, onDemand } from '#platform/web/on-demand.tsx';
import { Button, buttonClass } from '#platform/web/ui/button.tsx';
import { SelectField, TextField } from '#platform/web/ui/field.tsx';
import type { FestivalEvent } from '../../contract.ts';
import { clashesOf } from '../../rules/attention.ts';
import { plannedTime, timesOf } from '../../rules/clock.ts';
import { choicesOf, roomOf } from '../../rules/order.ts';
import { type Block, type Plan, planDay, planOf, slotAt } from '../../rules/plan.ts';
import { DayAndRoom } from './DayAndRoom.tsx';

type PlanGridProps = {
  plan: Plan;
  zone: string;
  now: number;
  picked: FestivalEvent | undefined;
  /** Whether the picked event is being moved. */
  isMoving: boolean;
  onPick: (event: FestivalEvent) => void;
  /** Without a time for a room that was chosen with a key. */
  onPut: (event: FestivalEvent, aim: { room: string; startTime?: string }) => void;
};

/** The rooms, and the corner above the times, stay in view. */
const HEAD = 'sticky top-0 z-3 grid h-13 items-center border-b border-edge bg-panel px-2 leading-[1.2] font-semibold';
/** Lined by the hour, and by the quarter while something is being moved. */
const BODY =
  'relative h-[calc(var(--plan-hours)*5rem)] bg-[repeating-linear-gradient(var(--color-line)_0_1px,transparent_1px_5rem)] has-[.plan-target]:bg-[repeating-linear-gradient(var(--color-line)_0_1px,transparent_1px_1.25rem)]';
const BLOCK =
  'flex size-full cursor-pointer touch-manipulation flex-col overflow-hidden rounded-lg border border-l-4 px-1.5 py-px text-start text-sm leading-[1.2] [overflow-wrap:anywhere] hover:bg-raise aria-pressed:outline-3 aria-pressed:-outline-offset-1 aria-pressed:outline-sun';
const CLASH = 'border-coral bg-[color-mix(in_srgb,var(--color-coral)_16%,var(--color-panel))]';
const OF_STATUS = { upcoming: '', 'in-progress': 'border-l-sea', completed: 'border-dashed text-mute' } as const;

/** Columns of rooms with their events as buttons; while one is being moved, each column is a button for its new place. */
function PlanGrid({ plan, zone, now, picked, isMoving, onPick, onPut }: PlanGridProps) {
  const table = useRef<HTMLDivElement>(null);
  const down = (moment: number) => `${((moment - plan.from) / (plan.to - plan.from)) * 100}%`;
  const placed = ({ from, to, lane, lanes }: Pick<Block, 'from' | 'to' | 'lane' | 'lanes'>) => ({
    top: down(from),
    height: down(plan.from + to - from),
    left: `${(lane / lanes) * 100}%`,
    width: `${100 / lanes}%`,
  });
  const hours = Array.from({ length: Math.ceil((plan.to - plan.from) / HOUR) }, (_, hour) => plan.from + hour * HOUR);
  // What goes on now is seen first.
  useEffect(() => {
    const line = table.current?.querySelector<HTMLElement>('.plan-now');
    if (line && table.current) table.current.scrollTop = line.offsetTop - table.current.clientHeight / 3;
  }, []);
  return (
    <div
      ref={table}
      // Lower while the bar below it is open: both are seen at once.
      className="plan flex max-h-[max(22rem,calc(100dvh-var(--header-height)-5rem))] items-start overflow-auto overscroll-x-contain rounded-2xl border border-line bg-deep [scroll-padding:3.25rem_0_0_3.5rem] has-[+.plan-bar]:max-h-[max(20rem,calc(100dvh-var(--header-height)-18rem))]"
      style={{ '--plan-hours': (plan.to - plan.from) / HOUR } as CSSProperties}
    >
      <div className="sticky left-0 z-4 w-14 flex-none bg-panel" aria-hidden="true">
        <div className={HEAD} />
        <div className={BODY}>
          {hours.map((hour) => (
            <span
              key={hour}
              className="absolute right-1.5 pt-0.5 text-end text-sm leading-none text-mute"
              style={{ top: down(hour) }}
            >
              {clockTime(new Date(hour).toISOString(), zone).replace(':00', '')}
            </span>
          ))}
        </div>
      </div>
      {plan.columns.map(({ room, name, blocks }) => (
        <div
          key={room}
          className="min-w-0 flex-[1_0_max(8.5rem,calc(var(--plan-lanes)*6.25rem))] border-l border-line"
          style={{ '--plan-lanes': Math.max(1, ...blocks.map(({ lanes }) => lanes)) } as CSSProperties}
        >
          <h3 className={HEAD} title={name}>
            <span className="line-clamp-2 [overflow-wrap:anywhere]">{name}</span>
          </h3>
          <div className={BODY}>
            <ul aria-label={name}>
              {blocks.map(({ event, isClash, ...where }) => (
                <li key={event.id} className="absolute py-px pr-0.5 pl-px" style={placed(where)}>
                  <button
                    type="button"
                    id={`plan-${event.id}`}
                    className={`${BLOCK} ${isClash ? CLASH : `border-edge bg-panel ${OF_STATUS[event.status]}`}`}
                    aria-pressed={event.id === picked?.id}
                    onClick={() => onPick(event)}
                  >
                    <strong className="flex-none font-semibold">
                      {isClash && <em className="text-coral not-italic">Clash: </em>}
                      {isolated(event.title)}
                    </strong>{' '}
                    <span className="text-mute">{plannedTime(event, zone)}</span>
                  </button>
                </li>
              ))}
            </ul>
            {picked && isMoving && (
              <button
                type="button"
                className="plan-target absolute inset-0 z-1 cursor-copy"
                aria-label={`Move to ${name}`}
                // A key points at no time.
                onClick={(click) =>
                  onPut(picked, click.detail > 0 ? { room, startTime: timeAt(click, plan, picked) } : { room })
                }
              />
            )}
            {now > plan.from && now < plan.to && (
              <div
                className="plan-now pointer-events-none absolute inset-x-0 h-0.5 bg-sun"
                style={{ top: down(now) }}
              />
            )}
          </div>
        </div>
      ))}
    </div>
  );
}

/** Returns the start that a click in a column gives to an event. */
function timeAt({ clientY, currentTarget }: MouseEvent, plan: Plan, { startTime }: FestivalEvent): string {
  const { top, height } = currentTarget.getBoundingClientRect();
  return slotAt(plan.from + ((clientY - top) / height) * (plan.to - plan.from), plan, startTime);
}

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
