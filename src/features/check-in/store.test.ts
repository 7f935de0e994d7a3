import { describe, expect, it } from 'vitest';
import { onCommit } from '#database/transactions.ts';
import { addVisitor } from '#features/access/store/callers.ts';
import { nameKey } from '#platform/names.ts';
import { topicOfVisitor } from '#platform/server/topics.ts';
import { createEvent } from '#testing/calls.ts';
import { ORGANISER, testContext } from '#testing/context.ts';
import { DIALECTS, freshDatabase } from '#testing/database.ts';
import { anEvent } from '#testing/factories.ts';
import {
  confirmCheckIn,
  listPlaces,
  listStaffRsvps,
  markCheckedIn,
  raiseGeneration,
  readGeneration,
  setCheckedIn,
} from './store.ts';

const MISSING = '01890000-0000-7000-8000-000000000000';
const [FIRST, SECOND] = ['2025-11-14T17:00:00.000Z', '2025-11-14T17:00:01.000Z'];

async function scene(dialect: (typeof DIALECTS)[number]) {
  const context = await testContext(await freshDatabase(dialect));
  const { id: eventId } = await createEvent(context, ORGANISER, anEvent());
  const { id: otherId } = await createEvent(context, ORGANISER, anEvent({ title: 'Kart Cup' }));
  const rows = [
    ['alex', eventId],
    ['sam', eventId],
    ['robin', otherId],
  ].map(([name = '', event_id = '']) => ({
    id: name,
    event_id,
    player_name: name,
    name_key: name,
    player_email: null,
    checked_in: 0 as const,
    checked_in_at: null,
    checked_in_by: null,
    visitor_id: null,
    created_at: FIRST,
  }));
  await context.db.insertInto('rsvps').values(rows).execute();
  return { db: context.db, eventId, otherId };
}

describe.each(DIALECTS)('%s', (dialect) => {
  it('on %s marks one RSVP once: a second call returns false, and the first time stays', async () => {
    const { db, eventId } = await scene(dialect);
    const at = () => db.selectFrom('rsvps').select(['id', 'checked_in_at', 'checked_in_by']).orderBy('id').execute();
    expect(await markCheckedIn(db, 'alex', { at: FIRST, by: 'code' })).toBe(true);
    expect(await markCheckedIn(db, 'alex', { at: SECOND, by: 'staff' })).toBe(false);
    expect(await markCheckedIn(db, MISSING, { at: SECOND, by: 'staff' })).toBe(false);
    expect(await at()).toEqual([
      { id: 'alex', checked_in_at: FIRST, checked_in_by: 'code' },
      { id: 'robin', checked_in_at: null, checked_in_by: null },
      { id: 'sam', checked_in_at: null, checked_in_by: null },
    ]);
    expect(await listPlaces(db, eventId)).toEqual([
      { id: 'alex', playerName: 'alex', nameKey: 'alex', checkedIn: true },
      { id: 'sam', playerName: 'sam', nameKey: 'sam', checkedIn: false },
    ]);
  });

  it('on %s publishes the topic of the owner when a place is checked in, confirmed or undone, and none without a change or an owner', async () => {
    const { db, eventId } = await scene(dialect);
    await addVisitor(db, { id: 'rosa', tokenHash: 'rosa', now: FIRST });
    await db.updateTable('rsvps').set({ visitor_id: 'rosa' }).where('id', '=', 'alex').execute();
    const topics: string[] = [];
    onCommit(db, (changes) => topics.push(...changes.keys()));
    const publishedBy = async (change: Promise<boolean>) => [await change, ...topics.splice(0)];
    const rosa = topicOfVisitor('rosa');
    expect(await publishedBy(markCheckedIn(db, 'alex', { at: FIRST, by: 'code' }))).toEqual([true, rosa]);
    expect(await publishedBy(markCheckedIn(db, 'alex', { at: SECOND, by: 'code' }))).toEqual([false]);
    expect(await publishedBy(confirmCheckIn(db, 'alex', 'staff'))).toEqual([true, rosa]);
    const [alex] = await listStaffRsvps(db, eventId);
    if (alex === undefined) throw new Error('The place is gone.');
    expect(await publishedBy(setCheckedIn(db, alex, null, { by: 'staff', name: null }))).toEqual([true, rosa]);
    expect(await publishedBy(markCheckedIn(db, 'sam', { at: FIRST, by: 'code' }))).toEqual([true]);
  });

  it('on %s lists people by name as a dictionary does, with accents beside plain letters', async () => {
    const { db, eventId } = await scene(dialect);
    const alex = db.selectFrom('rsvps').selectAll().where('id', '=', 'alex');
    for (const name of ['Zoë', 'Õie']) {
      const place = { ...(await alex.executeTakeFirstOrThrow()), id: name, player_name: name, name_key: nameKey(name) };
      await db.insertInto('rsvps').values(place).execute();
    }
    const listed = await listStaffRsvps(db, eventId);
    expect(listed.map(({ playerName }) => playerName)).toEqual(['alex', 'Õie', 'sam', 'Zoë']);
  });

  it('on %s raises the generation of one event, also with two concurrent calls', async () => {
    const { db, eventId, otherId } = await scene(dialect);
    expect(await readGeneration(db, eventId)).toBe(1);
    const raised = await Promise.all([raiseGeneration(db, eventId), raiseGeneration(db, eventId)]);
    expect(raised.sort()).toEqual([2, 3]);
    expect([await readGeneration(db, eventId), await readGeneration(db, otherId)]).toEqual([3, 1]);
    expect([await readGeneration(db, MISSING), await raiseGeneration(db, MISSING)]).toEqual([null, null]);
  });
});
