import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#platform/web/api.ts';
import type { findPeople } from '../contract.ts';
import { MORE_HEADER, PEOPLE_SHOWN } from '../limits.ts';

/** Shows the people found before until the next are there. What is found stays in memory for as long as the dialog is open. */
export const peopleQuery = (q: string, most: number) =>
  queryOptions({
    queryKey: ['rsvps', 'people', q, most],
    queryFn: async ({ signal }) => {
      let more = 0;
      const hear = (header: (name: string) => string | null) => {
        more = Number(header(MORE_HEADER));
      };
      const people = await call<typeof findPeople>('GET /api/people', {
        query: { q, most: most === PEOPLE_SHOWN ? undefined : most },
        signal,
        hear,
      });
      return { people, more };
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
