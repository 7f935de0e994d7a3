import Check from 'lucide-react/icons/check';
import ExternalLink from 'lucide-react/icons/external-link';
import type { FestivalEvent } from '#features/events/contract.ts';
import { isFull } from '#features/events/rules/seats.ts';
import { Button, buttonClass } from '#platform/web/ui/button.tsx';
import { whyNotRegister } from '../rules.ts';

type RsvpButtonProps = {
  event: FestivalEvent;
  /** Whether this device holds a place in the event. */
  registered: boolean;
  /** Whether a registration is pending. */
  pending: boolean;
  onRsvp: (eventId: string) => void;
};

/** The button of a card and of the details dialog; the first matching case wins. */
export function RsvpButton({ event, registered, pending, onRsvp }: RsvpButtonProps) {
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
  if (registered) {
    return (
      <Button disabledReason="You have a place. Open the event to cancel it or to register another person.">
        REGISTERED
        <Check aria-hidden="true" />
      </Button>
    );
  }
  const reason =
    whyNotRegister({ event, placesHere: 0 })?.message ?? (pending ? 'A registration is on its way.' : undefined);
  return (
    // One element with and without a reason, so that the button keeps the focus when it becomes disabled.
    <Button tone={reason === undefined ? 'sea' : 'quiet'} disabledReason={reason} onClick={() => onRsvp(event.id)}>
      {isFull(event) ? 'FULL' : 'RSVP'}
    </Button>
  );
}
