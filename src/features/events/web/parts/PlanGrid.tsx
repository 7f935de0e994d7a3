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
