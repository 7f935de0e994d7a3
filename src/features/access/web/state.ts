/**
 * Who works on this device, as the screen shows it: an organiser in admin mode, or a helper at the desk of their link. The server's session is the truth: it is fetched on every load, and a 401 on an
 * admin call turns the mode off here. Local storage only keeps the lock from flickering in between.
 */
import { useSyncExternalStore } from 'react';
import { type HelperRole, mayWork, type Scope, type ScopedEvent, WHOLE_FESTIVAL } from '#platform/staff.ts';
import { ApiError, request } from '#platform/web/api.ts';
import { channel } from '#platform/web/channel.ts';
import { safeStorage } from '#platform/web/safe-storage.ts';
import { showToast } from '#platform/web/ui/toast.ts';
import type { logout, readSession } from '../contract.ts';

const KEY = 'festival-admin-mode';
const DESK_KEY = 'festival-admin-desk';
const NAME_KEY = 'festival-organiser-name';
const HELPER_KEY = 'festival-helper';
/** Set while the server may still have a session that was locked here. */
const ENDING_KEY = 'festival-admin-ending';
const RETRY_MS = 10_000;

/** What a helper's link opened here. */
export type HelperDesk = { readonly name: string; readonly role: HelperRole; readonly scope: Scope };

/** `dialog`: never opened (its code is not loaded), open, or closed again. */
type AdminMode = {
  readonly on: boolean;
  readonly dialog: 'never' | 'open' | 'closed';
  readonly desk: HelperDesk | null;
  /** Whether this device asked an organiser for their name: once. */
  readonly isNameAsked: boolean;
};

/** Null for what cannot be read: every page asks. */
function storedDesk(): HelperDesk | null {
  try {
    return JSON.parse(safeStorage.get(HELPER_KEY) ?? 'null');
  } catch {
    return null;
  }
}

const OFF: AdminMode = { on: false, dialog: 'never', desk: null, isNameAsked: true };
let state: AdminMode | undefined;
const changes = channel();

const now = (): AdminMode => {
  state ??= {
    ...OFF,
    on: safeStorage.get(KEY) === 'true',
    desk: storedDesk(),
    isNameAsked: safeStorage.get(NAME_KEY) !== null,
  };
  return state;
};

const change = (part: Partial<AdminMode>) => {
  state = { ...now(), ...part };
  if (part.on !== undefined) safeStorage.set(KEY, String(part.on));
  if (part.desk !== undefined) safeStorage.set(HELPER_KEY, part.desk && JSON.stringify(part.desk));
  if (!isWorking()) safeStorage.set(DESK_KEY, null);
  changes.tell();
};

const isWorking = (): boolean => now().on || now().desk !== null;

/** Sets what the server says of this device; null when no helper's link is open here. */
export function setHelperDesk(desk: HelperDesk | null): void {
  if (JSON.stringify(desk) !== JSON.stringify(now().desk)) change({ desk });
}

const STILL_OPEN = 'This device is locked. The server ends its session once it can be reached from here.';

type Act = () => unknown;
/** The act that was requested while locked; runs after the right password. */
let pendingAct: Act | undefined;

export const openUnlockDialog = (): void => change({ dialog: 'open' });
export const closeUnlockDialog = (): void => {
  pendingAct = undefined;
  change({ dialog: 'closed' });
};
/** The dialog's code did not load. */
export const dropUnlockDialog = (): void => {
  pendingAct = undefined;
  change({ dialog: 'never' });
};

/** The name that an organiser gave on this device for the list of changes. */
export const rememberedName = (): string => safeStorage.get(NAME_KEY) ?? '';
/** The name that the organiser or helper on this device gave; empty for none. */
export const ownName = (): string => (now().on ? null : now().desk?.name) ?? rememberedName();
/** Empty: asked, and not given. */
export function rememberName(name: string): void {
  safeStorage.set(NAME_KEY, name);
  change({ isNameAsked: true });
}
/** Until the next page: its code did not load. */
export const dropNameQuestion = (): void => change({ isNameAsked: true });
export const askNameAgain = (): void => change({ isNameAsked: false });

/** The server has opened a session. */
export const unlocked = (): void => {
  const act = pendingAct;
  pendingAct = undefined;
  safeStorage.set(ENDING_KEY, null);
  change({ on: true, dialog: 'closed' });
  showToast({ title: 'Admin Mode Enabled', description: 'You can now edit and delete events' });
  act?.();
};

/**
 * Returns whether a call failed only because there is no admin session; the password dialog then opens, and callers
 * show no error.
 */
export const isLocked = (error: unknown): boolean => error instanceof ApiError && error.code === 'LOCKED';

const askFirst = (act: Act): void => {
  pendingAct = act;
  openUnlockDialog();
};

const attempt = async (act: Act, onLockedOut: () => void): Promise<void> => {
  try {
    await act();
  } catch (error) {
    // The act reports every other failure itself (a mutation's onError).
    if (isLocked(error)) onLockedOut();
  }
};

/**
 * For what only an organiser may open, and for the calls of `useAct`. Runs the act when admin mode is on. Otherwise, or when the
 * server answers LOCKED, it asks for the password and then runs the act (again); Cancel drops the act and keeps typed input. A
 * call must return its promise and reject with LOCKED, and says itself of all other failures.
 */
export const guarded = (act: Act): void => {
  // Once, because a browser without cookies would otherwise be asked forever.
  const again = () => attempt(act, () => undefined);
  if (now().on) void attempt(act, () => askFirst(again));
  // Nobody asks a helper for the password: without the desk there is nothing to do here.
  else if (now().desk !== null) void again();
  else askFirst(() => attempt(act, () => askFirst(again)));
};

/** Ends the session on the server, if need be by later tries and by the next page. Returns whether it is over. */
const endSession = async (): Promise<boolean> => {
  const isEnded = await request<typeof logout>('POST /api/admin/logout').then(
    () => true,
    () => false,
  );
  if (isEnded) safeStorage.set(ENDING_KEY, null);
  else setTimeout(() => safeStorage.get(ENDING_KEY) !== null && endSession(), RETRY_MS);
  return isEnded;
};

/** Ends the session that the check of a password opened after Cancel, unless admin mode is on by now. */
export const endCancelledSession = (): void => {
  if (now().on) return;
  safeStorage.set(ENDING_KEY, 'true');
  void endSession();
};

/** Locks the screen at once, and ends the session on the server in the background. */
export const lock = (): void => {
  safeStorage.set(ENDING_KEY, 'true');
  change({ on: false });
  showToast({ title: 'Admin Mode Disabled', description: 'Edit and delete features are now locked' });
  void endSession().then((isEnded) => isEnded || showToast({ title: 'Not yet logged out', description: STILL_OPEN }));
};

/** Turns admin mode off after a 401 on an admin call. After a write it also offers the password dialog. */
export const adminRefused = (asked: 'read' | 'write' = 'write'): void => {
  const { on, desk } = now();
  if (!on && desk !== null) change({ desk: null });
  else change({ on: false, ...(asked === 'write' ? { dialog: 'open' } : {}) });
};

/** Fetches once whether a session runs. What the person did meanwhile wins over the response. */
export const correctAdminMode = async (): Promise<void> => {
  const before = now();
  if (safeStorage.get(ENDING_KEY) !== null && !(await endSession())) return;
  const answer = await request<typeof readSession>('GET /api/admin/session').catch(() => null);
  if (answer !== null && now() === before && answer.admin !== before.on) change({ on: answer.admin });
};

/** What a desk keeps on this device for a reload without network; deleted when admin mode goes off, here or in another tab. */
export const deskStorage = {
  get: (): string | null => safeStorage.get(DESK_KEY),
  set(text: string): void {
    if (isWorking()) safeStorage.set(DESK_KEY, text);
  },
};

/** Resets the state, for tests. */
export const forgetAdminMode = (): void => {
  state = undefined;
  pendingAct = undefined;
  for (const key of [KEY, DESK_KEY, NAME_KEY, HELPER_KEY, ENDING_KEY]) safeStorage.set(key, null);
  changes.tell();
};

export const isAdminMode = (): boolean => now().on;

export const useAdminMode = () => {
  const mode = useSyncExternalStore(changes.listen, now, () => OFF);
  return { ...mode, openUnlockDialog, lock };
};

/** Whether somebody works here by a helper's link alone: they are not shown what the password would open. */
export const useIsHelper = (): boolean => {
  const { on, desk } = useAdminMode();
  return !on && desk !== null;
};

const ORGANISER = { role: 'organiser', scope: WHOLE_FESTIVAL } as const;

/** Returns whether the screen offers the work of these roles at an event; the server decides by the same rule. */
export function useMayWork(roles: readonly HelperRole[], event: ScopedEvent | null): boolean {
  const { on, desk } = useAdminMode();
  return mayWork(on ? ORGANISER : desk, roles, event);
}
