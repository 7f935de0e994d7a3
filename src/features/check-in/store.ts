/** The SQL of check-in: the generation of an event's code, and which of its RSVPs are there. */
import type { Selectable } from 'kysely';
import { fromFlag, toFlag } from '#database/portable.ts';
import type { Db, Schema } from '#database/schema.ts';
import type { StaffRsvp } from './contract.ts';
import type { Place } from './rules.ts';

/** How often the event's code was renewed, beginning at 1; null for an event that is not there. */
export async function readGeneration(db: Db, eventId: string): Promise<number | null> {
  const row = await db.selectFrom('events').select('code_generation').where('id', '=', eventId).executeTakeFirst();
  return row?.code_generation ?? null;
}

/** Voids the codes there are. Returns the new generation, or null for an event that is not there. */
export async function raiseGeneration(db: Db, eventId: string): Promise<number | null> {
  const row = await db
    .updateTable('events')
    .set((eb) => ({ code_generation: eb('code_generation', '+', 1) }))
    .where('id', '=', eventId)
    .returning('code_generation')
    .executeTakeFirst();
  return row?.code_generation ?? null;
}

export async function listPlaces(db: Db, eventId: string): Promise<Place[]> {
  const rows = await db
    .selectFrom('rsvps')
    .select(['id', 'name_key', 'checked_in'])
    .where('event_id', '=', eventId)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ id: row.id, nameKey: row.name_key, checkedIn: fromFlag(row.checked_in) }));
}

/** Returns whether this call did it: of two at once one does, and its time stays. */
export async function markCheckedIn(db: Db, rsvpId: string, now: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('rsvps')
    .set({ checked_in: toFlag(true), checked_in_at: now })
    .where('id', '=', rsvpId)
    .where('checked_in', '=', 0)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Takes a check-in back. Returns whether this call did it. */
export async function unmarkCheckedIn(db: Db, rsvpId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('rsvps')
    .set({ checked_in: toFlag(false), checked_in_at: null })
    .where('id', '=', rsvpId)
    .where('checked_in', '=', 1)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

const asStaffRsvp = (row: Selectable<Schema['rsvps']>): StaffRsvp => ({
  id: row.id,
  eventId: row.event_id,
  playerName: row.player_name,
  ...(row.player_email === null ? {} : { playerEmail: row.player_email }),
  checkedIn: fromFlag(row.checked_in),
  checkedInAt: row.checked_in_at,
  createdAt: row.created_at,
});

/** Everybody with a place in the event, by name. */
export async function listStaffRsvps(db: Db, eventId: string): Promise<StaffRsvp[]> {
  const rows = await db.selectFrom('rsvps').selectAll().where('event_id', '=', eventId).orderBy('name_key').execute();
  return rows.map(asStaffRsvp);
}

export async function findStaffRsvp(db: Db, id: string): Promise<StaffRsvp | null> {
  const row = await db.selectFrom('rsvps').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : asStaffRsvp(row);
}
