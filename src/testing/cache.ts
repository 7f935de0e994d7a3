/** The answer cache alone, by default without stale answers. */
import { answerCache } from '#platform/server/cache.ts';

export const aCache = (parts: Partial<Parameters<typeof answerCache>[0]> = {}) =>
  answerCache({
    now: () => 0,
    position: () => 0,
    isAlone: true,
    staleMs: 0,
    background: (make) => make(),
    ...parts,
  });
