import { useEffect, useEffectEvent } from 'react';

/** Of Chromium; TypeScript does not know it yet. */
type Watcher = { onclose: (() => void) | null; destroy(): void };

declare global {
  interface Window {
    CloseWatcher?: new () => Watcher;
  }
}

/** Lets Android's Back close what is open instead of leaving the page, in browsers that offer it. */
export function useCloseRequest(open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!open || window.CloseWatcher === undefined) return;
    const watcher = new window.CloseWatcher();
    watcher.onclose = () => close();
    return () => watcher.destroy();
  }, [open]);
}
