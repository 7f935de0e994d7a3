/** The panel of each tab in its own chunk. This list is part of the dashboard's chunk, which visitors never load. */
import { type OnDemand, onDemand } from '#platform/web/on-demand.tsx';
import type { AdminPath } from './admin-tabs.ts';

export type PanelProps = { readonly zone: string };

export const adminPanels: Readonly<Record<AdminPath, OnDemand<PanelProps>>> = {
  '/admin': onDemand(() => import('#features/dashboard/web/AdminOverview.tsx').then((module) => module.AdminOverview)),
  '/admin/scores': onDemand(() =>
    import('#features/dashboard/web/ScoresPanel.tsx').then((module) => module.ScoresPanel),
  ),
  '/admin/uploads': onDemand(() =>
    import('#features/points/scores/web/UploadHistory.tsx').then((module) => module.UploadHistory),
  ),
  '/admin/control': onDemand(() =>
    import('#features/dashboard/web/EventControlPanel.tsx').then((module) => module.EventControlPanel),
  ),
  '/admin/check-in': onDemand(() =>
    import('#features/dashboard/web/QrCheckInPanel.tsx').then((module) => module.QrCheckInPanel),
  ),
  '/admin/events': onDemand(() =>
    import('#features/dashboard/web/EventsPanel.tsx').then((module) => module.EventsPanel),
  ),
  '/admin/users': onDemand(() => import('#features/dashboard/web/UsersPanel.tsx').then((module) => module.UsersPanel)),
  '/admin/screens': onDemand(() =>
    import('#features/dashboard/web/ScreensPanel.tsx').then((module) => module.ScreensPanel),
  ),
  '/admin/setup': onDemand(() => import('#features/dashboard/web/AdminSetUp.tsx').then((module) => module.AdminSetUp)),
};

/** The page of one event. */
export const EventPanel = onDemand<PanelProps>(() =>
  import('#features/dashboard/web/EventDesk.tsx').then((module) => module.EventPanel),
);
