import { AskDialog } from '#platform/web/ui/ask-dialog.tsx';
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
  <AskDialog
    title="Complete Event"
    description={event.title}
    yes="Complete Event"
    disabledReason={pending ? 'It is being completed.' : undefined}
    onYes={onComplete}
    onClose={onClose}
  >
    <p>{question}</p>
  </AskDialog>
);
