import { useQuery, useQueryClient } from '@tanstack/react-query';
import Snowflake from 'lucide-react/icons/snowflake';
import { UndoOffer } from '#features/access/web/UndoOffer.tsx';
import { counted } from '#platform/numbers.ts';
import { relativeTime } from '#platform/time.ts';
import { request } from '#platform/web/api.ts';
import { useNow } from '#platform/web/clock.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { Pending } from '#platform/web/ui/loading.tsx';
import type { PointEntry, undoPoints } from '../contract.ts';
import { lines, signed } from '../rules.ts';
import { GivePoints, type GivePointsProps } from './GivePoints.tsx';
import { pointsQuery, useGivesPoints } from './state.ts';

/** How a score came about, newest first: for the phones of the account, and for staff with Undo. */
export function PointsList({ userId, name }: { userId: string; name: string }) {
  const { data: entries, isError, refetch } = useQuery(pointsQuery(userId, { isStaff: useGivesPoints() }));
  if (entries === undefined)
    return <Pending what="points" failed={isError} retry={refetch} count={3} className="h-15" />;
  if (entries.length === 0) return <p className="text-mute">No points yet.</p>;
  return (
    <ol aria-label={`Points of ${name}`} className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
      {lines(entries).map((line) => (
        <Entry key={line.entry.id} {...line} />
      ))}
    </ol>
  );
}

function Entry({ entry, undo }: { entry: PointEntry; undo: PointEntry | undefined }) {
  const now = useNow();
  const canUndo = useGivesPoints() && !entry.isUndone && entry.undoes === null;
  const { points, reason } = entry;
  const Told = entry.isUndone ? 'del' : 'span';
  return (
    <li className="reason-end flex min-h-14 items-center gap-3 py-2">
      {points === null ? (
        <Snowflake aria-hidden="true" className="mx-4 size-6 shrink-0 text-sky" />
      ) : (
        <Told
          className={`min-w-14 shrink-0 text-right font-display text-2xl leading-none ${entry.isUndone ? 'text-mute' : 'text-sun'}`}
        >
          {signed(points)}
          <span className="sr-only"> points</span>
        </Told>
      )}
      <span className="grid min-w-0 flex-1 [overflow-wrap:anywhere]">
        <Told className={entry.isUndone ? 'text-mute' : ''}>{reason}</Told>
        {points === null && <span className="text-sm font-semibold text-sun">counts at the ceremony</span>}
        <span className="text-sm text-mute">
          <time dateTime={entry.at}>{relativeTime(entry.at, now)}</time>
          {entry.by !== null && ` by ${entry.by}`}
        </span>
        {entry.isUndone && (
          <span className="text-sm font-semibold">{undo?.by == null ? 'Undone' : `Undone by ${undo.by}`}</span>
        )}
      </span>
      {canUndo && <Undo entry={entry} />}
    </li>
  );
}

function Undo({ entry: { id, userId, points, reason } }: { entry: PointEntry }) {
  const client = useQueryClient();
  const readAgain = () => void client.invalidateQueries(pointsQuery(userId));
  return (
    <UndoOffer
      undo={(entryId) => request<typeof undoPoints>('DELETE /api/points/{id}', { params: { id: entryId } })}
      of={id}
      label={`Undo ${counted(points ?? 0, 'point')}: ${reason}`}
      onUndone={readAgain}
      onFailed={readAgain}
    />
  );
}

type PointsDialogProps = Pick<GivePointsProps, 'user' | 'event'> & { description?: string; onClose: () => void };

/** How a score came about; staff give points and undo them here. */
export const PointsDialog = ({ user, event, description, onClose }: PointsDialogProps) => (
  <Dialog open wide onClose={onClose} title={`Points of ${user.name}`} description={description}>
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pb-2">
      {useGivesPoints() && <GivePoints user={user} event={event} />}
      <PointsList userId={user.id} name={user.name} />
    </div>
  </Dialog>
);
