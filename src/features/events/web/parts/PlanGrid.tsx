import { type CSSProperties, type MouseEvent, useEffect, useRef } from 'react';
import { HOUR } from '#platform/durations.ts';
import { isolated } from '#platform/isolated.ts';
import { clockTime } from '#platform/time.ts';
import type { FestivalEvent } from '../../contract.ts';
import { plannedTime } from '../../rules/clock.ts';
import { type Block, type Plan, slotAt } from '../../rules/plan.ts';

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

/** Columns of rooms with their events as buttons; while one is being moved, each column is a button for its new place. */
export function PlanGrid({ plan, zone, now, picked, isMoving, onPick, onPut }: PlanGridProps) {
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
          <div className="plan-body">
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
                    onClick={() => onPick(event)}
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
                  onPut(picked, click.detail > 0 ? { room, startTime: timeAt(click, plan, picked) } : { room })
                }
              />
            )}
            {now > plan.from && now < plan.to && <div className="plan-now" style={{ top: down(now) }} />}
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
