import { useVisitorAct } from '#features/access/web/act.tsx';
import type { FestivalEvent } from '#features/events/contract.ts';
import { request } from '#platform/web/api.ts';
import { useNow } from '#platform/web/clock.tsx';
import { useHydrated } from '#platform/web/hydrated.ts';
import { Button } from '#platform/web/ui/button.tsx';
import type { Rsvp } from '../../contract.ts';
import type { keepPlace } from '../contract.ts';
import { askingSince } from '../rules.ts';

/** Before the start, and until they are there: whether the person of a place is coming, which keeps it longer. */
export function Coming({ event, rsvp }: { event: FestivalEvent; rsvp: Rsvp }) {
  const now = useNow();
  const isAsked = askingSince(event, Date.parse(now)) !== null && !rsvp.checkedIn;
  const keep = useVisitorAct(
    () => request<typeof keepPlace>('PUT /api/rsvps/{id}/coming', { params: { id: rsvp.id } }),
    { fails: 'The place could not be kept. Please try again.', busy: 'The place is being kept.' },
  );
  // The server's page may be older than the question.
  if (!useHydrated() || !isAsked) return null;
  return (
    <div className="no-print grid gap-2 rounded-xl border border-sun/60 px-3.5 py-2.5">
      <p role="status">
        {rsvp.coming
          ? 'Your place is kept a quarter of an hour longer. Check in when you are there.'
          : 'Are you coming? Check in when you are there, or your place goes to the line.'}
      </p>
      {!rsvp.coming && (
        <Button tone="sea" className="justify-self-start" onClick={() => keep.run()} disabledReason={keep.busy}>
          I am coming
        </Button>
      )}
    </div>
  );
}
