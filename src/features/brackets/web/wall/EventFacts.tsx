import type { FestivalEvent } from '#features/events/contract.ts';
import { plannedTime } from '#features/events/rules/clock.ts';
import { followersOf } from '#features/events/rules/lateness.ts';
import { capacityState } from '#features/events/rules/seats.ts';
import { longDay } from '#platform/time.ts';

type EventFactsProps = { event: FestivalEvent; events: readonly FestivalEvent[]; zone: string };

/** An event that is no tournament: when it is, who hosts it, its seats, and what follows in its room. */
export function EventFacts({ event, events, zone }: EventFactsProps) {
  const [next] = followersOf(event, events);
  return (
    <dl className="display-facts">
      <Fact name={longDay(event.startTime, zone)}>{plannedTime(event, zone)}</Fact>
      <Fact name="Host">{event.host}</Fact>
      {event.status !== 'completed' && (
        <Fact name="Seats">
          {event.currentRegistrations}/{event.capacity} · {capacityState(event)}
        </Fact>
      )}
      {next && (
        <Fact name="Next here">
          {plannedTime(next, zone)} · {next.title}
        </Fact>
      )}
    </dl>
  );
}

const Fact = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
