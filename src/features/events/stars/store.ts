import type { Joining } from '#database/duties.ts';
import type { Db } from '#database/schema.ts';
import { noteOwners } from '#database/transactions.ts';
import { publicEvents } from '../store.ts';

const starsOf = (db: Db, visitorId: string) =>
  db.selectFrom('event_stars').where('event_stars.visitor_id', '=', visitorId);

export async function listStars(db: Db, visitorId: string): Promise<string[]> {
  const shown = starsOf(db, visitorId).where('event_id', 'in', publicEvents(db).select('events.id'));
  return (await shown.select('event_id').orderBy('event_id').execute()).map((row) => row.event_id);
}

export const hasStar = async (db: Db, visitorId: string, eventId: string): Promise<boolean> =>
  (await listStars(db, visitorId)).includes(eventId);

export async function addStar(tx: Db, visitorId: string, eventId: string): Promise<void> {
  const star = tx.insertInto('event_stars').values({ visitor_id: visitorId, event_id: eventId });
  await star.onConflict((conflict) => conflict.doNothing()).execute();
  noteOwners(tx, [{ visitor_id: visitorId }]);
}

export async function removeStar(tx: Db, visitorId: string, eventId: string): Promise<void> {
  const own = tx.deleteFrom('event_stars').where('visitor_id', '=', visitorId);
  await own.where('event_id', '=', eventId).execute();
  noteOwners(tx, [{ visitor_id: visitorId }]);
}

/** Both may have one of the same event. */
export async function giveStars(tx: Db, { from, to }: Joining): Promise<void> {
  for (const { event_id } of await starsOf(tx, from).select('event_id').execute()) await addStar(tx, to, event_id);
  await tx.deleteFrom('event_stars').where('visitor_id', '=', from).execute();
}
