/**
 * Expanded or collapsed, stored as <html data-sidebar>. early.js sets it from the cookie before the first paint, so
 * that the server's cached page fits everyone; React reads it after hydration.
 */
import { useSyncExternalStore } from 'react';
import { channel } from '#platform/web/channel.ts';

const COOKIE = 'sidebar_state';
const SEVEN_DAYS = 604_800;
const changes = channel();

const root = () => document.documentElement;
const isExpanded = () => root().dataset.sidebar !== 'collapsed';

export const toggleSidebar = (): void => {
  const expanded = !isExpanded();
  if (expanded) delete root().dataset.sidebar;
  else root().dataset.sidebar = 'collapsed';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is younger than the phones we serve
  document.cookie = `${COOKIE}=${expanded}; path=/; max-age=${SEVEN_DAYS}; samesite=lax`;
  changes.tell();
};

export const useSidebarExpanded = (): boolean => useSyncExternalStore(changes.listen, isExpanded, () => true);
