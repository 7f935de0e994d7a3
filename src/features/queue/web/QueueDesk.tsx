import { useQuery, useQueryClient } from '@tanstack/react-query';
import ListOrdered from 'lucide-react/icons/list-ordered';
import { type ReactNode, useEffect } from 'react';
import { useAct } from '#features/access/web/act.tsx';
import type { FestivalEvent } from '#features/events/contract.ts';
import { request } from '#platform/web/api.ts';
import { prepareToKeep, sendOrKeep } from '#platform/web/send-or-keep.ts';
import { ActionsDisabled, Button } from '#platform/web/ui/button.tsx';
import { EmptyState } from '#platform/web/ui/loading.tsx';
import { useUnsent } from '#platform/web/use-unsent.ts';
import type { leaveQueue, pauseQueue, QueueEntry } from '../contract.ts';
import { type Press, withPresses } from '../rules.ts';
import { PRESSED, queueQuery, sendPress } from './queries.ts';

/** Who is up, who is next, and one press for each. Works on without network: what is pressed is shown and sent later, in order. */
export function QueueDesk({ event }: { event: FestivalEvent }) {
  const client = useQueryClient();
  const { data = [] } = useQuery(queueQuery(event.id));
  const kept = useUnsent<Press>(PRESSED).unsent.filter(({ body }) => body.eventId === event.id);
  useEffect(prepareToKeep, []);
  const settled = () => client.invalidateQueries(queueQuery(event.id));
  const press = useAct((body: Press) => sendOrKeep(PRESSED, body, sendPress), {
    fails: 'It could not be sent. Please try again.',
    settled,
  });
  const pause = useAct(
    (paused: boolean) =>
      request<typeof pauseQueue>('PUT /api/events/{id}/queue/pause', { params: { id: event.id }, body: { paused } }),
    { fails: 'The queue could not be changed. Please try again.', busy: 'It is being changed.' },
  );
  const remove = useAct((id: string) => request<typeof leaveQueue>('DELETE /api/queue/{id}', { params: { id } }), {
    fails: 'The number could not be taken out. Please try again.',
    busy: 'It is being taken out.',
    settled,
  });
  const queue = withPresses(
    data,
    kept.map(({ body }) => body),
  );
  const up = queue.filter(({ state }) => state === 'called');
  const line = queue.filter(({ state }) => state === 'waiting');
  const [first] = line;
  const pressed = (act: Press['act'], { id: entryId, absences }: QueueEntry) =>
    press.run({ act, eventId: event.id, entryId, absences });
  return (
    <section aria-label="Queue" className="grid gap-4">
      <div className="flex flex-wrap items-center gap-2.5">
        <KeptPresses>
          <Button
            tone="sun"
            className="min-h-14 min-w-40 text-xl"
            onClick={() => first && pressed('next', first)}
            disabledReason={press.busy ?? (first === undefined ? 'Nobody waits.' : undefined)}
          >
            Next
          </Button>
        </KeptPresses>
        <Button onClick={() => pause.run(!event.queuePaused)} disabledReason={pause.busy}>
          {event.queuePaused ? 'Give out numbers again' : 'Pause'}
        </Button>
        {kept.length > 0 && (
          <p role="status" className="font-semibold text-sun">
            {kept.length} pressed, waiting for network
          </p>
        )}
      </div>
      {up.length > 0 && (
        <ul aria-label="Up now" className="grid gap-3">
          {up.map((entry) => (
            <li key={entry.id} className="grid gap-2 rounded-2xl border-2 border-coral bg-coral/14 px-4 py-3">
              <Person entry={entry} />
              <p className="text-sm text-mute">
                {entry.seen ? 'The phone showed it' : 'The phone has not shown it yet'}
              </p>
              <div className="flex flex-wrap gap-2.5">
                <KeptPresses>
                  <Button tone="sea" onClick={() => pressed('done', entry)} disabledReason={press.busy}>
                    Done
                  </Button>
                  <Button onClick={() => pressed('absent', entry)} disabledReason={press.busy}>
                    Not here
                  </Button>
                </KeptPresses>
              </div>
            </li>
          ))}
        </ul>
      )}
      {line.length === 0 ? (
        up.length === 0 && (
          <EmptyState
            icon={<ListOrdered />}
            title="Nobody waits"
            text="People take a number in the app, in place of RSVP."
          />
        )
      ) : (
        <ol aria-label="Waiting" className="grid gap-2 lg:grid-cols-2">
          {line.map((entry) => (
            <li
              key={entry.id}
              className="flex items-center justify-between gap-3 rounded-xl border border-line bg-panel px-4 py-2"
            >
              <Person entry={entry} />
              <Button
                tone="ghost"
                aria-label={`Take ${entry.name} out of the queue`}
                onClick={() => remove.run(entry.id)}
                disabledReason={remove.busy}
              >
                Remove
              </Button>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** They wait for the network, which the rest of the desk needs. */
const KeptPresses = ({ children }: { children: ReactNode }) => (
  <ActionsDisabled value={undefined}>{children}</ActionsDisabled>
);

const Person = ({ entry: { position, name, note } }: { entry: QueueEntry }) => (
  <p className="min-w-0 [overflow-wrap:anywhere]">
    {position !== null && <span className="text-mute">{position}. </span>}
    <strong className="font-semibold">{name}</strong>
    {note !== null && <span className="block text-mute">{note}</span>}
  </p>
);
