/**
 * Without Radix's Overlay, whose scroll lock injects a <style> that our Content-Security-Policy blocks. Load dialogs on
 * demand: this file imports Radix.
 */
import { Close, Content, Description, Portal, Root, Title } from '@radix-ui/react-dialog';
import X from 'lucide-react/icons/x';
import { type ReactNode, useContext, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { NoConnection } from '../connection.ts';
import { whyRefused } from '../forms.ts';
import { PromptSuspense } from '../on-demand.tsx';
import { Button, buttonClass } from './button.tsx';
import { closeByBack } from './close-by-back.ts';
import { InDialogs } from './in-dialogs.ts';
import { ignoreSecondTap, notePresses } from './second-tap.ts';
import { showError } from './toast.ts';

/** A write may end after its dialog was closed: then a toast titled `about` shows the error. */
export function useDialogWrite(about: string, onClose: () => void) {
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const showErrorIfClosed = (failure: unknown, fallback: string): boolean => {
    if (!isOpen.current) showError(whyRefused(failure, fallback), about);
    return !isOpen.current;
  };
  return {
    /** Returns whether the dialog was open: its parent may show another one by now. */
    close: (): boolean => {
      const wasOpen = isOpen.current;
      if (wasOpen) onClose();
      return wasOpen;
    },
    showErrorIfClosed,
    /** In a toast, unless the open dialog itself says that the connection was lost. */
    showFailure: (failure: unknown, failed: string): void => {
      if (!showErrorIfClosed(failure, failed) && !(failure instanceof NoConnection)) showError(failed);
    },
  };
}

type Layer = {
  readonly open: boolean;
  readonly onClose: () => void;
  /** The browser's Back closes it by going to the address before. */
  readonly hasOwnAddress?: boolean;
};

export function useDialogLayer({ open, onClose, hasOwnAddress = false }: Layer) {
  useScrollLock(open);
  useEffect(() => {
    if (!open) return undefined;
    notePresses();
    return ignoreSecondTap;
  }, [open]);
  useCloseRequest(open && !hasOwnAddress, onClose);
  return useFocusHandlers();
}

/** TypeScript does not know CloseWatcher yet. */
type Watcher = { onclose: (() => void) | null; destroy(): void };

declare global {
  interface Window {
    CloseWatcher?: new () => Watcher;
  }
}

/** Without this a phone's Back would leave the page. iPhones have no CloseWatcher and use the history. */
function useCloseRequest(open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!open) return;
    if (window.CloseWatcher === undefined) return closeByBack(() => close());
    const watcher = new window.CloseWatcher();
    watcher.onclose = () => close();
    return () => watcher.destroy();
  }, [open]);
}

let holders = 0;

/**
 * By `<html data-locked>` in styles/base.css. The scroll bar's width stays reserved, so that the page does not shift.
 * Several dialogs may hold the lock.
 */
const useScrollLock = (on: boolean): void => {
  useLayoutEffect(() => {
    if (!on) return;
    const root = document.documentElement;
    if (holders === 0) {
      root.style.setProperty('--scrollbar-room', `${innerWidth - root.clientWidth}px`);
      root.dataset.locked = '';
    }
    holders += 1;
    return () => {
      holders -= 1;
      if (holders === 0) delete root.dataset.locked;
    };
  }, [on]);
};

const FIRST = 'input, select, textarea, [aria-current="page"]';

/** What had the focus when a dialog opened, by the dialog's panel. */
const openers = new WeakMap<Element, HTMLElement>();
/** Of the dialog opened last, until its focus has returned: another dialog may open in that moment. */
let latest: HTMLElement | null = null;

function focused(): HTMLElement | null {
  const { activeElement, body } = document;
  return activeElement instanceof HTMLElement && activeElement !== body ? activeElement : null;
}

/** Where the opener went with a dialog of its own (the password before a form), what opened that one. */
function connected(opener: HTMLElement | null): HTMLElement | null {
  if (opener === null || opener.isConnected) return opener;
  const panel = opener.closest('[role="dialog"]');
  return panel === null ? null : connected(openers.get(panel) ?? null);
}

/**
 * Opening focuses `data-start`, the first field, else the dialog, so that screen readers read its title first. Closing
 * focuses what had the focus before, else the main content. `autoFocus` on a field would hide where the focus was.
 */
const useFocusHandlers = () => {
  const before = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      event.preventDefault();
      const panel = event.target as HTMLElement;
      before.current = focused() ?? latest;
      latest = before.current;
      if (before.current !== null) openers.set(panel, before.current);
      const first = panel.querySelector<HTMLElement>('[data-start]') ?? panel.querySelector<HTMLElement>(FIRST);
      // With large letters the button would scroll the title out of sight.
      (first ?? panel).focus({ preventScroll: true });
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      // Closed by navigation: the new screen already has the focus.
      if (focused() !== null) return;
      latest = null;
      (connected(before.current) ?? document.getElementById('main'))?.focus();
    },
  };
};

type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Always visible while the content scrolls. */
  footer?: ReactNode;
  /** 'full': as wide as the screen, for brackets. */
  wide?: boolean | 'full';
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

type AskDialogProps = {
  title: string;
  description: ReactNode;
  children?: ReactNode;
  tone?: 'danger' | 'sun';
  no?: string;
  yes: string;
  disabledReason: string | undefined;
  onYes: () => void;
  onClose: () => void;
};

/** Load it on demand. */
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
