import { useRef } from 'react';

/**
 * Where the focus goes when a dialog opens, and where it returns. Opening: to the first field, else to the dialog itself,
 * so that its title is what is heard first. Closing: back to where it was, since our dialogs have no Radix trigger; when
 * that element is gone by then, the main content takes it. A field with `autoFocus` would hide where the focus was.
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
      // Closed by going somewhere: the new screen has taken the focus already.
      if (document.activeElement !== document.body) return;
      const target = before.current;
      const reachable = target?.isConnected && target !== document.body;
      (reachable ? target : document.getElementById('main'))?.focus();
    },
  };
};
