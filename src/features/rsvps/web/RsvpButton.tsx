import { useIsMutating, useQuery } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import ExternalLink from 'lucide-react/icons/external-link';
import { useCallback, useMemo } from 'react';
import type { FestivalEvent } from '#features/events/contract.ts';
import { closedWord } from '#features/events/rules/clock.ts';
import { isFull } from '#features/events/rules/status.ts';
import { useEventOfForm } from '#features/events/web/state.ts';
import { useFestival } from '#features/festival/web/queries.ts';
import { groupBy } from '#platform/lists.ts';
import { useNow } from '#platform/web/clock.tsx';
import { LazyBoundary, onDemand } from '#platform/web/on-demand.tsx';
import { Button, buttonClass } from '#platform/web/ui/button.tsx';
import { whyNotRegister } from '../rules.ts';
import { myRsvpsQuery, registerMutation } from './queries.ts';
import { NO_CONNECTION, type UnsentPlace, useUnsentPlaces } from './unsent/place-writes.ts';
import { unsentWords, WithdrawButton } from './unsent/UnsentControl.tsx';

export const RsvpDialogOnDemand = onDemand(() => import('./RsvpDialog.tsx').then((module) => module.RsvpDialog));

const NONE: ReadonlySet<string> = new Set();

/** Returns the button of an event, for its card and its details, and the dialog that `open` opens. */
export function useRsvp(zone: string) {
  const { event, open, close } = useEventOfForm();
  const { data: mine } = useQuery(myRsvpsQuery);
  const pending = useIsMutating(registerMutation) > 0;
  // The same empty set without places, so that the response re-renders no card on most first visits.
  const taken = useMemo(() => (mine?.length ? new Set(mine.map((rsvp) => rsvp.eventId)) : NONE), [mine]);
  const { unsent } = useUnsentPlaces();
  const unsentOf = useMemo(() => groupBy(unsent, ({ body }) => body.eventId), [unsent]);
  const button = useCallback(
    (event: FestivalEvent) => (
      <RsvpButton
        event={event}
        registered={taken.has(event.id)}
        waits={unsentOf.get(event.id)}
        pending={pending}
        onRsvp={open}
      />
    ),
    [taken, unsentOf, pending, open],
  );
  /**
   * Returns whether writes of the event wait for the network, and the button that withdraws the only one. Of several, the
   * details list each.
   */
  const unsentFor = useCallback(
    (event: FestivalEvent) => {
      const [write, ...more] = unsentOf.get(event.id) ?? [];
      return { waits: write !== undefined, withdraw: write && more.length === 0 && <WithdrawButton write={write} /> };
    },
    [unsentOf],
  );
  const dialog = event && (
    <LazyBoundary key={event.id} onMissing={close}>
      <RsvpDialogOnDemand event={event} zone={zone} onClose={close} />
    </LazyBoundary>
  );
  return { button, unsentFor, taken, open, dialog };
}

type AddPersonProps = { event: FestivalEvent; onRsvp: (eventId: string) => void };

/** On the card of an event in which this device has a place, while it has room for another person. */
export function AddPerson({ event, onRsvp }: AddPersonProps) {
  const { data: mine = [] } = useQuery(myRsvpsQuery);
  const placesHere = mine.filter(({ eventId }) => eventId === event.id).length;
  const verdict = whyNotRegister({ event, now: useNow(), festival: useFestival(), placesHere });
  if (verdict !== null || event.googleDocUrl !== null) return null;
  return (
    <Button tone="ghost" aria-label={`Add a person: ${event.title}`} onClick={() => onRsvp(event.id)}>
      Add a person
    </Button>
  );
}

type RsvpButtonProps = {
  event: FestivalEvent;
  /** Whether this device holds a place in the event. */
  registered: boolean;
  /** What waits for the network. */
  waits?: readonly UnsentPlace[] | undefined;
  /** Whether a registration is pending. */
  pending: boolean;
  onRsvp: (eventId: string) => void;
};

/** The button of a card and of the details dialog; the first matching case wins. */
export function RsvpButton({ event, registered, waits, pending, onRsvp }: RsvpButtonProps) {
  const now = useNow();
  const festival = useFestival();
  if (event.googleDocUrl !== null) {
    return (
      <a
        className={buttonClass('sea')}
        href={event.googleDocUrl}
        target="_blank"
        rel="noopener noreferrer"
        title="Opens in a new tab"
      >
        JOIN EVENT
        <ExternalLink aria-hidden="true" />
      </a>
    );
  }
  if (waits) return <Button disabledReason={`${NO_CONNECTION}.`}>{unsentWords(waits)}</Button>;
  if (registered) {
    return (
      <Button disabledReason="You have a place. Open the event to cancel it or to add another person.">
        REGISTERED
        <Check aria-hidden="true" />
      </Button>
    );
  }
  const verdict = whyNotRegister({ event, now, festival, placesHere: 0 });
  // Who asks for a place waits for the draw, and then for a place that becomes free.
  const refusal = event.lottery && verdict?.code === 'EVENT_FULL' ? null : verdict;
  const reason = refusal?.message ?? (pending ? 'Another place is being sent.' : undefined);
  return (
    // One element with and without a reason, so that the button keeps the focus when it becomes disabled.
    <Button tone={reason === undefined ? 'sea' : 'quiet'} disabledReason={reason} onClick={() => onRsvp(event.id)}>
      {refusal?.code === 'NOT_OPEN' ? 'NOT OPEN YET' : isFull(event) && !event.lottery ? 'FULL' : wordsOf(event, now)}
    </Button>
  );
}

function wordsOf(event: FestivalEvent, now: string): string {
  const closed = closedWord(event, now);
  return closed === 'Started'
    ? 'Started: look at the bracket'
    : (closed ?? (event.lottery ? 'ASK FOR A PLACE' : 'RSVP'));
}
