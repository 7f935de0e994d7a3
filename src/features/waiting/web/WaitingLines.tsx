import { Link } from 'wouter';
import { hasLine } from '#features/events/rules/clock.ts';
import { sortByStart } from '#features/events/rules/programme.ts';
import { LateMark, TYPE_COLOUR } from '#features/events/web/EventBadges.tsx';
import { eventAddress } from '#features/events/web/EventCard.tsx';
import { useEvents } from '#features/events/web/queries.ts';
import { groupBy } from '#platform/group-by.ts';
import { longDay, timeRange } from '#platform/time.ts';
import { focusMain } from '#platform/web/focus-main.ts';
import { useNow } from '#platform/web/now.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { lineWords, togetherWords } from '../rules.ts';
import { LeaveLine } from './LeaveLine.tsx';
import { useMyEntries } from './queries.ts';

/** In My schedule: where this device's people wait, soonest event first. */
export function WaitingLines({ zone }: { zone: string }) {
  const { known: events = [] } = useEvents();
  const mine = useMyEntries();
  const now = useNow();
  const lines = [...groupBy(mine, ({ eventId }) => eventId)].flatMap(([eventId, entries]) => {
    const event = events.find(({ id }) => id === eventId);
    return event === undefined || !hasLine(event, now) ? [] : [{ entries, event, startTime: event.startTime }];
  });
  if (lines.length === 0) return null;
  return (
    <section aria-label="Waiting lists" className="grid gap-3">
      <h2 className="text-lg text-mute">Waiting lists</h2>
      <ul className="grid gap-3">
        {sortByStart(lines).map(({ entries, event }) => (
          <li key={event.id} className="break-inside-avoid">
            <Card
              as="article"
              accent={TYPE_COLOUR[event.eventType]}
              edge="left"
              className="grid gap-2 py-4 pr-4 pl-5 sm:pr-5 sm:pl-6"
            >
              <p className="text-[0.9375rem] text-mute [overflow-wrap:anywhere]">
                <time dateTime={event.startTime}>
                  {longDay(event.startTime, zone)} · {timeRange(event.startTime, event.duration, zone)}
                </time>
                <LateMark event={event} /> · {event.location}
              </p>
              <h3 className="text-xl leading-tight font-semibold [overflow-wrap:anywhere]">
                <Link href={eventAddress(event.id)} className="hover:underline">
                  {event.title}
                </Link>
              </h3>
              {entries.map((entry) => (
                <div key={entry.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                  <p className="min-w-0 [overflow-wrap:anywhere]">
                    <strong className="font-semibold">{lineWords([entry], event)}</strong>
                    <span className="text-mute"> · {entry.playerName + togetherWords(entry, entries)}</span>
                  </p>
                  <LeaveLine entry={entry} event={event} onLeft={focusMain} />
                </div>
              ))}
            </Card>
          </li>
        ))}
      </ul>
    </section>
  );
}
