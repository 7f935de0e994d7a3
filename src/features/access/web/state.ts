/**
 * Admin mode as the screen shows it. The truth is the server's session: it is asked on every load, and an admin call
 * that it refuses ends the mode here. Local storage only saves the lock from flickering in between.
 */
import { useSyncExternalStore } from 'react';
import type { logout, readSession } from '#features/access/contract.ts';
import { ApiError, call } from '#platform/web/api.ts';
import { keep, kept } from '#platform/web/kept.ts';
import { showToast } from '#platform/web/ui/toast.ts';

const KEY = 'festival-admin-mode';

/** `dialog`: never asked for yet (its code isn't fetched), open, or closed again. */
type AdminMode = { readonly on: boolean; readonly dialog: 'never' | 'open' | 'closed' };

const OFF: AdminMode = { on: false, dialog: 'never' };
let state: AdminMode | undefined;
const listeners = new Set<() => void>();

const now = (): AdminMode => {
  state ??= { ...OFF, on: kept(KEY) === 'true' };
  return state;
};

const change = (part: Partial<AdminMode>) => {
  state = { ...now(), ...part };
  if (part.on !== undefined) keep(KEY, String(part.on));
  for (const listener of listeners) listener();
};

type Act = () => unknown;
/** What was asked while the lock was on; it goes on once the password was right. */
let waiting: Act | undefined;

export const openUnlockDialog = (): void => change({ dialog: 'open' });
export const closeUnlockDialog = (): void => {
  waiting = undefined;
  change({ dialog: 'closed' });
};
/** Its code didn't arrive. */
export const dropUnlockDialog = (): void => {
  waiting = undefined;
  change({ dialog: 'never' });
};

/** The server has just opened a session. */
export const unlocked = (): void => {
  const act = waiting;
  waiting = undefined;
  change({ on: true, dialog: 'closed' });
  showToast({ title: 'Admin Mode Enabled', description: 'You can now edit and delete events' });
  act?.();
};

/** Whether a call failed only because no admin session runs: then the password is asked for, and nothing else is said. */
export const isLocked = (error: unknown): boolean => error instanceof ApiError && error.code === 'LOCKED';

const askFirst = (act: Act): void => {
  waiting = act;
  openUnlockDialog();
};

const attempt = async (act: Act, onLockedOut: () => void): Promise<void> => {
  try {
    await act();
  } catch (error) {
    // Every other failure was told by the act itself (a mutation's onError).
    if (isLocked(error)) onLockedOut();
  }
};

const guarded = (act: Act): void => {
  // Once: a browser that keeps no cookies would otherwise be asked for ever.
  const again = () => attempt(act, () => undefined);
  if (now().on) void attempt(act, () => askFirst(again));
  else askFirst(() => attempt(act, () => askFirst(again)));
};

/**
 * For every button that needs an organiser: `guarded(() => rename.mutateAsync(name))`. Runs the act when admin mode is
 * on. Otherwise, and when the server says LOCKED in the middle, the password is asked for and the act goes on (again)
 * after it; cancelling forgets the act and nothing that was typed. The act returns its promise and lets LOCKED through;
 * its onError tells all failures but `isLocked` ones.
 */
export const useGuarded = (): ((act: Act) => void) => guarded;

/** Off at once, whatever the network does; the session on the server is ended behind it. */
export const lock = (): void => {
  change({ on: false });
  showToast({ title: 'Admin Mode Disabled', description: 'Edit and delete features are now locked' });
  call<typeof logout>('POST /api/admin/logout').catch(() => undefined);
};

/** An admin call was answered 401: the mode is over. Who wanted to change something is offered the way back. */
export const adminRefused = (asked: 'read' | 'write' = 'write'): void =>
  change({ on: false, ...(asked === 'write' ? { dialog: 'open' } : {}) });

/** Asks the server once whether a session runs. What the person did in the meantime counts more than the answer. */
export const correctAdminMode = async (): Promise<void> => {
  const before = now();
  const answer = await call<typeof readSession>('GET /api/admin/session').catch(() => null);
  if (answer !== null && now() === before && answer.admin !== before.on) change({ on: answer.admin });
};

/** Forgets everything, for tests. */
export const forgetAdminMode = (): void => {
  state = undefined;
  waiting = undefined;
  keep(KEY, null);
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useAdminMode = () => {
  const mode = useSyncExternalStore(subscribe, now, () => OFF);
  return { ...mode, openUnlockDialog, lock };
};
