import { describe, expect, it } from 'vitest';
import type { Db } from '#database/schema.ts';
import { addVisitor } from '#features/access/store/callers.ts';
import { addEvent, hideEvent, removeEvent } from '#features/events/store.ts';
import { DIALECTS, freshDatabase } from '#testing/database.ts';
import { anEvent } from '#testing/factories.ts';
import * as store from './store.ts';

const NOW = '2025-11-14T17:00:00.000Z';

async function scene(db: Db): Promise<void> {
  for (const id of ['event', 'other']) await addEvent(db, id, anEvent());
  for (const id of ['me', 'you']) await addVisitor(db, { id, tokenHash: `hash ${id}`, now: NOW });
}

const aPlace = (said: Partial<store.NewRsvp>): store.NewRsvp => ({
  id: 'a',
  eventId: 'event',
  playerName: 'Alex',
  nameKey: 'alex',
  playerEmail: null,
  visitorId: 'me',
  createdAt: NOW,
  ...said,
});

describe.each(DIALECTS)('%s', (dialect) => {
  it('what RSVPs store: an RSVP is returned to its device, in order, with the email if there is one', async () => {
    const { db } = await freshDatabase(dialect);
    await scene(db);
    await store.addRsvp(db, aPlace({ id: '0', eventId: 'other', createdAt: '2025-11-14T18:00:00.000Z' }));
    await store.addRsvp(db, aPlace({ playerEmail: 'a@example.org' }));
    await store.addRsvp(db, aPlace({ id: 'b', visitorId: 'you', playerName: 'Bo', nameKey: 'bo' }));
    const [first, late] = [
      { id: 'a', eventId: 'event', playerName: 'Alex', playerEmail: 'a@example.org', checkedIn: false },
      { id: '0', eventId: 'other', playerName: 'Alex', checkedIn: false },
    ];
    expect(await store.listRsvpsOf(db, 'me')).toEqual([first, late]);
    expect(await store.findRsvp(db, 'a')).toEqual({ rsvp: first, visitorId: 'me' });
    expect(await store.findRsvp(db, 'z')).toBeNull();
  });

  it('what RSVPs store returns who holds a name and how many places a device has, in this event', async () => {
    const { db } = await freshDatabase(dialect);
    await scene(db);
    await store.addRsvp(db, aPlace({}));
    await store.addRsvp(db, aPlace({ id: 'b', nameKey: 'bo' }));
    await store.addRsvp(db, aPlace({ id: 'c', nameKey: 'cy', visitorId: 'you' }));
    await store.addRsvp(db, aPlace({ id: 'd', nameKey: 'di', eventId: 'other' }));
    await db.updateTable('rsvps').set({ visitor_id: null }).where('id', '=', 'b').execute();
    const holders = await Promise.all(['alex', 'bo', 'cy', 'di'].map((key) => store.findHolder(db, 'event', key)));
    expect(holders).toEqual(['me', null, 'you', undefined]);
    const places = await Promise.all(['me', 'you', 'nobody'].map((id) => store.countPlacesOf(db, 'event', id)));
    expect(places).toEqual([1, 1, 0]);
  });

  it('what RSVPs store: the table itself refuses a duplicate name, an unknown event and an unknown visitor', async () => {
    const { db } = await freshDatabase(dialect);
    await scene(db);
    await store.addRsvp(db, aPlace({}));
    for (const wrong of [{ nameKey: 'alex' }, { nameKey: 'b', eventId: 'gone' }, { nameKey: 'c', visitorId: 'gone' }]) {
      await expect(store.addRsvp(db, aPlace({ id: 'b', ...wrong }))).rejects.toThrow(/constraint/i);
    }
    expect(await store.listRsvpsOf(db, 'me')).toHaveLength(1);
  });

  it('what RSVPs store keeps a place that was checked in meanwhile, on request', async () => {
    const { db } = await freshDatabase(dialect);
    await scene(db);
    for (const id of ['here', 'away']) await store.addRsvp(db, aPlace({ id, nameKey: id }));
    await db.updateTable('rsvps').set({ checked_in: 1, checked_in_at: NOW }).where('id', '=', 'here').execute();
    const removed = await store.removeRsvps(db, ['here', 'away', 'cancelled'], { keepProven: true });
    expect(removed.map(({ id }) => id)).toEqual(['away']);
    expect(await store.findRsvp(db, 'here')).not.toBeNull();
  });

  it('what RSVPs store: an RSVP is removed once, and with its event', async () => {
    const { db } = await freshDatabase(dialect);
    await scene(db);
    await store.addRsvp(db, aPlace({}));
    const remove = async () => (await store.removeRsvps(db, ['a'], { keepProven: false })).map(({ id }) => id);
    expect([await remove(), await remove()]).toEqual([['a'], []]);
    await store.addRsvp(db, aPlace({}));
    await hideEvent(db, 'event', NOW);
    await removeEvent(db, 'event', NOW);
    expect(await store.listRsvpsOf(db, 'me')).toEqual([]);
  });
});
