import { Dialog } from '#platform/web/ui/dialog.tsx';
import { FindAccount, type FindAccountProps } from './FindAccount.tsx';

/** Gives points to somebody of an event. */
export const GivePointsDialog = ({ onClose, ...find }: FindAccountProps & { onClose: () => void }) => (
  <Dialog open wide onClose={onClose} title="Give points" description={`For ${find.event?.title}: choose an account.`}>
    <div className="min-h-[50dvh] pb-2">
      <FindAccount {...find} />
    </div>
  </Dialog>
);
