import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { deskStorage, useAdminMode } from '#features/access/web/state.ts';
import type { Senders } from '#platform/web/unsent-sender.ts';
import { TAP } from '../state.ts';

/** Returns what sends taps: nothing where nobody works. On every visit it drops staff lists that are too old. */
export function useTapSenders(): Senders {
  const client = useQueryClient();
  const { on, desk } = useAdminMode();
  const isWorking = on || desk !== null;
  useEffect(() => {
    if (deskStorage.get() === null) return;
    void import('./rosters.ts').then(({ dropOldRosters }) => dropOldRosters()).catch(() => undefined);
  }, []);
  return useMemo(
    () => (isWorking ? { [TAP]: () => import('./send-taps.ts').then(({ tapSender }) => tapSender(client)) } : {}),
    [isWorking, client],
  );
}
