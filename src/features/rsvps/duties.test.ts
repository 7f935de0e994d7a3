import { describe, expect, it } from 'vitest';
import { addVisitor } from '#features/access/store/callers.ts';
import { findEvent } from '#features/events/store.ts';
import { createEvent } from '#testing/calls.ts';
import { ORGANISER, testContext } from '#testing/context.ts';
import { DIALECTS, freshDatabase } from '#testing/database.ts';
import { anEvent } from '#testing/factories.ts';
import { takePlace } from './commands/places.ts';
import { rsvpDuties } from './duties.ts';

describe.each(DIALECTS)('%s', (dialect) => {
  it('the duties of RSVPs counts every place of a visitor, and frees all their seats when they are forgotten', async () => {
    const context = await testContext(await freshDatabase(dialect));
    const { db } = context;
    const now = context.now().toISOString();
    for (const id of ['me', 'you']) await addVisitor(db, { id, tokenHash: `hash ${id}`, now });
    const { id: eventId } = await createEvent(context, ORGANISER, anEvent());
    const take = (visitorId: string, playerName: string) => takePlace(context, db, { eventId, playerName, visitorId });
    for (const name of ['Alex', 'Bo']) await take('me', name);
    await take('you', 'Cy');
    const count = async () => rsvpDuties.countOwned?.(db, 'me');
    expect(await count()).toEqual({ places: 2 });
    const rows = (await rsvpDuties.listNamed?.(db, 'me')) ?? [];
    const leaving = { visitorId: 'me', rows };
    expect(await rsvpDuties.listEventsOf?.(db, leaving)).toEqual([eventId, eventId]);
    await rsvpDuties.forget?.(db, leaving, context);
    expect([await count(), (await findEvent(db, eventId))?.currentRegistrations]).toEqual([{ places: 0 }, 1]);
  });
});
