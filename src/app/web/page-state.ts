import type { QueryClient } from '@tanstack/react-query';
import type { AnnouncementBoard } from '#features/announcements/contract.ts';
import { announcementsQuery } from '#features/announcements/web/queries.ts';
import type { Winners } from '#features/brackets/contract.ts';
import { winnersQuery } from '#features/brackets/web/queries.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import type { FirstEvents } from '#features/events/rules/first-events.ts';
import { eventsQuery, seedEvents } from '#features/events/web/state.ts';
import type { Festival, FestivalFacts, MissionCategory } from '#features/festival/contract.ts';
import { faqQuery, festivalQuery, missionsQuery } from '#features/festival/web/queries.ts';
import type { OpenGame } from '#features/inventory/open-games/contract.ts';
import { openGamesQuery } from '#features/inventory/open-games/web/queries.ts';
import type { FirstGames } from '#features/inventory/rules.ts';
import { seedGames } from '#features/inventory/web/queries.ts';
import type { Message } from '#features/news/messages/contract.ts';
import { publicMessagesQuery } from '#features/news/messages/web/state.ts';
import type { Notice } from '#features/news/notices/contract.ts';
import { myNoticesQuery } from '#features/news/notices/web/queries.ts';
import type { Freeze } from '#features/points/contract.ts';
import type { TopScores } from '#features/points/scores/rules/standings.ts';
import { seedTopScores } from '#features/points/scores/web/queries.ts';
import { freezeQuery } from '#features/points/web/ceremony/queries.ts';
import type { Rsvp } from '#features/rsvps/contract.ts';
import { myRsvpsQuery } from '#features/rsvps/web/queries.ts';
import type { WaitingEntry } from '#features/waiting/contract.ts';
import { myWaitingQuery } from '#features/waiting/web/queries.ts';
import type { Offsets } from '#platform/time.ts';

/** Data for rendering besides the festival's facts. Every page has the first events or all of them, for its ticker. */
export type PageLists = {
  readonly events?: FestivalEvent[];
  readonly firstEvents?: FirstEvents;
  readonly winners?: Winners;
  /** Null until the festival is over. */
  readonly thanks?: Winners | null;
  readonly firstGames?: FirstGames;
  readonly openGames?: OpenGame[];
  readonly topScores?: TopScores;
  readonly standings?: Freeze;
  readonly faq?: Festival['faq'];
  readonly missions?: MissionCategory[];
  /** Those to everybody. Every page has them. */
  readonly messages?: Message[];
  /** Null when none were ever read. */
  readonly announcements?: AnnouncementBoard | null;
  /** The visitor's own. A page with it is private. */
  readonly myRsvps?: Rsvp[];
  readonly myWaiting?: WaitingEntry[];
  readonly myNotices?: Notice[];
};

export type ListName = Exclude<keyof PageLists, 'myRsvps' | 'myWaiting' | 'myNotices'>;

/** Data that the server rendered the page from and the browser hydrates from. */
export type PageState = {
  readonly festival: FestivalFacts;
  readonly now: string;
  /** Of the festival's zone. */
  readonly offsets: Offsets;
  /** On the live stream, when the lists were read. */
  readonly position: number;
  readonly lists: PageLists;
};

export const seed = (client: QueryClient, { festival, lists }: PageState): void => {
  client.setQueryData(festivalQuery.queryKey, festival);
  client.setQueryData(eventsQuery.queryKey, lists.events);
  client.setQueryData(myRsvpsQuery.queryKey, lists.myRsvps);
  client.setQueryData(myWaitingQuery.queryKey, lists.myWaiting);
  client.setQueryData(myNoticesQuery.queryKey, lists.myNotices);
  if (lists.firstEvents !== undefined) seedEvents(client, lists.firstEvents);
  client.setQueryData(winnersQuery.queryKey, lists.winners ?? lists.thanks ?? undefined);
  if (lists.firstGames !== undefined) seedGames(client, lists.firstGames);
  if (lists.topScores !== undefined) seedTopScores(client, lists.topScores);
  client.setQueryData(freezeQuery.queryKey, lists.standings);
  client.setQueryData(openGamesQuery.queryKey, lists.openGames);
  client.setQueryData(faqQuery.queryKey, lists.faq);
  client.setQueryData(missionsQuery.queryKey, lists.missions);
  client.setQueryData(publicMessagesQuery.queryKey, lists.messages);
  client.setQueryData(announcementsQuery.queryKey, lists.announcements ?? undefined);
};
