import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#platform/web/api.ts';
import type { findPeople } from '../contract.ts';
import { MORE_HEADER } from '../limits.ts';

/** Shows the people found before until the next are there. What is found stays in memory for as long as the dialog is open. */
export const peopleQuery = (q: string) =>
  queryOptions({
    queryKey: ['rsvps', 'people', q],
    queryFn: async ({ signal }) => {
      let more = 0;
      const hear = (header: (name: string) => string | null) => {
        more = Number(header(MORE_HEADER));
      };
      const people = await call<typeof findPeople>('GET /api/people', { query: { q }, signal, hear });
      return { people, more };
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
