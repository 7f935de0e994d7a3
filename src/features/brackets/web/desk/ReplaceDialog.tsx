import { Button } from '#platform/web/ui/button.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';

type ReplaceDialogProps = {
  title: string;
  /** The server's sentence. */
  why: string;
  pending: boolean;
  onClose: () => void;
  onReplace: () => void;
};

/** Asked once where a new draw would throw results away. */
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
