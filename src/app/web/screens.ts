import type { ComponentType } from 'react';
import {
  ADMIN,
  ANY_EVENT_PAGE,
  adminTabAt,
  adminTabs,
  eventIdIn,
  formerPages,
} from '#features/dashboard/web/parts/admin-tabs.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import type { FestivalFacts } from '#features/festival/contract.ts';
import { ANY_ROOM, ROOMS, roomNameIn } from '#features/festival/rules/rooms.ts';
import { HomePage } from '#features/home/web/HomePage.tsx';
import { MessageMarkdown } from '#features/news/messages/web/parts/MessageText.tsx';
import { screenNameIn } from '#features/screens/rules/names.ts';
import { cardDate, clockTime } from '#platform/time.ts';
import { onDemand } from '#platform/web/on-demand.tsx';
import type { ListName } from './page-state.ts';

export type PageProps = { readonly zone: string };

export type Screen = {
  readonly path: string;
  /** The address that the server renders in its place, where it is one for many. */
  readonly renderedAs?: string;
  /** Tab title before the festival's name; empty for the name alone. */
  readonly title: string;
  readonly description?: string;
  /** Navigation between screens with the same frame keeps the frame mounted. */
  readonly frame?: string;
  /** A boundary inside it hydrates last, and renders <Alive />. */
  readonly hydratesInParts?: true;
  /** Rendered without the shell, for the big screen. */
  readonly bare?: true;
  readonly Page: ComponentType<PageProps>;
  /** Lists the server renders it from; without `events` also the first ones. */
  readonly lists?: readonly ListName[];
  /** Rendered for each known visitor, with their places. */
  readonly personal?: true;
  /** Loads the page's code; screens without it are in the first script. */
  readonly preload?: () => Promise<unknown>;
};

const later = (load: () => Promise<ComponentType<PageProps>>): Pick<Screen, 'Page' | 'preload'> => {
  const Page = onDemand(load);
  return { Page, preload: Page.preload };
};

/** Of a screen that the server renders with messages. */
const withMessages = (load: () => Promise<ComponentType<PageProps>>): Pick<Screen, 'Page' | 'preload'> =>
  later(async () => (await Promise.all([load(), MessageMarkdown.preload()]))[0]);

const AdminPage = onDemand<PageProps>(() =>
  import('#features/dashboard/web/AdminPage.tsx').then((module) => module.AdminPage),
);

/** A tab of the dashboard, also at the address of a former page; the server renders its public part. */
function adminScreen({ path }: { readonly path: string }): Screen {
  const tab = adminTabAt(path);
  const isOverview = tab.path === ADMIN;
  return {
    path,
    title: isOverview ? 'Admin dashboard' : `${tab.name} · Admin dashboard`,
    description: 'Where organisers run the festival.',
    frame: ADMIN,
    hydratesInParts: true,
    // The overview shows the number of users.
    lists: isOverview ? ['events', 'topScores'] : ['events'],
    Page: AdminPage,
    preload: async () => {
      const [{ adminPanels }] = await Promise.all([
        import('#features/dashboard/web/parts/admin-panels.ts'),
        AdminPage.preload(),
      ]);
      await adminPanels[tab.path].preload();
    },
  };
}

/** One event for organisers. */
const eventPage: Screen = {
  path: ANY_EVENT_PAGE,
  renderedAs: ANY_EVENT_PAGE,
  title: 'Event · Admin dashboard',
  description: 'The people, the bracket and the details of an event.',
  frame: ADMIN,
  hydratesInParts: true,
  lists: ['events'],
  Page: AdminPage,
  preload: async () => {
    const [{ EventPanel }] = await Promise.all([
      import('#features/dashboard/web/parts/admin-panels.ts'),
      AdminPage.preload(),
    ]);
    await EventPanel.preload();
  },
};

/** The big screen. */
export const DISPLAY = '/display';

/** Every named screen: the browser shows its playlist. */
const namedScreen: Screen = {
  path: `${DISPLAY}/screen`,
  renderedAs: `${DISPLAY}/screen`,
  title: 'Big screen',
  description: 'What is on, who leads and what is told, on a big screen.',
  bare: true,
  lists: ['events', 'standings'],
  ...withMessages(() => import('#features/screens/web/wall/NamedScreen.tsx').then((module) => module.NamedScreen)),
};

/** Every room of the map: the browser shows which. */
const roomScreen: Screen = {
  path: ANY_ROOM,
  renderedAs: ANY_ROOM,
  title: 'Room',
  description: 'Where a room is, what is on there, and what comes next.',
  ...later(() => import('#features/rooms/web/RoomPage.tsx').then((module) => module.RoomPage)),
};

/** Every path of the program (docs/behaviour.md "Screens"). */
export const screens: readonly Screen[] = [
  { path: '/', title: '', lists: ['openGames', 'thanks'], Page: HomePage },
  {
    path: '/winners',
    title: 'Winners',
    description: 'Who won the tournaments, and the ten best of the competition.',
    lists: ['winners'],
    ...later(() => import('#features/home/web/WinnersScreen.tsx').then((module) => module.WinnersScreen)),
  },
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
    ...later(() => import('#features/points/claims/web/TopGunScreen.tsx').then((module) => module.TopGunScreen)),
  },
  {
    path: '/schedule',
    title: 'My schedule',
    description: 'The events you have a place in, day by day.',
    personal: true,
    ...later(() => import('#features/home/web/ScheduleScreen.tsx').then((module) => module.ScheduleScreen)),
  },
  {
    path: '/announcements',
    title: 'Announcements',
    description: 'News from the organisers, as it is written in the chat.',
    lists: ['announcements'],
    ...withMessages(() => import('./AnnouncementsScreen.tsx').then((module) => module.AnnouncementsScreen)),
  },
  {
    path: '/inventory',
    title: 'Game inventory',
    description: 'The games people bring, and whom to ask for them.',
    lists: ['firstGames', 'openGames'],
    ...later(() => import('#features/inventory/web/InventoryPage.tsx').then((module) => module.InventoryPage)),
  },
  {
    path: '/scoreboard',
    title: 'High scores',
    description: 'Who leads the competition, and by how many points.',
    lists: ['topScores', 'standings'],
    ...later(() => import('#features/points/scores/web/ScoreboardPage.tsx').then((module) => module.ScoreboardPage)),
  },
  {
    path: ROOMS,
    title: 'Rooms',
    description: 'Where the rooms are, and what is on in each.',
    ...later(() => import('#features/rooms/web/RoomsPage.tsx').then((module) => module.RoomsPage)),
  },
  roomScreen,
  {
    path: '/privacy',
    title: 'Privacy',
    description: 'What is stored about you, why, and how to delete it.',
    ...later(() => import('./PrivacyScreen.tsx').then((module) => module.PrivacyScreen)),
  },
  {
    path: '/join',
    title: 'Another phone',
    description: 'Show the places of another phone on this one too.',
    ...later(() => import('#features/devices/web/JoinPage.tsx').then((module) => module.JoinPage)),
  },
  ...[...adminTabs, ...formerPages].map(adminScreen),
  eventPage,
  ...['/print', '/print/badges'].map((path) => ({
    path,
    title: 'Print sheets',
    description: 'The programme of a day, room doors, rosters, brackets and badges, for paper.',
    lists: ['events'] as const,
    ...later(() => import('#features/dashboard/web/PrintPage.tsx').then((module) => module.PrintPage)),
  })),
  {
    path: DISPLAY,
    title: 'Live leaderboard',
    description: 'The leaderboard and the bracket, for a big screen.',
    bare: true,
    lists: ['events'],
    ...withMessages(() => import('./DisplayScreen.tsx').then((module) => module.DisplayScreen)),
  },
  namedScreen,
  {
    path: `${DISPLAY}/ceremony`,
    title: 'The ceremony',
    description: 'The places of the competition, told one by one on a big screen.',
    bare: true,
    lists: ['standings'],
    ...withMessages(() => import('#features/screens/web/wall/CeremonyPage.tsx').then((module) => module.CeremonyPage)),
  },
  {
    path: '/helper',
    title: 'Helper',
    description: 'The desk of somebody who helps at the festival.',
    bare: true,
    lists: ['events'],
    ...later(() => import('#features/dashboard/web/HelperScreen.tsx').then((module) => module.HelperScreen)),
  },
  {
    path: '/check-in',
    title: 'Check-in',
    description: 'Scan the code at the entrance, say your name, and you are in.',
    lists: ['events'],
    ...later(() => import('#features/check-in/web/CheckInPage.tsx').then((module) => module.CheckInPage)),
  },
];

export const notFound: Screen = {
  path: '',
  title: 'Page not found',
  ...later(() => import('./NotFoundPage.tsx').then((module) => module.NotFoundPage)),
};

const oneForMany = (path: string): Screen | undefined => {
  if (eventIdIn(path) !== null) return { ...eventPage, path };
  if (roomNameIn(path) !== null) return { ...roomScreen, path };
  return screenNameIn(path) === null ? undefined : { ...namedScreen, path };
};

/** Returns the screen of a path; for an unknown path the 404 page with `known: false`. */
export const screenAt = (path: string): Screen & { known: boolean } => {
  const plain = path.replace(/(?<=[^/])\/$/, '');
  const screen = oneForMany(plain) ?? screens.find((screen) => screen.path === plain);
  return { ...(screen ?? notFound), known: screen !== undefined };
};

export type Head = { readonly title: string; readonly description: string };

/**
 * Title and description of a page for tabs, search results and shared links; `event` is the event whose dialog the link
 * opens.
 */
export const headOf = (path: string, festival: FestivalFacts, event: FestivalEvent | null): Head => {
  const screen = screenAt(path);
  const about = `${festival.dates}, ${festival.place}.`;
  if (event !== null) {
    const when = `${cardDate(event.startTime, festival.timeZone)}, ${clockTime(event.startTime, festival.timeZone)}`;
    return {
      title: `${event.title} · ${festival.name}`,
      description: `${when} · ${event.location}. ${event.description}`.trim(),
    };
  }
  return {
    title: screen.title === '' ? festival.name : `${screen.title} · ${festival.name}`,
    description: `${screen.description ?? festival.blurb} ${about}`,
  };
};
