import { useEffect, useEffectEvent } from 'react';

/** The platform's CloseWatcher, which TypeScript does not know yet. */
type Watcher = { onclose: (() => void) | null; destroy(): void };

declare global {
  interface Window {
    CloseWatcher?: new () => Watcher;
  }
}

/** Lets Android's Back close a dialog instead of leaving the page, where the browser has CloseWatcher (Chromium). */
export function useCloseRequest(open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!open || window.CloseWatcher === undefined) return;
    const watcher = new window.CloseWatcher();
    watcher.onclose = () => close();
    return () => watcher.destroy();
  }, [open]);
}
