/**
 * Expanded or collapsed, as <html data-sidebar> says. early.js sets that before the first paint from the cookie, so the
 * server's cached page fits everybody; React learns it after hydration.
 */
import { useSyncExternalStore } from 'react';

const COOKIE = 'sidebar_state';
const SEVEN_DAYS = 604_800;
const listeners = new Set<() => void>();

const root = () => document.documentElement;
const isExpanded = () => root().dataset.sidebar !== 'collapsed';

export const toggleSidebar = (): void => {
  const expanded = !isExpanded();
  if (expanded) delete root().dataset.sidebar;
  else root().dataset.sidebar = 'collapsed';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is younger than the phones we serve
  document.cookie = `${COOKIE}=${expanded}; path=/; max-age=${SEVEN_DAYS}; samesite=lax`;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useSidebarExpanded = (): boolean => useSyncExternalStore(subscribe, isExpanded, () => true);
