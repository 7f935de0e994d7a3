/** Plain functions, so that queries and pages need no context. */
import { useSyncExternalStore } from 'react';
import { channel } from '../channel.ts';

const AT_MOST = 1;
const REMOVED_AFTER = 1_000_000;
export const SHOWN_MS = 5_000;

export type ToastAction = { readonly label: string; readonly altText: string; readonly onPress: () => void };
export type NewToast = {
  readonly title: string;
  readonly description?: string | undefined;
  readonly detail?: string;
  readonly tone?: 'plain' | 'destructive';
  readonly action?: ToastAction;
  readonly duration?: number;
  /** Read out after what is being read, for what no press of this person led to. */
  readonly isPolite?: boolean;
  /** Two lines of the description are shown: it can be read elsewhere. */
  readonly isShort?: true;
  /** Address of the page that shows what it tells: the toast goes when somebody opens that. */
  readonly shownAt?: string;
};
export type Toast = NewToast & { readonly id: number; readonly open: boolean };

const NONE: readonly Toast[] = [];
let toasts = NONE;
let lastId = 0;
const changes = channel();

const set = (next: readonly Toast[]) => {
  toasts = next;
  changes.tell();
};

export const showToast = (toast: NewToast): number => {
  lastId += 1;
  set([{ ...toast, id: lastId, open: true }, ...toasts].slice(0, AT_MOST));
  return lastId;
};

export const showError = (description: string, title = 'Error'): number =>
  showToast({ title, description, tone: 'destructive' });

export const dismissToast = (id: number): void => {
  if (!toasts.some((toast) => toast.id === id && toast.open)) return;
  set(toasts.map((toast) => (toast.id === id ? { ...toast, open: false } : toast)));
  setTimeout(() => set(toasts.filter((toast) => toast.id !== id)), REMOVED_AFTER);
};

/** A page was opened. */
export const dismissToastsOf = (address: string): void => {
  for (const { id, shownAt } of toasts) if (shownAt === address) dismissToast(id);
};

/** For tests. */
export const forgetToasts = (): void => set(NONE);

export const useToasts = (): readonly Toast[] =>
  useSyncExternalStore(
    changes.listen,
    () => toasts,
    () => NONE,
  );
