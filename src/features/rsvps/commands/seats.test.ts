import { describe, expect, it } from 'vitest';
import type { Db } from '#database/schema.ts';
import { findEvent } from '#features/events/store.ts';
import { createEvent } from '#testing/calls.ts';
import { ORGANISER, testContext } from '#testing/context.ts';
import { DIALECTS, freshDatabase } from '#testing/database.ts';
import { anEvent } from '#testing/factories.ts';
import type { StoredPlace } from '../store.ts';
import { takePlace } from './places.ts';
import { releasePlaces, retakePlaces } from './seats.ts';

describe.each(DIALECTS)('%s', (dialect) => {
  const scene = async (...capacities: number[]) => {
    const context = await testContext(await freshDatabase(dialect));
    const events: string[] = [];
    for (const capacity of capacities) events.push((await createEvent(context, ORGANISER, anEvent({ capacity }))).id);
    const take = async (eventId: string, playerName: string) =>
      (await takePlace(context, context.db, { eventId, playerName, visitorId: null })).id;
    const release = (ids: readonly string[]) => releasePlaces(context, context.db, ids);
    const retake = (places: readonly StoredPlace[]) => retakePlaces(context.db, places, context);
    return { context, db: context.db, events, take, release, retake };
  };
  const taken = async (db: Db, id = '') => (await findEvent(db, id))?.currentRegistrations;

  it('places frees one seat for each existing place, in every event', async () => {
    const { db, events, take, release } = await scene(16, 16);
    const [chess = '', quiz = ''] = events;
    const ids = [await take(chess, 'Alex'), await take(chess, 'Bo'), await take(quiz, 'Alex')];
    await take(quiz, 'Cy');
    expect((await release([...ids, 'missing'])).map(({ id }) => id).sort()).toEqual([...ids].sort());
    expect(await release(ids)).toEqual([]);
    expect([await taken(db, chess), await taken(db, quiz)]).toEqual([0, 1]);
  });

  it('places releases more places than one statement deletes', async () => {
    const { db, events, take, release } = await scene(500);
    const [event = ''] = events;
    const ids: string[] = [];
    for (let n = 0; n < 401; n += 1) ids.push(await take(event, `Player ${n}`));
    expect(await release(ids)).toHaveLength(401);
    expect(await taken(db, event)).toBe(0);
  });

  it('places restores places while seats and names are free, and a taken name uses no seat', async () => {
    const { db, events, take, release, retake } = await scene(3);
    const [event = ''] = events;
    const ids = [await take(event, 'Alex'), await take(event, 'Bo'), await take(event, 'Cy')];
    const released = (await release(ids)).sort((a, b) => (a.name_key < b.name_key ? -1 : 1));
    await take(event, 'alex');
    await take(event, 'Di');
    expect(await retake(released)).toBe(1);
    expect(await taken(db, event)).toBe(3);
    await db.updateTable('events').set({ bracket_drawn: 1 }).execute();
    const elsewhere = released.map((place) => ({ ...place, event_id: 'gone' }));
    expect([await retake(released), await retake(elsewhere)]).toEqual([0, 0]);
  });

  it('places restores all places when more seats are free', async () => {
    const { db, events, take, release, retake } = await scene(16);
    const [event = ''] = events;
    const released = await release([await take(event, 'Alex'), await take(event, 'Bo')]);
    expect(await retake(released)).toBe(2);
    expect(await taken(db, event)).toBe(2);
  });

  it('places restores lent places with their seats, which take no free one', async () => {
    const { context, db, events, take, release, retake } = await scene(5);
    const [event = ''] = events;
    const ids = [await take(event, 'Alex'), await take(event, 'Bo'), await take(event, 'Cy')];
    await db.updateTable('rsvps').set({ lent: 1 }).where('player_name', 'in', ['Alex', 'Bo']).execute();
    const shown = async () => {
      const { edit_revision, edited_at } = await db.selectFrom('events').selectAll().executeTakeFirstOrThrow();
      await db.updateTable('events').set({ edited_at: null }).execute();
      return [edit_revision, edited_at];
    };
    await shown();
    const released = await release(ids);
    const now = context.now().toISOString();
    expect(await shown()).toEqual([2, now]);
    expect([await taken(db, event), (await findEvent(db, event))?.capacity]).toEqual([0, 3]);
    await take(event, 'bo');
    expect(await retake(released)).toBe(2);
    expect([await taken(db, event), (await findEvent(db, event))?.capacity]).toEqual([3, 4]);
    expect(await shown()).toEqual([3, now]);
  });

  it('places restores nothing of an empty list', async () => {
    const { retake } = await scene();
    expect(await retake([])).toBe(0);
  });

  it('places fills exactly the free seats when taken names leave some over', async () => {
    const { db, events, take, release, retake } = await scene(5);
    const [event = ''] = events;
    const ids: string[] = [];
    for (const name of ['Alex', 'Bo', 'Cy', 'Di']) ids.push(await take(event, name));
    const released = (await release(ids)).sort((a, b) => (a.name_key < b.name_key ? -1 : 1));
    for (const name of ['Alex', 'Eve', 'Flo']) await take(event, name);
    expect(await retake(released)).toBe(2);
    expect(await taken(db, event)).toBe(5);
  });

  it('places refuses a second walk-in of one name as another person', async () => {
    const { events, take } = await scene(16);
    const [event = ''] = events;
    await take(event, 'Alex');
    await expect(take(event, 'Alex')).rejects.toThrow('Someone called Alex has a place already. Add an initial.');
  });
});
