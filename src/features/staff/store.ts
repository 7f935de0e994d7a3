/** SQL for helpers, and for the desks that their links opened. */
import type { Db } from '#database/schema.ts';
import { everyEvent } from '#features/events/store.ts';
import { endOfFollowing } from './rules.ts';

/** Helpers with their events, hidden ones too: one may be restored. */
const helpersWithEvents = (db: Db) =>
  db
    .selectFrom('helpers')
    .leftJoin(
      everyEvent(db).select(['id', 'start_time', 'duration', 'late_minutes']).as('event'),
      'event.id',
      'helpers.event_id',
    )
    .select(['helpers.id', 'name', 'role', 'event_id as eventId', 'helpers.location', 'ends_at', 'helpers.created_at'])
    .select(['extended_until', 'start_time', 'event.duration', 'late_minutes']);

type WithEvent = Awaited<ReturnType<ReturnType<typeof helpersWithEvents>['executeTakeFirstOrThrow']>>;

/** The link of an event that is gone has ended. */
function endOf({ ends_at, extended_until, created_at, start_time, duration, late_minutes }: WithEvent): string {
  if (ends_at !== null) return ends_at;
  if (start_time === null || duration === null) return created_at;
  return endOfFollowing({ startTime: start_time, duration, lateMinutes: late_minutes ?? 0 }, extended_until);
}

const asHelper = (row: WithEvent) => {
  const { id, name, role, eventId, location } = row;
  return { id, name, role, eventId, location, endsAt: endOf(row) };
};

/** Those whose links end after `since`, by name. */
export async function listHelpers(db: Db, since: string) {
  const rows = await helpersWithEvents(db).orderBy('name').orderBy('helpers.id').execute();
  return rows.map(asHelper).filter(({ endsAt }) => endsAt > since);
}

export async function findHelper(db: Db, id: string) {
  const row = await helpersWithEvents(db).where('helpers.id', '=', id).executeTakeFirst();
  return row === undefined ? null : asHelper(row);
}

/**
 * Returns the helper of a link that works at `now`. Locks it until the transaction ends, so that two devices cannot both open the
 * last desk.
 */
export async function lockHelper(db: Db, secretHash: string, now: string) {
  const lock = db.updateTable('helpers').set((eb) => ({ name: eb.ref('name') }));
  const locked = await lock.where('secret_hash', '=', secretHash).returning('id').executeTakeFirst();
  if (locked === undefined) return null;
  const helper = asHelper(await helpersWithEvents(db).where('helpers.id', '=', locked.id).executeTakeFirstOrThrow());
  return helper.endsAt > now ? helper : null;
}

/** The desks of a helper, or all, the first opened first. */
export async function listDesks(db: Db, helperId?: string) {
  return db
    .selectFrom('helper_desks')
    .select(['id', 'helper_id as helperId', 'token_hash as tokenHash'])
    .select(['opened_at as openedAt', 'last_used_at as lastUsedAt'])
    .$if(helperId !== undefined, (query) => query.where('helper_id', '=', helperId ?? ''))
    .orderBy('opened_at')
    .orderBy('id')
    .execute();
}

/** Returns the desk of a device's cookie with its helper, while the link works. */
export async function findDesk(db: Db, tokenHash: string, now: string) {
  const row = await helpersWithEvents(db)
    .innerJoin('helper_desks', 'helper_desks.helper_id', 'helpers.id')
    .select(['helper_desks.id as deskId', 'last_used_at as lastUsedAt'])
    .where('helper_desks.token_hash', '=', tokenHash)
    .executeTakeFirst();
  if (row === undefined) return null;
  const desk = { ...asHelper(row), deskId: row.deskId, lastUsedAt: row.lastUsedAt };
  return desk.endsAt > now ? desk : null;
}

export async function writeUse(db: Db, deskId: string, now: string): Promise<void> {
  await db.updateTable('helper_desks').set({ last_used_at: now }).where('id', '=', deskId).execute();
}

export async function dropAll(db: Db): Promise<void> {
  await db.deleteFrom('helpers').execute();
}

export async function dropEnded(db: Db, before: string): Promise<void> {
  const rows = (await helpersWithEvents(db).execute()).map(asHelper);
  const ended = rows.filter(({ endsAt }) => endsAt <= before).map(({ id }) => id);
  if (ended.length > 0) await db.deleteFrom('helpers').where('id', 'in', ended).execute();
}
