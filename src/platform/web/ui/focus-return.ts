import { useRef } from 'react';

/**
 * Focus when a dialog opens and closes. Opening: the first field, else the dialog itself, so that screen readers read
 * its title first. Closing: the element that had the focus before, because our dialogs have no Radix trigger; the main
 * content when that element is gone. `autoFocus` on a field would hide where the focus was.
 */
export const useFocusReturn = () => {
  const before = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      event.preventDefault();
      before.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
      const panel = event.target as HTMLElement;
      (panel.querySelector<HTMLElement>('input, select, textarea, [aria-current="page"]') ?? panel).focus();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      // Closed by navigation: the new screen already has the focus.
      if (document.activeElement !== document.body) return;
      const target = before.current;
      const reachable = target?.isConnected && target !== document.body;
      (reachable ? target : document.getElementById('main'))?.focus();
    },
  };
};
