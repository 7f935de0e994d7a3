import { isolated } from '#platform/names.ts';
import { counted } from '#platform/numbers.ts';
import { longDay, timeRange } from '#platform/time.ts';
import { ApiError } from '#platform/web/api.ts';
import { AskDialog } from '#platform/web/ui/dialog.tsx';
import type { FestivalEvent } from '../contract.ts';
import { clashesOf } from '../rules/attention.ts';
import { delayWords, timesOf } from '../rules/clock.ts';
import { changedSince, FIELD_WORDS, typedPart } from '../rules/edits.ts';
import { useSaving } from './parts/saving.ts';

type MoveEventDialogProps = {
  /** The event when the dialog was opened. */
  opened: FestivalEvent;
  to: Pick<FestivalEvent, 'location' | 'startTime'>;
  events: readonly FestivalEvent[];
  zone: string;
  onClose: () => void;
};

/** Asks before an event is moved: from where to where, what clashes there, and who is told. */
export function MoveEventDialog({ opened, to, events, zone, onClose }: MoveEventDialogProps) {
  const present = events.find(({ id }) => id === opened.id);
  const event = present ?? opened;
  const { save, isPending, message } = useSaving(opened, present, onClose, sentenceIn);
  const changed = changedSince(typedPart(event), typedPart(opened)).map((field) => FIELD_WORDS[field]);
  const others =
    changed.length > 0 && !isPending
      ? `Another organiser has changed this event: ${changed.join(', ')}. Look at it again, then move it.`
      : message;
  const gone = present === undefined ? 'Another organiser has deleted this event.' : undefined;
  const isNewTime = to.startTime !== event.startTime;
  const after = { ...event, ...to, lateMinutes: isNewTime ? 0 : event.lateMinutes };
  const clashes = clashesOf(after, events);
  return (
    <AskDialog
      title="Move Event"
      description={event.title}
      tone="sun"
      yes={isPending ? 'Moving...' : 'Move'}
      disabledReason={isPending ? 'It is being sent.' : gone}
      onYes={() => save({ ...typedPart(event), ...to }, event.editRevision)}
      onClose={onClose}
    >
      <div className="grid gap-3 [overflow-wrap:anywhere]">
        <p role="alert" className="font-semibold text-coral empty:hidden">
          {gone ?? others}
        </p>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
          <dt className="text-mute">From</dt>
          <dd>{placeWords(event, zone)}</dd>
          <dt className="text-mute">To</dt>
          <dd className="font-semibold">{placeWords(after, zone)}</dd>
        </dl>
        <p className={clashes.length > 0 ? 'line-clamp-5 font-semibold text-coral' : undefined}>
          {clashes.length > 0
            ? `Room taken then (you can move it anyway): ${timesOf(clashes, zone)}`
            : 'Nothing else is in that room then.'}
        </p>
        <p>{toldWords(event)}</p>
        {event.lateMinutes > 0 && (
          <p>
            {isNewTime
              ? `It is ${delayWords(event.lateMinutes)}. That ends with a new start time.`
              : `It stays ${delayWords(event.lateMinutes)}.`}
          </p>
        )}
      </div>
    </AskDialog>
  );
}

const sentenceIn = (error: unknown) => (error instanceof ApiError ? error.sentence : undefined);

const placeWords = ({ startTime, duration, location }: FestivalEvent, zone: string): string =>
  `${longDay(startTime, zone)}, ${timeRange(startTime, duration, zone)}, ${isolated(location)}`;

const toldWords = ({ currentRegistrations: placed, waiting }: FestivalEvent): string => {
  if (placed + waiting === 0) return 'Nobody has a place, so nobody is told.';
  const line = waiting > 0 ? `, ${waiting} of them in line` : '';
  return `${counted(placed + waiting, 'person is', 'people are')} told${line}.`;
};
