/** A panel that slides in from the left, built like dialog.tsx. */
import { Content, Portal, Root, Title } from '@radix-ui/react-dialog';
import { type ReactNode, useContext } from 'react';
import { useDialogLayer } from './dialog-layer.ts';
import { InDialogs } from './in-dialogs.ts';

type SheetProps = { open: boolean; onClose: () => void; title: string; children: ReactNode };

export const Sheet = ({ open, onClose, title, children }: SheetProps) => {
  const focusHandlers = useDialogLayer({ open, onClose });
  const above = useContext(InDialogs);
  return (
    <Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Portal>
        <div className="dialog-layer sheet-layer" data-state={open ? 'open' : 'closed'}>
          <div className="dialog-backdrop" aria-hidden="true" />
          <Content {...focusHandlers} aria-describedby={undefined} className="sheet-panel">
            <Title className="sr-only">{title}</Title>
            {above}
            {children}
          </Content>
        </div>
      </Portal>
    </Root>
  );
};
