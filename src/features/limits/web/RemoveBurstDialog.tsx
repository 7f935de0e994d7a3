import { useMutation, useQueryClient } from '@tanstack/react-query';
import { guarded, isLocked } from '#features/access/web/state.ts';
import { clockTime } from '#platform/time.ts';
import { sentenceOf } from '#platform/web/api.ts';
import { AskDialog, useDialogWrite } from '#platform/web/ui/dialog.tsx';
import { showError, showToast } from '#platform/web/ui/toast.ts';
import type { Burst } from '../contract.ts';
import { madeWords, networkWords, thingWords } from '../rules/words.ts';
import { registrationsQuery, removeBurstMutation } from './queries.ts';

type RemoveBurstDialogProps = {
  burst: Burst;
  zone: string;
  onClose: () => void;
  onRemoved: (removalId: string) => void;
};

/** Says what a removal takes and what stays, and asks for confirmation. */
export function RemoveBurstDialog({ burst, zone, onClose, onRemoved }: RemoveBurstDialogProps) {
  const client = useQueryClient();
  const { network, since, things } = burst;
  const title = `Remove ${thingWords(things)}?`;
  const { close } = useDialogWrite(title, onClose);
  const { mutateAsync, isPending } = useMutation({
    ...removeBurstMutation,
    onSuccess: (removal) => {
      showToast({ title: 'Removed', description: `${madeWords(removal, zone)}. You can undo this for 10 minutes.` });
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
      description={`What new phones of ${networkWords(network)} made since ${clockTime(since, zone)}: places, waiting entries, accounts, games and claims.`}
      yes={isPending ? 'Removing...' : 'Remove'}
      disabledReason={isPending ? 'They are being removed.' : undefined}
      onYes={() => guarded(() => mutateAsync(burst))}
      onClose={onClose}
    >
      <div className="grid gap-3 text-pretty">
        <p>Seats are free again at once. What they make until you press Remove goes too.</p>
        <p>Checked-in places, places in a drawn bracket and accounts with points stay.</p>
        <p>You can undo this for 10 minutes.</p>
      </div>
    </AskDialog>
  );
}
