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

export const adminTabAt = (path: string): (typeof adminTabs)[number] =>
  adminTabs.find((tab) => tab.path === path.replace(/\/$/, '')) ?? adminTabs[0];
