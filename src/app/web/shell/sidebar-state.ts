/**
 * Expanded or collapsed, stored as <html data-sidebar>. early.js sets it from the cookie before the first paint, so
 * that the server's cached page fits everyone; React reads it after hydration.
 */
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { channel } from '#platform/web/channel.ts';

const COOKIE = 'sidebar_state';
const SEVEN_DAYS = 604_800;
const changes = channel();
const isCollapsedByCookie = () => /(?:^|; )sidebar_state=false(?:;|$)/.test(document.cookie);

const root = () => document.documentElement;
const isExpanded = () => root().dataset.sidebar !== 'collapsed';
const show = (expanded: boolean): void => {
  if (expanded) delete root().dataset.sidebar;
  else root().dataset.sidebar = 'collapsed';
};

export const toggleSidebar = (): void => {
  const expanded = !isExpanded();
  show(expanded);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is younger than the phones we serve
  document.cookie = `${COOKIE}=${expanded}; path=/; max-age=${SEVEN_DAYS}; samesite=lax`;
  changes.tell();
};

export const useSidebarExpanded = (): boolean => useSyncExternalStore(changes.listen, isExpanded, () => true);

/**
 * The dashboard has a menu of its own, so an organiser's sidebar begins there as icons. Elsewhere it is as the cookie says.
 * early.js does the same for the page that is loaded.
 */
export function useDashboardSidebar(isAtDashboard: boolean): void {
  const was = useRef(false);
  useEffect(() => {
    if (was.current === isAtDashboard) return;
    was.current = isAtDashboard;
    show(!isAtDashboard && !isCollapsedByCookie());
    changes.tell();
  }, [isAtDashboard]);
}
