import type { QueryClient } from '@tanstack/react-query';
import type { AnnouncementBoard } from '#features/announcements/contract.ts';
import { announcementsQuery } from '#features/announcements/web/queries.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { eventsQuery } from '#features/events/web/queries.ts';
import type { Festival, FestivalFacts, MissionCategory } from '#features/festival/contract.ts';
import { faqQuery, festivalQuery, missionsQuery } from '#features/festival/web/queries.ts';
import type { FirstGames } from '#features/inventory/rules.ts';
import { seedGames } from '#features/inventory/web/queries.ts';
import type { TopScores } from '#features/scores/rules/standings.ts';
import { seedTopScores } from '#features/scores/web/queries.ts';

/** Data for rendering besides the festival's facts. The ticker needs the events on every screen. */
export type PageLists = {
  readonly events: FestivalEvent[];
  readonly firstGames?: FirstGames;
  readonly topScores?: TopScores;
  readonly faq?: Festival['faq'];
  readonly missions?: MissionCategory[];
  /** Null when none were ever read. */
  readonly announcements?: AnnouncementBoard | null;
};

export type ListName = keyof PageLists;

/** Data that the server rendered the page from and the browser hydrates from. The same for every visitor. */
export type PageState = {
  readonly festival: FestivalFacts;
  readonly now: string;
  /** On the live stream, when the lists were read. */
  readonly position: number;
  readonly lists: PageLists;
};

export const seed = (client: QueryClient, { festival, lists }: PageState): void => {
  client.setQueryData(festivalQuery.queryKey, festival);
  client.setQueryData(eventsQuery.queryKey, lists.events);
  if (lists.firstGames !== undefined) seedGames(client, lists.firstGames);
  if (lists.topScores !== undefined) seedTopScores(client, lists.topScores);
  client.setQueryData(faqQuery.queryKey, lists.faq);
  client.setQueryData(missionsQuery.queryKey, lists.missions);
  client.setQueryData(announcementsQuery.queryKey, lists.announcements ?? undefined);
};
