import { Button } from '#platform/web/ui/button.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { emailsDeleted } from './old-emails.ts';

type UseFileDialogProps = { isPending: boolean; onUse: () => void; onClose: () => void };

/** Asks before the file's last day deletes emails. */
export const UseFileDialog = ({ isPending, onUse, onClose }: UseFileDialogProps) => (
  <Dialog
    open
    onClose={onClose}
    title="Go back to the file"
    description={emailsDeleted('The file’s last day')}
    footer={
      <>
        <Button tone="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button tone="danger" onClick={onUse} disabledReason={isPending ? 'Going back to festival.json.' : undefined}>
          Use the file
        </Button>
      </>
    }
  />
);
