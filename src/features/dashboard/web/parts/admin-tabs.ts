/** The dashboard's tabs in order, each with its address. admin-panels.ts has their content. */
export const ADMIN = '/admin';
/** The desk of a helper's link. */
export const HELPER = '/helper';

export const adminTabs = [
  { path: ADMIN, name: 'Overview' },
  { path: '/admin/scores', name: 'User Scores' },
  { path: '/admin/uploads', name: 'Upload History' },
  { path: '/admin/control', name: 'Event Control' },
  { path: '/admin/check-in', name: 'QR Check-In' },
  { path: '/admin/events', name: 'Manage Events' },
  { path: '/admin/users', name: 'Manage Users' },
] as const;

export type AdminPath = (typeof adminTabs)[number]['path'];

export const SET_UP = '/admin/setup';
export const ENGINE_ROOM = '/admin/engine';
export const CLAIMS = '/admin/claims';

/** Pages of the dashboard that are no tabs: Overview leads there. */
export const adminPages = [
  { path: SET_UP, name: 'Set up' },
  { path: ENGINE_ROOM, name: 'Engine room' },
  { path: CLAIMS, name: 'Claims' },
] as const;

export type PanelPath = AdminPath | (typeof adminPages)[number]['path'];

const withoutSlash = (path: string): string => path.replace(/\/$/, '');

export const adminTabAt = (path: string): (typeof adminTabs)[number] =>
  adminTabs.find((tab) => tab.path === (eventIdIn(path) === null ? withoutSlash(path) : '/admin/events')) ??
  adminTabs[0];

/** Returns the path of the panel at an address: that of the tab, or of a page that is none. */
export const adminPanelAt = (path: string): PanelPath =>
  (adminPages.find((page) => page.path === withoutSlash(path)) ?? adminTabAt(path)).path;

/** Whether the dashboard is at the address, with any of its pages. */
export const isDashboard = (path: string): boolean => path === ADMIN || path.startsWith(`${ADMIN}/`);

/** Returns the id in the address of an event's own page, `/admin/events/ID`; null for any other address. */
export const eventIdIn = (path: string): string | null =>
  /^\/admin\/events\/([\w-]{1,64})$/.exec(withoutSlash(path))?.[1] ?? null;

export const eventPageOf = (id: string): string => `/admin/events/${id}`;
export const bracketPageOf = (id: string): string => `${eventPageOf(id)}?part=bracket`;

/** What the server renders for every event's page: the browser shows the event. */
export const ANY_EVENT_PAGE = eventPageOf('event');
