import { useMutation, useQueryClient } from '@tanstack/react-query';
import { guarded, isLocked } from '#features/access/web/state.ts';
import { sentenceOf } from '#platform/web/api.ts';
import { AskDialog } from '#platform/web/ui/ask-dialog.tsx';
import { useDialogWrite } from '#platform/web/ui/dialog-write.ts';
import { showError, showToast } from '#platform/web/ui/toast.ts';
import type { Burst } from '../contract.ts';
import { NONE } from '../rules/counts.ts';
import { burstWords, countWords, phoneWords, stayWords } from '../rules/words.ts';
import { registrationsQuery, removeBurstMutation } from './queries.ts';

type RemoveBurstDialogProps = {
  burst: Burst;
  zone: string;
  onClose: () => void;
  onRemoved: (removalId: string) => void;
};

/** Shows what a removal takes and from which events, and asks for confirmation. */
export function RemoveBurstDialog({ burst, zone, onClose, onRemoved }: RemoveBurstDialogProps) {
  const client = useQueryClient();
  const words = countWords(burst.removable);
  const title = `Remove ${words}?`;
  const { close } = useDialogWrite(title, onClose);
  const { mutateAsync, isPending } = useMutation({
    ...removeBurstMutation,
    onSuccess: (removal) => {
      showToast({ title: 'Removed', description: `${words}. You can undo this for 10 minutes.` });
      onRemoved(removal.id);
      close();
    },
    onError: (error) => {
      if (isLocked(error)) return;
      showError(sentenceOf(error, 'Nothing was removed. Check your connection and try again.'));
      void client.invalidateQueries(registrationsQuery);
      close();
    },
  });
  return (
    <AskDialog
      title={title}
      description={burstWords(burst, zone)}
      yes={isPending ? 'Removing...' : 'Remove'}
      disabledReason={isPending ? 'They are being removed.' : undefined}
      onYes={() => guarded(() => mutateAsync(burst))}
      onClose={onClose}
    >
      <div className="grid gap-3 text-pretty">
        <p>{phoneWords(burst)}</p>
        <p>Seats are free again at once. You can undo this for 10 minutes. {stayWords(burst)}</p>
        {burst.events.length > 0 && (
          <ul aria-label="Places by event" className="divide-y divide-line border-t border-line">
            {burst.events.map(({ id, title, places }) => (
              <li key={id} className="flex justify-between gap-4 py-1.5">
                <span className="min-w-0 [overflow-wrap:anywhere]">{title}</span>
                <span className="shrink-0 text-mute">{countWords({ ...NONE, places })}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </AskDialog>
  );
}
