import { useRef } from 'react';

/**
 * Where the focus was when a dialog opened, and the handler that puts it back. Our dialogs have no Radix trigger, so
 * Radix itself would leave the focus on the body. When the element is gone by then, the main content takes it.
 */
export const useFocusReturn = () => {
  const before = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const target = before.current;
      const reachable = target?.isConnected && target !== document.body;
      (reachable ? target : document.getElementById('main'))?.focus();
    },
  };
};
