/** Fills in what migration 0024 could not: whether brackets of an earlier release are decided. */
import type { Clocked } from '#database/duties.ts';
import { transact } from '#database/transactions.ts';
import { lockEvent, markDrawn } from '#features/events/store.ts';
import { stateOf } from '../rules/bracket.ts';
import * as store from '../store.ts';

export async function backfillDecided({ db }: Pick<Clocked, 'db'>): Promise<void> {
  for (const eventId of await store.listUnmarked(db)) {
    await transact(db, async (tx) => {
      await lockEvent(tx, eventId);
      // None for a hidden event, which is looked at again if it is restored.
      const bracket = await store.findStoredBracket(tx, eventId);
      if (bracket !== null) await markDrawn(tx, eventId, { isDecided: stateOf(bracket).over });
    });
  }
}
