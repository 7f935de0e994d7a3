import { describe, expect, it } from 'vitest';
import { transact } from '#database/transactions.ts';
import { lockEvent } from '#features/events/store.ts';
import { testApp } from '#testing/app.ts';
import { DIALECTS } from '#testing/database.ts';
import { fullEvent } from '#testing/waiting.ts';
import { addEntries, takeEntry } from './store.ts';

describe.each(DIALECTS)('%s', (dialect) => {
  it('positions in a line stay small when somebody is put first a hundred times', async () => {
    const app = await testApp(dialect);
    const eventId = await fullEvent(app);
    const person = (id: string) => ({
      ...{ id, eventId, playerName: id, nameKey: id, playerEmail: null, visitorId: null },
      createdAt: app.clock.now().toISOString(),
    });
    await transact(app.context.db, async (tx) => {
      await lockEvent(tx, eventId);
      for (const id of ['a', 'b', 'c']) await addEntries(tx, [person(id)]);
      for (let round = 0; round < 100; round += 1) {
        await takeEntry(tx, 'c');
        await addEntries(tx, [person('c')], { first: true });
      }
    });
    const line = app.context.db.selectFrom('waiting_entries').select(['id', 'position']).orderBy('position');
    const entries = await line.execute();
    expect(entries.map(({ id }) => id)).toEqual(['c', 'a', 'b']);
    expect(entries.at(-1)?.position).toBeLessThan(200);
  });
});
