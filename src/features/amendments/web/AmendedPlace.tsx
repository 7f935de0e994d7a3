import { useQueryClient } from '@tanstack/react-query';
import { UndoOffer } from '#features/access/web/UndoOffer.tsx';
import { request } from '#platform/web/api.ts';
import { focusMain } from '#platform/web/ui/focus.ts';
import { showToast } from '#platform/web/ui/toast.ts';
import type { Amendment, Undone, undoAmendment } from '../contract.ts';
import { effectWords, undoneSentence } from '../rules.ts';
import { amendmentsQuery } from './queries.ts';

/** Stands where the row of a place was, for as long as the change can be undone. */
export function AmendedPlace({ amendment, justMade }: { amendment: Amendment; justMade: boolean }) {
  const client = useQueryClient();
  const { queryKey } = amendmentsQuery(amendment.eventId);
  const { playerName } = amendment;
  const showUndone = (undone: Undone) => {
    showToast({ title: 'Undone', description: undoneSentence(amendment, undone) });
    client.setQueryData(queryKey, (others) => others?.filter(({ id }) => id !== amendment.id));
    focusMain();
  };
  return (
    <div className="pb-2">
      <div className="flex min-h-15 items-center gap-3 rounded-xl border border-dashed border-edge py-1.5 pr-1.5 pl-3.5">
        <p className="grid min-w-0 flex-1">
          <del className="text-mute [overflow-wrap:anywhere]">{playerName}</del>
          <span className="text-sm font-semibold [overflow-wrap:anywhere]">{effectWords(amendment)}</span>
        </p>
        <UndoOffer
          undo={(id) => request<typeof undoAmendment>('POST /api/amendments/{id}/undo', { params: { id } })}
          of={amendment.id}
          label={`Undo: ${playerName}`}
          justDone={justMade}
          onUndone={showUndone}
          onFailed={() => void client.invalidateQueries({ queryKey })}
        />
      </div>
    </div>
  );
}
