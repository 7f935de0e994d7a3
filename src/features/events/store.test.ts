import { describe, expect, it } from 'vitest';
import { DIALECTS, everyRow, freshDatabase } from '#testing/database.ts';
import { anEvent } from '#testing/factories.ts';
import * as store from './store.ts';

const HIDDEN_AT = '2025-11-14T17:00:00.000Z';
const BEFORE = '2025-11-14T16:59:00.000Z';

describe.each(DIALECTS)('%s', (dialect) => {
  it('what events store: an event is stored as given, with default values for the rest', async () => {
    const { db } = await freshDatabase(dialect);
    const given = anEvent({
      title: "Robert'); DROP TABLE events;-- 🎲",
      googleDocUrl: 'https://docs.example/sheet',
      tournamentType: 'double-elimination',
      eventType: 'video-game',
    });
    const stored = await store.addEvent(db, 'a', given);
    expect(stored).toMatchObject({ id: 'a', ...given, gameType: 'video', currentRegistrations: 0, revision: 1 });
    expect(await store.findEvent(db, 'a')).toEqual(stored);
    expect(await store.lockEvent(db, 'a')).toEqual(stored);
    expect([await store.findEvent(db, 'b'), await store.lockEvent(db, 'b')]).toEqual([null, null]);
  });

  it('what events store lists by start, and by id for equal starts, and no event for no ids', async () => {
    const { db } = await freshDatabase(dialect);
    const starts = { c: '2025-11-14T09:00:00.000Z', B: '2025-11-13T09:00:00.000Z', a: '2025-11-13T09:00:00.000Z' };
    for (const [id, startTime] of Object.entries(starts)) await store.addEvent(db, id, anEvent({ startTime }));
    expect((await store.listEvents(db)).map(({ id }) => id)).toEqual(['B', 'a', 'c']);
    // As for the page of an empty programme.
    expect(await store.listEvents(db, [])).toEqual([]);
  });

  it('what events store takes a seat while there is one and frees it', async () => {
    const { db } = await freshDatabase(dialect);
    await store.addEvent(db, 'a', anEvent({ capacity: 2 }));
    const taken = async () => (await store.takeSeat(db, 'a'))?.currentRegistrations;
    expect([await taken(), await taken(), await taken()]).toEqual([0, 1, undefined]);
    await store.changeSeats(db, 'a', { taken: -1 });
    expect([await taken(), await taken()]).toEqual([1, undefined]);
    expect(await store.takeSeat(db, 'missing')).toBeNull();
  });

  it.each([
    ['completed', { status: 'completed' }],
    ['drawn', { bracket_drawn: 1 }],
  ] as const)('what events store takes no seat in an event that is %s', async (_, values) => {
    const { db } = await freshDatabase(dialect);
    await store.addEvent(db, 'a', anEvent());
    await db.updateTable('events').set(values).execute();
    const before = await everyRow(db);
    expect(await store.takeSeat(db, 'a')).toBeNull();
    expect(await everyRow(db)).toEqual(before);
  });

  it('what events store says in the list and in the outlines whether a bracket is drawn and decided', async () => {
    const { db } = await freshDatabase(dialect);
    for (const id of ['decided', 'drawn', 'without']) await store.addEvent(db, id, anEvent());
    await store.markDrawn(db, 'decided', { isDecided: true });
    await store.markDrawn(db, 'drawn', { isDecided: false });
    const expected = [
      { id: 'decided', bracketDrawn: true, bracketDecided: true },
      { id: 'drawn', bracketDrawn: true, bracketDecided: false },
      { id: 'without', bracketDrawn: false, bracketDecided: false },
    ];
    expect(await store.listEvents(db)).toMatchObject(expected);
    expect(await store.listOutlines(db)).toMatchObject(expected);
  });

  it('what events store hides an event from every reader until it is restored', async () => {
    const { db } = await freshDatabase(dialect);
    for (const id of ['a', 'b']) await store.addEvent(db, id, anEvent());
    const ids = async () => [
      (await store.listEvents(db)).map(({ id }) => id),
      (await store.listEvents(db, ['a'])).map(({ id }) => id),
      (await store.listOutlines(db)).map(({ id }) => id),
      (await store.readEvents(db)).map(({ id }) => id),
      (await store.findEvent(db, 'a'))?.id ?? null,
      (await store.lockEvent(db, 'a'))?.id ?? null,
      (await store.takeSeat(db, 'a'))?.id ?? null,
    ];
    await store.hideEvent(db, 'a', HIDDEN_AT);
    expect(await ids()).toEqual([['b'], [], ['b'], ['b'], null, null, null]);
    expect((await store.listHiddenEvents(db)).map(({ event, deletedAt }) => [event.id, deletedAt])).toEqual([
      ['a', HIDDEN_AT],
    ]);
    expect((await store.restoreEvent(db, 'a', BEFORE))?.revision).toBe(3);
    expect(await ids()).toEqual([['a', 'b'], ['a'], ['a', 'b'], ['a', 'b'], 'a', 'a', 'a']);
    expect(await store.listHiddenEvents(db)).toEqual([]);
  });

  it('what events store restores only an event that was hidden later than a moment, and removes only one that was not', async () => {
    const { db } = await freshDatabase(dialect);
    await store.addEvent(db, 'a', anEvent());
    expect(await store.restoreEvent(db, 'a', BEFORE)).toBeNull();
    await store.hideEvent(db, 'a', HIDDEN_AT);
    expect(await store.restoreEvent(db, 'a', HIDDEN_AT)).toBeNull();
    expect([await store.removeEvent(db, 'a', BEFORE), await store.removeEvent(db, 'a', HIDDEN_AT)]).toEqual([
      false,
      true,
    ]);
  });

  it('what events store refuses in the table itself what no event can be', async () => {
    const { db } = await freshDatabase(dialect);
    await store.addEvent(db, 'a', anEvent());
    for (const values of [
      { seats_taken: 17 },
      { seats_taken: -1 },
      { capacity: 1 },
      { capacity: 10_001 },
      { duration: 14 },
      { status: 'cancelled' as never },
      { title: '' },
    ]) {
      await expect(db.updateTable('events').set(values).execute(), JSON.stringify(values)).rejects.toThrow(
        /constraint/i,
      );
    }
  });
});
