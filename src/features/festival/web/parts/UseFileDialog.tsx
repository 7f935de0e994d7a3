import { AskDialog } from '#platform/web/ui/dialog.tsx';
import { emailsDeleted } from './old-emails.ts';

type UseFileDialogProps = { busy: string | undefined; onUse: () => void; onClose: () => void };

/** Asks before the file's last day deletes emails. */
export const UseFileDialog = ({ busy, onUse, onClose }: UseFileDialogProps) => (
  <AskDialog
    title="Go back to the file"
    description={emailsDeleted('The file’s last day')}
    yes="Use the file"
    disabledReason={busy}
    onYes={onUse}
    onClose={onClose}
  />
);
