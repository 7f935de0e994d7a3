import type { Query, QueryClient } from '@tanstack/react-query';

/**
 * Asks again for what a write changed, and waits for the answers. React Query would join a first request that is on its way, and
 * its answer may be from before the write: it ends first.
 */
export async function readAgain(client: QueryClient, predicate: (query: Query) => boolean): Promise<void> {
  const firstOnes = (query: Query) => query.state.data === undefined && predicate(query);
  await client.cancelQueries({ fetchStatus: 'fetching', predicate: firstOnes });
  await client.invalidateQueries({ predicate });
}
