import { Close, Content, Portal, Root, Title } from '@radix-ui/react-dialog';
import X from 'lucide-react/icons/x';
import { type ReactNode, useContext } from 'react';
import { buttonClass } from './button.tsx';
import { useDialogLayer } from './dialog.tsx';
import { InDialogs } from './in-dialogs.ts';

type SheetProps = { open: boolean; onClose: () => void; title: string; children: ReactNode };

const PANEL =
  'sheet-panel relative mt-(--toast-room) h-[calc(100cqh-var(--toast-room))] w-[min(18rem+env(safe-area-inset-left),88vw)] overflow-y-auto pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)] overscroll-contain border-r border-line bg-side focus-visible:outline-none data-[state=closed]:animate-[slide-out_200ms_ease-in] data-[state=open]:animate-[slide-in_200ms_ease-out]';

export const Sheet = ({ open, onClose, title, children }: SheetProps) => {
  const focusHandlers = useDialogLayer({ open, onClose });
  const above = useContext(InDialogs);
  return (
    <Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Portal>
        <div className="dialog-layer [place-items:stretch_start] p-0" data-state={open ? 'open' : 'closed'}>
          <div className="absolute inset-0 bg-[rgb(6_8_22/0.72)]" aria-hidden="true" />
          <Content {...focusHandlers} aria-describedby={undefined} className={PANEL}>
            <Title className="sr-only">{title}</Title>
            {above}
            <Close className={`${buttonClass('ghost', 'icon')} absolute top-2 right-2`} aria-label="Close">
              <X aria-hidden="true" />
            </Close>
            {children}
          </Content>
        </div>
      </Portal>
    </Root>
  );
};
