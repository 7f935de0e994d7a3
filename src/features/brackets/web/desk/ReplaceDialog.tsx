import { Button } from '#platform/web/ui/button.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';

type ReplaceDialogProps = {
  title: string;
  /** The server's message. */
  why: string;
  pending: boolean;
  onClose: () => void;
  onReplace: () => void;
};

/** Asks for confirmation when a new draw would delete results. */
export const ReplaceDialog = ({ title, why, pending, onClose, onReplace }: ReplaceDialogProps) => (
  <Dialog
    open
    onClose={onClose}
    title="Replace the bracket?"
    description={title}
    footer={
      <>
        <Button tone="ghost" onClick={onClose}>
          Keep it
        </Button>
        <Button tone="danger" onClick={onReplace} disabledReason={pending ? 'The bracket is being drawn.' : undefined}>
          Replace
        </Button>
      </>
    }
  >
    <p>{why}</p>
  </Dialog>
);
