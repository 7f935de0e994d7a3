import { useEffect, useRef } from 'react';
import { sentenceOf } from '../api.ts';
import { NoConnection } from '../connection.ts';
import { showError } from './toast.ts';

/**
 * For the write of a dialog, which may end after the dialog was closed. `about` is the title of the toast that tells then
 * why it failed.
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
  const tellIfClosed = (failure: unknown, fallback: string): boolean => {
    if (!isOpen.current) showError(sentenceOf(failure, fallback), about);
    return !isOpen.current;
  };
  return {
    /** Closes the dialog, unless it is closed: its parent may show another one by now. */
    close: (): void => {
      if (isOpen.current) onClose();
    },
    tellIfClosed,
    /** Shows `failed` in a toast, unless the open dialog itself says that the connection was lost. */
    tellFailure: (failure: unknown, failed: string): void => {
      if (!tellIfClosed(failure, failed) && !(failure instanceof NoConnection)) showError(failed);
    },
  };
}
