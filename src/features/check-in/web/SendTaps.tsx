import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { deskStorage, useAdminMode } from '#features/access/web/state.ts';
import { isMarked, onKeptWrites } from '#platform/web/kept-mark.ts';
import { DOOR } from './state.ts';

const AGAIN_MS = 5_000;

const subscribe = (listener: () => void) => onKeptWrites(DOOR, listener);

/** Sends taps that wait on this phone, on every screen, while admin mode is on, and drops what is too old. Its code is loaded when there are any. */
export function SendTaps() {
  const client = useQueryClient();
  const { on } = useAdminMode();
  const isKept = useSyncExternalStore(
    subscribe,
    () => isMarked(DOOR),
    () => false,
  );
  useEffect(() => {
    if (deskStorage.get() === null) return;
    void import('./door/kept-rosters.ts').then(({ dropOldRosters }) => dropOldRosters()).catch(() => undefined);
  }, []);
  useEffect(() => {
    if (!isKept) return;
    if (!on) {
      void import('./door/kept-taps.ts').then(({ dropOldTaps }) => dropOldTaps()).catch(() => undefined);
      return;
    }
    let stop = () => {};
    let isLeft = false;
    const start = (): Promise<void> =>
      import('./door/send-taps.ts').then(
        ({ startSending }) => {
          stop();
          if (!isLeft) stop = startSending(client);
        },
        // No network.
        () => {
          const timer = setTimeout(start, AGAIN_MS);
          stop = () => clearTimeout(timer);
          if (isLeft) stop();
        },
      );
    void start();
    return () => {
      isLeft = true;
      stop();
    };
  }, [isKept, on, client]);
  return null;
}
