import { type ReactNode, useId } from 'react';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';

type FormDialogProps = {
  title: string;
  description: string;
  /** The button's text, and its text while saving. */
  words: readonly [ready: string, working: string];
  pending: boolean;
  /** A message about the form as a whole. */
  told?: string | undefined;
  onClose: () => void;
  children: (formId: string) => ReactNode;
};

/** The dialog around the event form. */
export const FormDialog = ({ title, description, words, pending, told, onClose, children }: FormDialogProps) => {
  const formId = useId();
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={title}
      description={description}
      footer={
        <>
          <Button tone="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button tone="sea" type="submit" form={formId} disabledReason={pending ? 'It is being sent.' : undefined}>
            {words[pending ? 1 : 0]}
          </Button>
        </>
      }
    >
      <p
        role="alert"
        className="sticky top-0 z-10 mb-4 rounded-xl border border-coral bg-panel px-4 py-3 font-semibold text-coral [overflow-wrap:anywhere] empty:hidden"
      >
        {told}
      </p>
      {children(formId)}
    </Dialog>
  );
};
