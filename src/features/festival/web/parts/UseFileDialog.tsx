import { AskDialog } from '#platform/web/ui/dialog.tsx';
import { emailsDeleted } from './old-emails.ts';

type UseFileDialogProps = { isPending: boolean; onUse: () => void; onClose: () => void };

/** Asks before the file's last day deletes emails. */
export const UseFileDialog = ({ isPending, onUse, onClose }: UseFileDialogProps) => (
  <AskDialog
    title="Go back to the file"
    description={emailsDeleted('The file’s last day')}
    yes="Use the file"
    disabledReason={isPending ? 'Going back to festival.json.' : undefined}
    onYes={onUse}
    onClose={onClose}
  />
);
