/** What a dialog or a sheet does to the page while it is open: focus, scrolling, and Back. */
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { closeByBack } from './close-by-back.ts';
import { ignoreSecondTap } from './second-tap.ts';

type Layer = {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Opened by the page's address: the browser's Back closes it as it goes to the address before. */
  readonly hasOwnAddress?: boolean;
};

/** Returns the handlers that move the focus, for Radix's Content. */
export function useDialogLayer({ open, onClose, hasOwnAddress = false }: Layer) {
  useScrollLock(open);
  useEffect(() => (open ? ignoreSecondTap() : undefined), [open]);
  useCloseRequest(open && !hasOwnAddress, onClose);
  return useFocusHandlers();
}

/** The platform's CloseWatcher, which TypeScript does not know yet. */
type Watcher = { onclose: (() => void) | null; destroy(): void };

declare global {
  interface Window {
    CloseWatcher?: new () => Watcher;
  }
}

/** Lets a phone's Back close a dialog instead of leaving the page: by CloseWatcher, or by the history of iPhones, which have none. */
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
 * Stops the page's scrolling while `on`, through `<html data-locked>` in styles/base.css, and reserves the width of the
 * scroll bar so that the page does not shift. Several dialogs may hold the lock.
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
/** That of the dialog opened last, until its focus has returned: another dialog may open in that moment. */
let latest: HTMLElement | null = null;

function focused(): HTMLElement | null {
  const { activeElement, body } = document;
  return activeElement instanceof HTMLElement && activeElement !== body ? activeElement : null;
}

/** The opener; where it went with a dialog of its own (the password before a form), what opened that one. */
function connected(opener: HTMLElement | null): HTMLElement | null {
  if (opener === null || opener.isConnected) return opener;
  const panel = opener.closest('[role="dialog"]');
  return panel === null ? null : connected(openers.get(panel) ?? null);
}

/**
 * Focus when a dialog opens and closes. Opening: what is marked with `data-start`, the first field, else the dialog, so that screen readers read
 * its title first. Closing: the element that had the focus before, because our dialogs have no Radix trigger; the main
 * content when that element is gone. `autoFocus` on a field would hide where the focus was.
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
