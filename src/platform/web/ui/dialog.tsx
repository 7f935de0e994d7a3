/**
 * Dialog on Radix without its Overlay, whose scroll lock injects a <style> that our Content-Security-Policy blocks. The
 * backdrop is a plain div, and dialog-layer.ts stops the page's scrolling. Load dialogs on demand: this file imports
 * Radix.
 */
import { Close, Content, Description, Portal, Root, Title } from '@radix-ui/react-dialog';
import X from 'lucide-react/icons/x';
import { type ReactNode, useContext } from 'react';
import { PromptSuspense } from '../on-demand.tsx';
import { buttonClass } from './button.tsx';
import { useDialogLayer } from './dialog-layer.ts';
import { InDialogs } from './in-dialogs.ts';

type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons; always visible while the content scrolls. */
  footer?: ReactNode;
  /** 'full': as wide as the screen, for brackets. */
  wide?: boolean | 'full';
  /** Opened by the page's address: the browser's Back closes it as it goes to the address before. */
  hasOwnAddress?: boolean;
};

export const Dialog = (props: DialogProps) => {
  const { open, onClose, title, description, children, footer, wide = false, hasOwnAddress = false } = props;
  const focusHandlers = useDialogLayer({ open, onClose, hasOwnAddress });
  const above = useContext(InDialogs);
  return (
    <Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Portal>
        <div className="dialog-layer" data-state={open ? 'open' : 'closed'}>
          <div className="absolute inset-0 bg-[rgb(6_8_22/0.72)]" aria-hidden="true" />
          <Content
            {...focusHandlers}
            {...(description ? {} : { 'aria-describedby': undefined })}
            onKeyDown={(event) => {
              // Radix sends Escape only to the newest layer. When that is a toast, the dialog must close too.
              if (event.key !== 'Escape' || event.defaultPrevented) return;
              event.preventDefault();
              onClose();
            }}
            className={`dialog-panel ${wide === 'full' ? 'sm:max-w-[96rem]' : wide ? 'sm:max-w-2xl' : 'sm:max-w-md'}`}
          >
            {above}
            <header className="dialog-part flex items-start gap-3 pt-5 sm:pt-6">
              <div className="grid min-w-0 flex-1 gap-1.5">
                <Title className="font-display text-3xl leading-[0.9] text-balance [overflow-wrap:anywhere]">
                  {title}
                </Title>
                {description && <Description className="text-mute [overflow-wrap:anywhere]">{description}</Description>}
              </div>
              {/* The footer has a button that closes; a screen reader needs no second one. */}
              <Close
                className={`${buttonClass('ghost', 'icon')} -mt-1.5 -mr-1.5`}
                {...(footer ? { 'aria-hidden': true, tabIndex: -1 } : { 'aria-label': 'Close' })}
              >
                <X aria-hidden="true" />
              </Close>
            </header>
            {/* A part that loads must not suspend the panel: Radix would trap the focus in it even below another dialog. */}
            <div className="dialog-part dialog-body">
              <PromptSuspense>{children}</PromptSuspense>
            </div>
            {footer && (
              <footer className="dialog-part flex flex-col-reverse gap-2.5 border-t border-line pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:flex-row sm:justify-end">
                {footer}
              </footer>
            )}
          </Content>
        </div>
      </Portal>
    </Root>
  );
};
