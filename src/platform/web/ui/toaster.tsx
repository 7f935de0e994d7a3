import { Action, Close, Description, Provider, Root, Title, Viewport } from '@radix-ui/react-toast';
import X from 'lucide-react/icons/x';
import { createPortal } from 'react-dom';
import { buttonClass } from './button.tsx';
import { dismissToast, SHOWN_MS, type Toast, useToasts } from './toast.ts';
import { measureToastRoom } from './toast-room.ts';

const ToastCard = ({ toast }: { toast: Toast }) => (
  <Root
    open={toast.open}
    onOpenChange={(open) => !open && dismissToast(toast.id)}
    type={toast.isPolite ? 'background' : 'foreground'}
    {...(toast.duration === undefined ? {} : { duration: toast.duration })}
    className={`toast ${toast.tone === 'destructive' ? 'toast-destructive' : 'toast-plain'}`}
  >
    {/* A tap on the words closes it, as the cross does for the keyboard. */}
    {/* biome-ignore lint/a11y/noStaticElementInteractions: the cross and Escape do the same */}
    {/* biome-ignore lint/a11y/useKeyWithClickEvents: the cross and Escape do the same */}
    <div className="grid min-w-0 cursor-pointer gap-0.5" onClick={() => dismissToast(toast.id)}>
      <Title className="font-semibold [overflow-wrap:anywhere]">{toast.title}</Title>
      {toast.description && (
        <Description className="grid text-mute [overflow-wrap:anywhere]">
          <span className={toast.isShort ? 'line-clamp-2' : undefined}>{toast.description}</span>
          {toast.detail && <span className="text-ink max-sm:line-clamp-1">{toast.detail}</span>}
        </Description>
      )}
    </div>
    <div className="ml-auto flex items-center gap-2">
      {toast.action && (
        <Action altText={toast.action.altText} onClick={toast.action.onPress} className={buttonClass('quiet')}>
          {toast.action.label}
        </Action>
      )}
      <Close aria-label="Dismiss" className="grid size-11 shrink-0 cursor-pointer place-items-center text-mute">
        <X aria-hidden="true" className="size-5" />
      </Close>
    </div>
  </Root>
);

/** Outside the page: an open dialog hides everything else from screen readers except live regions. */
export const Toaster = () => {
  const toasts = useToasts();
  return (
    <Provider duration={SHOWN_MS} swipeDirection="right" swipeThreshold={50}>
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
      {createPortal(
        <div aria-live="off">
          <Viewport ref={measureToastRoom} hotkey={['F8']} className="toast-viewport" />
        </div>,
        document.body,
      )}
    </Provider>
  );
};
