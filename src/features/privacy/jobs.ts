import type { Duties, Job } from '#database/duties.ts';
import { clearTyped, dropForgotten, listForgotten, withoutNames } from '#database/forgotten.ts';
import { SECOND } from '#platform/durations.ts';

const NAMES_AT_ONCE = 1000;

/** Takes forgotten names out of what others typed. */
export const clearForgottenNames = (slices: readonly Duties[]): Job => ({
  name: 'take forgotten names out of texts',
  everyMs: 10 * SECOND,
  hasWork: async ({ db }) => (await listForgotten(db, 1)).length > 0,
  async run({ db, secret, signal }) {
    const names = await listForgotten(db, NAMES_AT_ONCE);
    const clean = withoutNames(secret, names);
    const earliest = names.map(({ since }) => since).sort()[0] ?? '';
    for (const typed of slices.flatMap((slice) => slice.typed ?? [])) {
      if (signal.aborted) return;
      await clearTyped(db, typed, { clean, earliest });
    }
    await dropForgotten(db, names);
  },
});
