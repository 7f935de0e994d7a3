import { useQueryClient } from '@tanstack/react-query';
import { UndoOffer } from '#features/access/web/UndoOffer.tsx';
import { MINUTE } from '#platform/durations.ts';
import { clockTime } from '#platform/time.ts';
import { request } from '#platform/web/api.ts';
import { useNow } from '#platform/web/clock.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { Removal, Restored, undoRemoval } from '../../contract.ts';
import { REMOVAL_UNDO_MS } from '../../limits.ts';
import { madeWords } from '../../rules/words.ts';
import { registrationsQuery } from '../queries.ts';

type RemovalRowProps = {
  removal: Removal;
  zone: string;
  justMade: boolean;
  onUndone: (outcome: Restored) => void;
};

export function RemovalRow({ removal, zone, justMade, onUndone }: RemovalRowProps) {
  const client = useQueryClient();
  const now = useNow();
  const showUndone = (outcome: Restored) => {
    onUndone(outcome);
    // Replaces the toast of the removal, which still offers to undo it.
    showToast({ title: 'Removal undone' });
  };
  const left = Math.ceil((Date.parse(removal.undoUntil) - Date.parse(now)) / MINUTE);
  if (left <= 0) return null;
  // `now` is updated every half minute, so it may be older than the removal.
  const minutes = Math.min(left, REMOVAL_UNDO_MS / MINUTE);
  return (
    <div className="grid gap-x-4 gap-y-3 py-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="grid min-w-0 gap-1">
        <p className="font-semibold text-pretty">Removed: {madeWords(removal, zone)}</p>
        <p className="text-[0.9375rem] text-mute">
          You can undo this until {clockTime(removal.undoUntil, zone)}, for{' '}
          {minutes === 1 ? 'less than a minute' : `another ${minutes} minutes`}.
        </p>
      </div>
      <UndoOffer
        undo={(id) =>
          request<typeof undoRemoval>('POST /api/admin/registrations/removals/{id}/undo', { params: { id } })
        }
        of={removal.id}
        justDone={justMade}
        onUndone={showUndone}
        onFailed={() => void client.invalidateQueries(registrationsQuery)}
      />
    </div>
  );
}
