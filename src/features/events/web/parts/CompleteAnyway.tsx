import { Button } from '#platform/web/ui/button.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import type { FestivalEvent } from '../../contract.ts';

type CompleteAnywayProps = {
  event: Pick<FestivalEvent, 'title'>;
  /** The server's. */
  question: string;
  pending: boolean;
  onClose: () => void;
  onComplete: () => void;
};

/** Asks before a tournament with an undecided bracket is completed. */
export const CompleteAnyway = ({ event, question, pending, onClose, onComplete }: CompleteAnywayProps) => (
  <Dialog
    open
    onClose={onClose}
    title="Complete Event"
    description={event.title}
    footer={
      <>
        <Button tone="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button tone="danger" onClick={onComplete} disabledReason={pending ? 'It is being completed.' : undefined}>
          Complete Event
        </Button>
      </>
    }
  >
    <p>{question}</p>
  </Dialog>
);
