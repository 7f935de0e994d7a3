import type { ComponentType } from 'react';
import { onDemand } from '#platform/web/on-demand.tsx';
import { ADMIN, adminTabs } from './admin-tabs.ts';
import { HomePage } from './HomePage.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import type { ListName } from './page-state.ts';

export type PageProps = { readonly zone: string };

export type Screen = {
  readonly path: string;
  /** What the browser's tab says before the festival's name; empty for the festival's name alone. */
  readonly title: string;
  readonly description?: string;
  /** Screens with the same frame keep what stands around them when one follows the other. */
  readonly frame?: string;
  /** Nothing stands around it: a screen on a wall. */
  readonly bare?: true;
  readonly Page: ComponentType<PageProps>;
  /** What the server draws it from, besides the events. */
  readonly lists?: readonly ListName[];
  /** Fetches the page's code; a page without it is in the first script. */
  readonly preload?: () => Promise<unknown>;
};

const later = (load: () => Promise<ComponentType<PageProps>>): Pick<Screen, 'Page' | 'preload'> => {
  const Page = onDemand(load);
  return { Page, preload: Page.preload };
};

const AdminPage = onDemand<PageProps>(() => import('./AdminPage.tsx').then((module) => module.AdminPage));

/** A tab of the dashboard; what is public of it is drawn on the server (spec section 6). */
function adminScreen({ path, name }: (typeof adminTabs)[number]): Screen {
  const isOverview = path === ADMIN;
  return {
    path,
    title: isOverview ? 'Admin dashboard' : `${name} · Admin dashboard`,
    description: 'The organisers’ desk.',
    frame: ADMIN,
    // The overview shows how many users there are.
    ...(isOverview ? { lists: ['topScores'] as const } : {}),
    Page: AdminPage,
    preload: async () => {
      const [{ adminPanels }] = await Promise.all([import('./admin-panels.ts'), AdminPage.preload()]);
      await adminPanels[path].preload();
    },
  };
}

/** Every path of the program (spec section 2). */
export const screens: readonly Screen[] = [
  { path: '/', title: '', Page: HomePage },
  {
    path: '/details',
    title: 'Details',
    description: 'What, when, where, who and why.',
    lists: ['faq'],
    ...later(() => import('#features/festival/web/DetailsPage.tsx').then((module) => module.DetailsPage)),
  },
  {
    path: '/top-gun',
    title: 'Top Gun Competition',
    description: 'Small, silly missions for points.',
    lists: ['missions'],
    ...later(() => import('#features/festival/web/TopGunPage.tsx').then((module) => module.TopGunPage)),
  },
  {
    path: '/schedule',
    title: 'My schedule',
    description: 'The events you have a place in, day by day.',
    ...later(() => import('./ScheduleScreen.tsx').then((module) => module.ScheduleScreen)),
  },
  {
    path: '/announcements',
    title: 'Announcements',
    description: 'News from the organisers, as it is written in the chat.',
    lists: ['announcements'],
    ...later(() =>
      import('#features/announcements/web/AnnouncementsPage.tsx').then((module) => module.AnnouncementsPage),
    ),
  },
  {
    path: '/inventory',
    title: 'Game inventory',
    description: 'The games people bring, and whom to ask for them.',
    lists: ['firstGames'],
    ...later(() => import('./InventoryScreen.tsx').then((module) => module.InventoryScreen)),
  },
  {
    path: '/scoreboard',
    title: 'High scores',
    description: 'Who leads the competition, and by how many points.',
    lists: ['topScores'],
    ...later(() => import('./ScoreboardScreen.tsx').then((module) => module.ScoreboardScreen)),
  },
  {
    path: '/privacy',
    title: 'Privacy',
    description: 'What is kept of you, why, and how to delete it.',
    ...later(() => import('#features/privacy/web/PrivacyPage.tsx').then((module) => module.PrivacyPage)),
  },
  ...adminTabs.map(adminScreen),
  {
    path: '/display',
    title: 'Live leaderboard',
    description: 'The leaderboard and the bracket, for a big screen.',
    bare: true,
    ...later(() => import('#features/brackets/web/wall/DisplayPage.tsx').then((module) => module.DisplayPage)),
  },
  {
    path: '/check-in',
    title: 'Check-in',
    description: 'Scan the code at the entrance, say your name, and you are in.',
    ...later(() => import('#features/check-in/web/CheckInPage.tsx').then((module) => module.CheckInPage)),
  },
];

const notFound: Screen = { path: '', title: 'Page not found', Page: NotFoundPage };

/** The screen of a path; `known` is false for one that nobody made, whose screen is the 404 page. */
export const screenAt = (path: string): Screen & { known: boolean } => {
  const plain = path.replace(/(?<=[^/])\/$/, '');
  const screen = screens.find((one) => one.path === plain);
  return { ...(screen ?? notFound), known: screen !== undefined };
};
