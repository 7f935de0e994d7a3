import { type CSSProperties, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { HOUR, MINUTE } from '#platform/durations.ts';
import { isolated } from '#platform/isolated.ts';
import { clockTime } from '#platform/time.ts';
import type { FestivalEvent } from '../../contract.ts';
import { plannedTime } from '../../rules/clock.ts';
import { type Block, draggedTo, type Plan, slotAt } from '../../rules/plan.ts';

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

type Pointer = Pick<MouseEvent, 'clientX' | 'clientY'>;
/** Where the mouse was pressed, `top` below the plan's begin; kept for the click that ends a drag. */
type Grab = { readonly x: number; readonly y: number; readonly top: number; isDrag: boolean };

/** Pixels from which a press is a drag. */
const DRAG = 6;

/** Columns of rooms with their events as buttons. A mouse drags them; fingers scroll instead, and move with two taps. */
export function PlanGrid({ plan, zone, now, picked, isMoving, onPick, onPut }: PlanGridProps) {
  const table = useRef<HTMLDivElement>(null);
  const grab = useRef<Grab | null>(null);
  const [ghost, show] = useState<ReturnType<typeof aimAt>>(null);
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
  const dragged = (event: FestivalEvent, pointer: Pointer) =>
    grab.current?.isDrag ? aimAt(table.current, plan, event, pointer, grab.current.top) : null;
  const handlers = (event: FestivalEvent) => ({
    onClick: ({ detail }: MouseEvent) => (detail > 0 && grab.current?.isDrag) || onPick(event),
    onPointerDown({ pointerType, clientX: x, clientY: y, currentTarget }: PointerEvent) {
      const top = y - (currentTarget.closest('.plan-body')?.getBoundingClientRect().top ?? y);
      grab.current = pointerType === 'mouse' && event.status !== 'completed' ? { x, y, top, isDrag: false } : null;
    },
    onPointerMove(move: PointerEvent) {
      if (!grab.current || move.buttons !== 1) return;
      grab.current.isDrag ||= Math.hypot(move.clientX - grab.current.x, move.clientY - grab.current.y) > DRAG;
      if (grab.current.isDrag) move.currentTarget.setPointerCapture(move.pointerId);
      show(dragged(event, move));
    },
    onPointerUp(up: PointerEvent) {
      const aim = dragged(event, up);
      show(null);
      if (aim) onPut(event, aim);
    },
    onPointerCancel: () => show(null),
  });
  return (
    <div ref={table} className="plan" style={{ '--plan-hours': (plan.to - plan.from) / HOUR } as CSSProperties}>
      <div className="plan-times" aria-hidden="true">
        <div className="plan-head" />
        <div className="plan-body">
          {hours.map((hour) => (
            <span key={hour} style={{ top: down(hour) }}>
              {clockTime(new Date(hour).toISOString(), zone).replace(':00', '')}
            </span>
          ))}
        </div>
      </div>
      {plan.columns.map(({ room, name, blocks }) => (
        <div
          key={room}
          className="plan-column"
          style={{ '--plan-lanes': Math.max(1, ...blocks.map(({ lanes }) => lanes)) } as CSSProperties}
        >
          <h3 className="plan-head" title={name}>
            <span>{name}</span>
          </h3>
          <div className="plan-body" data-room={room}>
            <ul aria-label={name}>
              {blocks.map(({ event, isClash, ...where }) => (
                <li key={event.id} style={placed(where)}>
                  <button
                    type="button"
                    id={`plan-${event.id}`}
                    className="plan-block"
                    data-clash={isClash || undefined}
                    data-status={event.status}
                    aria-pressed={event.id === picked?.id}
                    {...handlers(event)}
                  >
                    <strong>
                      {isClash && <em>Clash: </em>}
                      {isolated(event.title)}
                    </strong>{' '}
                    <span>{plannedTime(event, zone)}</span>
                  </button>
                </li>
              ))}
            </ul>
            {picked && isMoving && (
              <button
                type="button"
                className="plan-target"
                aria-label={`Move to ${name}`}
                // A key points at no time.
                onClick={(click) =>
                  onPut(picked, (click.detail > 0 && aimAt(table.current, plan, picked, click, null)) || { room })
                }
              />
            )}
            {ghost?.room === room && (
              <div className="plan-ghost" style={placed({ ...ghost, lane: 0, lanes: 1 })} aria-hidden="true">
                {clockTime(ghost.startTime, zone)}, {name}
              </div>
            )}
            {now > plan.from && now < plan.to && <div className="plan-now" style={{ top: down(now) }} />}
          </div>
        </div>
      ))}
    </div>
  );
}

/** Returns where a pointer puts an event that was grabbed `grabbedAt` pixels below the plan's begin, or is being placed; null outside the plan. */
function aimAt(
  table: HTMLElement | null,
  plan: Plan,
  { startTime: was, duration }: FestivalEvent,
  { clientX: x, clientY: y }: Pointer,
  grabbedAt: number | null,
) {
  const frame = table?.getBoundingClientRect();
  if (!table || !frame || x < frame.left || x > frame.right || y < frame.top || y > frame.bottom) return null;
  for (const column of table.querySelectorAll<HTMLElement>('[data-room]')) {
    const { left, right, top, height } = column.getBoundingClientRect();
    if (x < left || x >= right) continue;
    const by = ((y - top - (grabbedAt ?? 0)) / height) * (plan.to - plan.from);
    const startTime = grabbedAt === null ? slotAt(plan.from + by, plan, was) : draggedTo(by, plan, was);
    const from = Date.parse(startTime);
    return { room: column.dataset.room ?? '', startTime, from, to: from + duration * MINUTE };
  }
  return null;
}
