import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import type { TopScores } from '../rules.ts';

/**
 * What the server's page was drawn from. The page does not hold thousands of users: it asks for the whole list once it is
 * alive. Nothing can fetch this alone, and no topic touches it.
 */
export const topScoresQuery = queryOptions<TopScores>({ queryKey: ['top scores'], queryFn: skipToken });

export const seedTopScores = (client: QueryClient, top: TopScores): void =>
  void client.setQueryData(topScoresQuery.queryKey, top);
