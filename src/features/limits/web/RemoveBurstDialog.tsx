import { useQueryClient } from '@tanstack/react-query';
import { useAct } from '#features/access/web/act.tsx';
import { clockTime } from '#platform/time.ts';
import { request } from '#platform/web/api.ts';
import { AskDialog, useDialogWrite } from '#platform/web/ui/dialog.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { Burst, removeBurst } from '../contract.ts';
import { madeWords, networkWords, thingWords } from '../rules/words.ts';
import { registrationsQuery } from './queries.ts';

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
  const send = () =>
    request<typeof removeBurst>('POST /api/admin/registrations/bursts/remove', { body: { network, since } });
  const remove = useAct(send, {
    fails: 'Nothing was removed. Check your connection and try again.',
    busy: 'They are being removed.',
    done: (removal) => {
      showToast({ title: 'Removed', description: `${madeWords(removal, zone)}. You can undo this for 10 minutes.` });
      onRemoved(removal.id);
      close();
    },
    failed: () => {
      void client.invalidateQueries(registrationsQuery);
      close();
    },
  });
  return (
    <AskDialog
      title={title}
      description={`What new phones of ${networkWords(network)} made since ${clockTime(since, zone)}: places, waiting entries, accounts, games and claims.`}
      yes={remove.isBusy ? 'Removing...' : 'Remove'}
      disabledReason={remove.busy}
      onYes={remove.run}
      onClose={onClose}
    >
      <div className="grid gap-3 text-pretty">
        <p>Places are free again at once. What they make until you press Remove goes too.</p>
        <p>Checked-in places, places in a drawn bracket and accounts with points stay.</p>
        <p>You can undo this for 10 minutes.</p>
      </div>
    </AskDialog>
  );
}
