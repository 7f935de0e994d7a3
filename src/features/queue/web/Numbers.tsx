import { Link } from 'wouter';
import { useVisitorAct } from '#features/access/web/act.tsx';
import type { FestivalEvent } from '#features/events/contract.ts';
import { phaseOf } from '#features/events/rules/clock.ts';
import { eventAddress } from '#features/events/web/EventCard.tsx';
import { useEvents } from '#features/events/web/state.ts';
import { useFestival } from '#features/festival/web/queries.ts';
import { whyNotOpenYet } from '#features/rsvps/rules.ts';
import { request } from '#platform/web/api.ts';
import { useNow } from '#platform/web/clock.tsx';
import { LazyBoundary, onDemand, useDialog } from '#platform/web/on-demand.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import type { leaveQueue, MyQueueEntry } from '../contract.ts';
import { OPEN_PER_PHONE } from '../limits.ts';
import { positionWords } from '../rules.ts';
import { useMyNumbers } from './queries.ts';

const NumberDialog = onDemand(() => import('./NumberDialog.tsx').then((module) => module.NumberDialog));

/** In the place of RSVP on a card and in the details of an event with a queue. */
export function NumberButton({ event }: { event: FestivalEvent }) {
  const dialog = useDialog();
  const mine = useMyNumbers().filter(({ eventId }) => eventId === event.id);
  const now = useNow();
  const notYet = whyNotOpenYet(event, useFestival(), now)?.message;
  const phase = phaseOf(event, now);
  const closed = phase === 'completed' ? 'Finished' : phase === 'ended' ? 'Ended' : null;
  const reason =
    notYet ??
    (closed !== null
      ? 'This event is over.'
      : event.queuePaused
        ? 'The queue is paused. Come back in a while.'
        : mine.length >= OPEN_PER_PHONE
          ? `${OPEN_PER_PHONE} people of this phone wait already.`
          : undefined);
  return (
    <>
      <Button
        tone={reason === undefined && mine.length === 0 ? 'sea' : 'quiet'}
        disabledReason={reason}
        onClick={() => dialog.open()}
      >
        {closed ?? (mine.length === 0 ? 'Take a number' : 'Another number')}
      </Button>
      {mine.map((entry) => (
        <NumberLine key={entry.id} entry={entry} />
      ))}
      {dialog.show(() => (
        <LazyBoundary onMissing={dialog.close}>
          <NumberDialog event={event} onClose={dialog.close} />
        </LazyBoundary>
      ))}
    </>
  );
}

/** "Rosa: 4th, about 12 minutes", with the way out. */
function NumberLine({ entry }: { entry: MyQueueEntry }) {
  const leave = useVisitorAct(
    () => request<typeof leaveQueue>('DELETE /api/queue/{id}', { params: { id: entry.id } }),
    { fails: 'The number could not be given back. Please try again.', busy: 'The number is being given back.' },
  );
  return (
    <div className="flex w-full min-w-0 flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p role="status" className="min-w-0 [overflow-wrap:anywhere]">
        <strong className={`font-semibold ${entry.state === 'called' ? 'text-coral' : ''}`}>
          {positionWords(entry)}
        </strong>
        <span className="text-mute"> · {entry.name}</span>
      </p>
      <Button
        tone="ghost"
        aria-label={`Give the number back: ${entry.name}`}
        onClick={() => leave.run()}
        disabledReason={leave.busy}
      >
        Give it back
      </Button>
    </div>
  );
}

/** In My schedule: where people of this device wait in queues. */
export function MyNumbers() {
  const { known: events = [] } = useEvents();
  const mine = useMyNumbers();
  if (mine.length === 0) return null;
  return (
    <section aria-label="Queues" className="grid gap-3">
      <h2 className="text-lg text-mute">Queues</h2>
      <ul className="grid gap-3">
        {mine.map((entry) => (
          <li key={entry.id} className="grid gap-1 rounded-2xl border border-line bg-panel px-4 py-3">
            <Link href={eventAddress(entry.eventId)} className="font-semibold [overflow-wrap:anywhere] hover:underline">
              {events.find(({ id }) => id === entry.eventId)?.title}
            </Link>
            <NumberLine entry={entry} />
          </li>
        ))}
      </ul>
    </section>
  );
}
