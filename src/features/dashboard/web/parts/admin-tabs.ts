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
  { path: '/admin/screens', name: 'Screens' },
  { path: '/admin/setup', name: 'Set up' },
] as const;

export type AdminPath = (typeof adminTabs)[number]['path'];

/** Addresses of former pages. The server draws the tab that has the thing now; the browser then shows its present address. */
export const formerPages = [
  { path: '/admin/claims', tab: '/admin/scores', part: 'claims' },
  { path: '/admin/engine', tab: '/admin/setup', part: 'machine' },
] as const satisfies readonly { path: string; tab: AdminPath; part: string }[];

/** Parts that moved to another tab, or have another name. */
const FORMER_PARTS: Readonly<Record<string, string>> = {
  '/admin/setup#exports-and-imports': '/admin/setup#take-along',
  '/admin/setup#screens': '/admin/screens',
  '/admin/setup#standings': '/admin/scores#standings',
};

const withoutSlash = (path: string): string => path.replace(/\/$/, '');

export function adminTabAt(path: string): (typeof adminTabs)[number] {
  const plain = eventIdIn(path) === null ? withoutSlash(path) : '/admin/events';
  const tabPath = formerPages.find((page) => page.path === plain)?.tab ?? plain;
  return adminTabs.find((tab) => tab.path === tabPath) ?? adminTabs[0];
}

/**
 * Returns where the thing of a former address is now, null for a present one:
 * `/admin/engine#changes` is `/admin/setup#changes`.
 */
export function presentAddress(path: string, hash: string): string | null {
  const plain = withoutSlash(path);
  const former = formerPages.find((page) => page.path === plain);
  if (former !== undefined) return `${former.tab}${hash || `#${former.part}`}`;
  return FORMER_PARTS[plain + hash] ?? null;
}

/** Whether the dashboard is at the address, with any of its pages. */
export const isDashboard = (path: string): boolean => path === ADMIN || path.startsWith(`${ADMIN}/`);

/** Returns the id in the address of an event's own page, `/admin/events/ID`; null for any other address. */
export const eventIdIn = (path: string): string | null =>
  /^\/admin\/events\/([\w-]{1,64})$/.exec(withoutSlash(path))?.[1] ?? null;

export const eventPageOf = (id: string): string => `/admin/events/${id}`;
export const bracketPageOf = (id: string): string => `${eventPageOf(id)}?part=bracket`;

/** What the server renders for every event's page: the browser shows the event. */
export const ANY_EVENT_PAGE = eventPageOf('event');
