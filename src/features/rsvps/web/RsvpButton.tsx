import Check from 'lucide-react/icons/check';
import ExternalLink from 'lucide-react/icons/external-link';
import type { FestivalEvent } from '#features/events/contract.ts';
import { cardAction } from '#features/events/rules.ts';
import { Button, buttonClass } from '#platform/web/ui/button.tsx';

type RsvpButtonProps = {
  event: FestivalEvent;
  /** This device holds a place in the event. */
  registered: boolean;
  /** A registration is on its way. */
  pending: boolean;
  onRsvp: (eventId: string) => void;
};

/** The one button of a card and of the details dialog (spec section 2). */
export function RsvpButton({ event, registered, pending, onRsvp }: RsvpButtonProps) {
  const action = cardAction(event, registered, pending);
  switch (action.kind) {
    case 'join':
      return (
        <a
          className={buttonClass('sea')}
          href={action.href}
          target="_blank"
          rel="noopener noreferrer"
          title="Opens in a new tab"
        >
          JOIN EVENT
          <ExternalLink aria-hidden="true" />
        </a>
      );
    case 'registered':
      return (
        <Button disabledReason="You have a place. Open the event to cancel it or to register another person.">
          REGISTERED
          <Check aria-hidden="true" />
        </Button>
      );
    case 'full':
      return <Button disabledReason="Every place is taken.">FULL</Button>;
    case 'over':
      return <Button disabledReason="This event is over.">RSVP</Button>;
    case 'drawn':
      return <Button disabledReason="The bracket is already drawn, so nobody can join any more.">RSVP</Button>;
    case 'pending':
      return <Button disabledReason="A registration is on its way.">RSVP</Button>;
    case 'rsvp':
      return (
        // Saying that there is no reason keeps it the same element when there is one, and with it the focus.
        <Button tone="sea" disabledReason={undefined} onClick={() => onRsvp(event.id)}>
          RSVP
        </Button>
      );
  }
}
