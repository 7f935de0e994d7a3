/** The sender of unsent taps, and the scanned code's token, kept out of the address bar, where it could be photographed, shared or saved. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { deskStorage, useAdminMode } from '#features/access/web/state.ts';
import type { Senders } from '#platform/web/unsent-sender.ts';

/** The kind of the door's unsent writes. */
export const TAP = 'tap';

/** Returns what sends taps: nothing while admin mode is off. On every visit it drops staff lists that are too old. */
export function useTapSenders(): Senders {
  const client = useQueryClient();
  const { on } = useAdminMode();
  useEffect(() => {
    if (deskStorage.get() === null) return;
    void import('./door/rosters.ts').then(({ dropOldRosters }) => dropOldRosters()).catch(() => undefined);
  }, []);
  return useMemo(
    () => (on ? { [TAP]: () => import('./door/send-taps.ts').then(({ tapSender }) => tapSender(client)) } : {}),
    [on, client],
  );
}

const KEY = 'check-in token';

/** Session storage, so that reload and Back work; may be forbidden. */
const kept = (): string | null => {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
};

const keep = (token: string): void => {
  try {
    sessionStorage.setItem(KEY, token);
  } catch {
    // Then it holds until the page is left.
  }
};

function takeToken(): string | null {
  const query = new URLSearchParams(location.search);
  const token = query.get('token')?.trim();
  if (token === undefined) return kept();
  keep(token);
  query.delete('token');
  const rest = query.size === 0 ? '' : `?${query}`;
  history.replaceState(history.state, '', `${location.pathname}${rest}${location.hash}`);
  return token;
}

/** Undefined on the server and while hydrating, then the token; '' without one. */
export function useToken(): string | undefined {
  const [token, setToken] = useState<string>();
  useEffect(() => setToken((known) => known ?? takeToken() ?? ''), []);
  return token;
}
