import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

type AskDialogProps = {
  title: string;
  description: ReactNode;
  children?: ReactNode;
  tone?: 'danger' | 'sun';
  no?: string;
  yes: string;
  /** Why it cannot be done now. */
  disabledReason: string | undefined;
  onYes: () => void;
  onClose: () => void;
};

/** Asks before something is done. Load it on demand. */
export const AskDialog = (props: AskDialogProps) => {
  const { tone = 'danger', no = 'Cancel', yes, disabledReason, onYes, onClose, ...said } = props;
  return (
    <Dialog
      {...said}
      open
      onClose={onClose}
      footer={
        <>
          <Button tone="ghost" onClick={onClose}>
            {no}
          </Button>
          <Button tone={tone} onClick={onYes} disabledReason={disabledReason}>
            {yes}
          </Button>
        </>
      }
    />
  );
};
