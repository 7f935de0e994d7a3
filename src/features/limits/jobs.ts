import type { Clocked } from '#database/duties.ts';
import { HOUR, MINUTE } from '#platform/durations.ts';
import { undoableSince } from '#platform/undo.ts';
import { REMOVAL_UNDO_MS } from './limits.ts';
import { NETWORK_KEPT_MS } from './rules/admission.ts';
import { dropNetworks, dropRemovals } from './store.ts';

export const dropOldRemovals = {
  name: 'delete removals that can no longer be undone',
  everyMs: MINUTE,
  run: ({ db, now }: Clocked): Promise<number> => dropRemovals(db, undoableSince(now(), REMOVAL_UNDO_MS)),
};

export const forgetNetworks = {
  name: 'forget the networks of visitors',
  everyMs: HOUR,
  async run({ db, now }: Clocked): Promise<number> {
    const before = new Date(now().getTime() - NETWORK_KEPT_MS).toISOString();
    let total = 0;
    for (let dropped = -1; dropped !== 0; total += dropped) dropped = await dropNetworks(db, before);
    return total;
  },
};
