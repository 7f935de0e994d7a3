import { useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import { isolated } from '#platform/names.ts';
import { counted } from '#platform/numbers.ts';
import { AskDialog } from '#platform/web/ui/dialog.tsx';
import { Pending } from '#platform/web/ui/loading.tsx';
import type { FestivalEvent } from '../../contract.ts';
import { givesPoints } from '../../rules/status.ts';
import { GiveTo } from '../StaffParts.tsx';
import { eventPointsQuery } from '../state.ts';

/** Who gets what when an event is completed now, and who gets nothing without an account. */
export function AwardPreview({ eventId }: { eventId: string }) {
  const { data, isError, refetch } = useQuery({ ...eventPointsQuery(eventId), refetchOnMount: 'always' });
  const GiveToButton = useContext(GiveTo);
  if (data === undefined) return <Pending what="points" failed={isError} retry={refetch} count={2} className="h-11" />;
  const people = data.people.filter(({ points }) => points > 0);
  if (people.length === 0) return <p className="text-mute">Nobody gets points of it yet.</p>;
  return (
    <ul aria-label="Points it gives" className="divide-y divide-line">
      {people.map(({ placeId, userId, name, reason, points, chosen }, index) => (
        <li key={userId ?? `${name} ${index}`} className="flex justify-between gap-3 py-2 [overflow-wrap:anywhere]">
          <span className="min-w-0">
            <strong className="font-semibold">{isolated(name)}</strong>, {reason}
            {chosen !== null && `: to ${isolated(chosen)}, as an organiser chose`}
          </span>
          {userId === null ? (
            <span className="grid justify-items-end gap-1 text-right text-mute">
              none: their phone has no account of that name
              {GiveToButton && <GiveToButton eventId={eventId} award={{ placeId, name, chosen }} />}
            </span>
          ) : (
            <span className="grid justify-items-end gap-1">
              <span className="font-semibold whitespace-nowrap text-sun">{counted(points, 'point')}</span>
              {GiveToButton && chosen !== null && <GiveToButton eventId={eventId} award={{ placeId, name, chosen }} />}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

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
    {givesPoints(event) && <AwardPreview eventId={event.id} />}
  </AskDialog>
);
