import type { FestivalEvent } from '#features/events/contract.ts';
import { EventState, LateMark, TYPE_COLOUR } from '#features/events/web/EventBadges.tsx';
import { longDay, timeRange } from '#platform/time.ts';
import { Card } from '#platform/web/ui/card.tsx';

/** Shows the code's event, so that nobody checks in at the wrong door. */
export const EventAtTheDoor = ({ event, zone }: { event: FestivalEvent; zone: string }) => (
  <Card
    as="section"
    aria-label="Event"
    accent={TYPE_COLOUR[event.eventType]}
    edge="left"
    className="grid gap-1 p-4 pl-5"
  >
    <div className="flex items-start justify-between gap-4">
      <h2 className="min-w-0 text-xl leading-tight font-semibold [overflow-wrap:anywhere]">{event.title}</h2>
      <EventState event={event} />
    </div>
    <p className="text-mute [overflow-wrap:anywhere]">
      <time dateTime={event.startTime}>
        {longDay(event.startTime, zone)} · {timeRange(event.startTime, event.duration, zone)}
      </time>
      <LateMark event={event} /> · {event.location}
    </p>
  </Card>
);
