/** Places and waiting entries that wait for the network, and how they ended (docs/behaviour.md "Without network"). */
import { keptStore } from '#platform/web/kept-store.ts';
import { type EndedPlace, KEPT_KIND, type KeptPlace } from './kept/place-writes.ts';

type Kept = { readonly waiting: readonly KeptPlace[]; readonly ended: readonly EndedPlace[] };

const store = keptStore<Kept>(KEPT_KIND, { waiting: [], ended: [] }, async () => {
  const rows = await (await import('./kept/keep.ts')).keptPlaces();
  const hasEnded = (row: KeptPlace): row is EndedPlace => row.end !== undefined;
  return { waiting: rows.filter((row) => !hasEnded(row)), ended: rows.filter(hasEnded) };
});

/** Returns what this device keeps, in the order it was made. Reads nothing while nothing is kept. */
export const useKept = store.use;
export const forgetKept = store.forget;
