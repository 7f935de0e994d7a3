import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { FestivalEvent } from '#features/events/contract.ts';
import { mayWait } from '#features/events/rules/clock.ts';
import { sortByStart } from '#features/events/rules/programme.ts';
import { LateMark, TYPE_COLOUR } from '#features/events/web/EventBadges.tsx';
import { eventAddress } from '#features/events/web/EventCard.tsx';
import { useEvents } from '#features/events/web/state.ts';
import { useFestival } from '#features/festival/web/queries.ts';
import { myRsvpsQuery } from '#features/rsvps/web/queries.ts';
import { type GivenEvent, giveUpLater, useUnsentPlaces } from '#features/rsvps/web/unsent/place-writes.ts';
import { UnsentControl } from '#features/rsvps/web/unsent/UnsentControl.tsx';
import { groupBy } from '#platform/lists.ts';
import { longDay, timeRange } from '#platform/time.ts';
import { sentenceOf } from '#platform/web/api.ts';
import { useNow } from '#platform/web/clock.tsx';
import { NoConnection } from '#platform/web/connection.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { focusMain } from '#platform/web/ui/focus.ts';
import { Card } from '#platform/web/ui/frames.tsx';
import { showError, showToast } from '#platform/web/ui/toast.ts';
import type { WaitingEntry } from '../contract.ts';
import { canJoinLine, lineWords, togetherWords } from '../rules.ts';
import { leaveMutation, useMyEntries } from './queries.ts';

type LeaveLineProps = {
  entry: WaitingEntry;
  event: GivenEvent & Pick<FestivalEvent, 'lottery'>;
  /** Called when the focused button goes, with the entry or until there is a connection. */
  onLeft?: () => void;
};

const FAILED = 'Failed to leave the waiting list. Please try again.';

/** Leaves a waiting list at once, without asking. */
function LeaveLine({ entry, event, onLeft }: LeaveLineProps) {
  const { id, playerName } = entry;
  const { title, lottery } = event;
  const label = lottery ? 'Withdraw' : 'Leave waiting list';
  const group = useMyEntries().filter(({ groupId }) => groupId !== null && groupId === entry.groupId);
  const unsent = useUnsentPlaces().unsent.find(({ body }) => body.placeId === id);
  const { mutate, isPending } = useMutation({
    ...leaveMutation,
    onSuccess: (_, { group }) => {
      const who = group ? 'Your group' : playerName;
      if (lottery)
        showToast({ title: 'Request withdrawn', description: `${who} no longer asks for a place in ${title}.` });
      else showToast({ title: 'Waiting list left', description: `${who} no longer waits for ${title}.` });
      onLeft?.();
    },
    onError: async (error, { group }) => {
      if (!(error instanceof NoConnection) || group) return void showError(sentenceOf(error, FAILED));
      if (await giveUpLater('leave', entry, event, error)) onLeft?.();
    },
  });
  if (unsent !== undefined) return <UnsentControl write={unsent} />;
  const disabledReason = isPending ? 'You are leaving the waiting list.' : undefined;
  return (
    <span className="no-print flex flex-wrap gap-2">
      <Button
        tone="ghost"
        aria-label={`${label}: ${playerName}, ${title}`}
        onClick={() => mutate({ id })}
        disabledReason={disabledReason}
      >
        {isPending ? 'Leaving...' : label}
      </Button>
      {group.length > 1 && group[0]?.id === id && (
        <Button
          tone="ghost"
          aria-label={`${lottery ? 'All withdraw' : 'All leave the waiting list'}: ${title}`}
          onClick={() => mutate({ id, group: 'whole' })}
          disabledReason={disabledReason}
        >
          {lottery ? 'All withdraw' : 'All leave'}
        </Button>
      )}
    </span>
  );
}

/** In My schedule: where this device's people wait, soonest event first. */
export function WaitingLines({ zone }: { zone: string }) {
  const { known: events = [] } = useEvents();
  const mine = useMyEntries();
  const now = useNow();
  const lines = [...groupBy(mine, ({ eventId }) => eventId)].flatMap(([eventId, entries]) => {
    const event = events.find(({ id }) => id === eventId);
    return event === undefined || !mayWait(event, now) ? [] : [{ entries, event, startTime: event.startTime }];
  });
  if (lines.length === 0) return null;
  const heading = lines.some(({ event }) => event.lottery) ? 'Waiting lists and requests' : 'Waiting lists';
  return (
    <section aria-label={heading} className="grid gap-3">
      <h2 className="text-lg text-mute">{heading}</h2>
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

type WaitingHereProps = { event: FestivalEvent; onJoin: (eventId: string) => void };

/** In the details dialog: where this device stands in the line of the event, with buttons to leave and to add a person. */
export function WaitingHere({ event, onJoin }: WaitingHereProps) {
  const now = useNow();
  const entries = useMyEntries().filter(({ eventId }) => eventId === event.id);
  const { data: rsvps = [] } = useQuery(myRsvpsQuery);
  const festival = useFestival();
  const places = rsvps.filter(({ eventId }) => eventId === event.id);
  if (entries.length === 0 || !mayWait(event, now)) return null;
  const heading = event.lottery ? 'Places asked for' : 'On the waiting list';
  return (
    <section aria-label={heading} className="grid gap-3">
      <h3 className="font-semibold">{heading}</h3>
      <ul className="grid gap-2">
        {entries.map((entry) => (
          <li
            key={entry.id}
            className="flex flex-wrap items-center justify-between gap-3 rounded-xl border border-line px-4 py-2.5"
          >
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {entry.playerName}{' '}
              <span className="text-mute">· {lineWords([entry], event) + togetherWords(entry, entries)}</span>
            </span>
            <LeaveLine entry={entry} event={event} />
          </li>
        ))}
      </ul>
      {canJoinLine(event, now, { placesAndEntries: entries.length + places.length, festival }) && (
        <Button tone="ghost" className="justify-self-start" onClick={() => onJoin(event.id)}>
          Add another person to the waiting list
        </Button>
      )}
    </section>
  );
}
