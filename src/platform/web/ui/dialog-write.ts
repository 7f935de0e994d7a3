import { useEffect, useRef } from 'react';
import { NoConnection } from '../connection.ts';
import { whyRefused } from '../idempotent-mutation.ts';
import { showError } from './toast.ts';

/**
 * For the write of a dialog, which may end after the dialog was closed. `about` is the title of the error toast shown when it
 * fails then.
 */
export function useDialogWrite(about: string, onClose: () => void) {
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  /** Returns whether the dialog was closed, so that a toast tells why it failed. */
  const showErrorIfClosed = (failure: unknown, fallback: string): boolean => {
    if (!isOpen.current) showError(whyRefused(failure, fallback), about);
    return !isOpen.current;
  };
  return {
    /** Closes the dialog, and returns whether it was open: its parent may show another one by now. */
    close: (): boolean => {
      const wasOpen = isOpen.current;
      if (wasOpen) onClose();
      return wasOpen;
    },
    showErrorIfClosed,
    /** Shows `failed` in a toast, unless the open dialog itself says that the connection was lost. */
    showFailure: (failure: unknown, failed: string): void => {
      if (!showErrorIfClosed(failure, failed) && !(failure instanceof NoConnection)) showError(failed);
    },
  };
}
