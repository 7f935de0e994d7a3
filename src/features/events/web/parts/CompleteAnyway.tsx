import { AskDialog } from '#platform/web/ui/ask-dialog.tsx';
import type { FestivalEvent } from '../../contract.ts';
import { AwardPreview } from './AwardPreview.tsx';

type CompleteAnywayProps = {
  event: Pick<FestivalEvent, 'id' | 'title' | 'points'>;
  /** The server's, before a tournament that is undecided is completed. */
  question: string;
  pending: boolean;
  onClose: () => void;
  onComplete: () => void;
};

/** Asks before an event is completed that gives points, or whose bracket is undecided. */
export const CompleteAnyway = ({ event, question, pending, onClose, onComplete }: CompleteAnywayProps) => (
  <AskDialog
    title="Complete Event"
    description={event.title}
    tone={question === '' ? 'sun' : 'danger'}
    yes="Complete Event"
    disabledReason={pending ? 'It is being completed.' : undefined}
    onYes={onComplete}
    onClose={onClose}
  >
    {question !== '' && <p>{question}</p>}
    {event.points !== null && <AwardPreview eventId={event.id} />}
  </AskDialog>
);
