import type { QueryClient } from '@tanstack/react-query';
import type { FestivalEvent } from '#features/events/contract.ts';
import { eventsQuery } from '#features/events/web/queries.ts';
import type { Festival } from '#features/festival/contract.ts';
import { festivalQuery } from '#features/festival/web/queries.ts';

/** What the server's page was drawn from, and what the browser needs to draw the same. The same for every visitor. */
export type PageState = {
  readonly festival: Festival;
  readonly events: FestivalEvent[];
  readonly now: string;
};

export const seed = (client: QueryClient, { festival, events }: PageState): void => {
  client.setQueryData(festivalQuery.queryKey, festival);
  client.setQueryData(eventsQuery.queryKey, events);
};
