/** Who gets a seat that becomes free, and seats that organisers add. The line itself: features/waiting. */
import { describe, expect, it } from 'vitest';
import { CAPACITY } from '#features/events/limits.ts';
import { changeSeats } from '#features/events/store.ts';
import { DAY } from '#platform/durations.ts';
import { DIALECTS } from '#testing/database.ts';
import { eventWithLine } from '#testing/waiting.ts';
import { takePlace } from './places.ts';
import { addSubstitute, changeCapacity, importPlaces, putBack, releasePlaces, settleLine } from './seats.ts';

describe.each(DIALECTS)('%s', (dialect) => {
  it('seats gives seats that become free to the first in line, and tells them', async () => {
    const { context, db, places, counts, names, notices } = await eventWithLine(
      dialect,
      ['Alex', 'Bo'],
      ['Cy', 'Di', 'Eve'],
    );
    await releasePlaces(context, db, places);
    expect([await counts(), await names(), await notices()]).toEqual([
      [2, 2, 1],
      ['Cy', 'Di'],
      ['Cy promoted', 'Di promoted'],
    ]);
  });

  it('seats gives the seats of a larger event to the line, and keeps what is left free', async () => {
    const { context, db, event, counts, names } = await eventWithLine(dialect, ['Alex', 'Bo'], ['Cy']);
    await changeCapacity(context, db, await event(), 4);
    expect([await counts(), await names()]).toEqual([
      [4, 3, 0],
      ['Alex', 'Bo', 'Cy'],
    ]);
  });

  it('seats refuses fewer seats than are taken', async () => {
    const { context, db, event, counts } = await eventWithLine(dialect, ['Alex', 'Bo', 'Cy']);
    await expect(changeCapacity(context, db, await event(), 2)).rejects.toMatchObject({ code: 'CAPACITY_TAKEN' });
    expect(await counts()).toEqual([3, 3, 0]);
  });

  it('seats keeps a free seat of an event that is over, and ends its line', async () => {
    const { clock, context, db, places, counts, names } = await eventWithLine(dialect, ['Alex', 'Bo'], ['Cy']);
    clock.pass(30 * DAY);
    await releasePlaces(context, db, places.slice(0, 1));
    expect([await counts(), await names()]).toEqual([[2, 1, 0], ['Bo']]);
  });

  it('seats counts the line of an event whose completion was undone, and gives it the seats', async () => {
    const { context, db, id, places, counts, names } = await eventWithLine(dialect, ['Alex', 'Bo'], ['Cy', 'Di']);
    const become = (status: 'upcoming' | 'completed') =>
      db.updateTable('events').set({ status, waiting: 0 }).where('id', '=', id).execute();
    await become('completed');
    await releasePlaces(context, db, places.slice(0, 1));
    expect([await counts(), await names()]).toEqual([[2, 1, 0], ['Bo']]);
    await become('upcoming');
    await settleLine(context, db, id);
    expect([await counts(), await names()]).toEqual([
      [2, 2, 1],
      ['Bo', 'Cy'],
    ]);
  });

  it('seats gives a substitute a free seat, and a full event one seat more', async () => {
    const { context, db, places, event, counts, names } = await eventWithLine(dialect, ['Alex', 'Bo']);
    await releasePlaces(context, db, places.slice(0, 1));
    await addSubstitute(context, db, await event(), 'Cy');
    expect(await counts()).toEqual([2, 2, 0]);
    const { editRevision } = await event();
    expect(await addSubstitute(context, db, await event(), 'Di')).toMatchObject({ playerName: 'Di', checkedIn: false });
    expect([await counts(), await names()]).toEqual([
      [3, 3, 0],
      ['Bo', 'Cy', 'Di'],
    ]);
    expect((await event()).editRevision).toBe(editRevision + 1);
  });

  it('seats refuses a substitute in a full event that can have no more seats', async () => {
    const { context, db, event, names } = await eventWithLine(dialect, ['Alex', 'Bo']);
    const largest = { ...(await event()), capacity: CAPACITY.max, currentRegistrations: CAPACITY.max };
    await expect(addSubstitute(context, db, largest, 'Cy')).rejects.toMatchObject({ code: 'EVENT_FULL' });
    expect(await names()).toEqual(['Alex', 'Bo']);
  });

  it('seats puts a released place back while its seat and its name are free', async () => {
    const { context, db, id, places, event, counts } = await eventWithLine(dialect, ['Alex', 'Bo', 'Cy']);
    const [alex, bo] = await releasePlaces(context, db, places.slice(0, 2));
    if (alex === undefined || bo === undefined) throw new Error('nothing was released');
    expect([await putBack(context, db, await event(), alex), await counts()]).toEqual([true, [3, 2, 0]]);
    await expect(putBack(context, db, await event(), alex)).rejects.toMatchObject({ code: 'ALREADY_REGISTERED' });
    await takePlace(context, db, { eventId: id, playerName: 'Di', visitorId: null });
    expect([await putBack(context, db, await event(), bo), await counts()]).toEqual([false, [3, 3, 0]]);
  });

  it('seats counts imported places as taken seats', async () => {
    const { db, id, event, counts } = await eventWithLine(dialect, ['Alex', 'Bo']);
    await changeSeats(db, id, { capacity: 5 });
    const { startTime: createdAt } = await event();
    const place = {
      eventId: id,
      playerEmail: null,
      answers: null,
      checkedInAt: null,
      checkedInBy: null,
      lent: false,
      createdAt,
    };
    await importPlaces(
      db,
      ['Cy', 'Di'].map((playerName) => ({ ...place, id: playerName, playerName })),
    );
    expect(await counts()).toEqual([5, 4, 0]);
  });

  it('seats keeps checked-in places with keepProven', async () => {
    const { context, db, places, names } = await eventWithLine(dialect, ['Alex', 'Bo']);
    const at = context.now().toISOString();
    await db
      .updateTable('rsvps')
      .set({ checked_in: 1, checked_in_at: at, checked_in_by: 'staff' })
      .where('id', '=', places[0] ?? '')
      .execute();
    expect(await releasePlaces(context, db, places, { keepProven: true })).toHaveLength(1);
    expect(await names()).toEqual(['Alex']);
  });

  it('seats keeps places in a drawn bracket with keepProven', async () => {
    const { context, db, places, names } = await eventWithLine(dialect, ['Alex', 'Bo']);
    await db.updateTable('events').set({ bracket_drawn: 1 }).execute();
    expect(await releasePlaces(context, db, places, { keepProven: true })).toEqual([]);
    expect(await names()).toEqual(['Alex', 'Bo']);
  });
});
