import type { Joining } from '#database/duties.ts';
import { insertAll } from '#database/rows.ts';
import type { Db } from '#database/schema.ts';
import { noteChange, noteOwners } from '#database/transactions.ts';
import { hiddenEvents } from '#features/events/store.ts';
import type { ArchivedFeedback, Feedback } from './contract.ts';

const present = (db: Db) =>
  db.selectFrom('event_feedback').where('event_id', 'not in', hiddenEvents(db).select('events.id'));

export const listFeedbackOf = (db: Db, visitorId: string): Promise<Feedback[]> =>
  present(db)
    .select(['event_id as eventId', 'stars', 'text'])
    .where('visitor_id', '=', visitorId)
    .orderBy('event_id')
    .execute();

/** In no order that tells who said it. */
export const listFeedbackIn = (db: Db, eventId: string): Promise<Omit<Feedback, 'eventId'>[]> =>
  present(db)
    .select(['stars', 'text'])
    .where('event_id', '=', eventId)
    .orderBy('stars', 'desc')
    .orderBy('text')
    .execute();

/** The visitor's places in an event, and whether one is checked in. */
export async function readPresence(db: Db, eventId: string, visitorId: string) {
  const own = db.selectFrom('rsvps').select('checked_in').where('event_id', '=', eventId);
  const rows = await own.where('visitor_id', '=', visitorId).execute();
  return { hasPlace: rows.length > 0, wasThere: rows.some((row) => row.checked_in === 1) };
}

/** Replaces what the visitor said of the event before. */
export async function sayFeedback(tx: Db, said: Feedback & { id: string; visitorId: string; at: string }) {
  const { stars, text, at } = said;
  const row = { id: said.id, event_id: said.eventId, visitor_id: said.visitorId, stars, text, given_at: at };
  await tx
    .insertInto('event_feedback')
    .values(row)
    .onConflict((conflict) => conflict.columns(['event_id', 'visitor_id']).doUpdateSet({ stars, text, given_at: at }))
    .execute();
  noteOwners(tx, [row]);
  noteChange(tx, 'feedback');
}

/** What the other visitor said of the same event stays. */
export async function giveFeedback(tx: Db, { from, to }: Joining): Promise<void> {
  const theirs = tx.selectFrom('event_feedback').select('event_id').where('visitor_id', '=', to);
  await tx.deleteFrom('event_feedback').where('visitor_id', '=', from).where('event_id', 'in', theirs).execute();
  await tx.updateTable('event_feedback').set({ visitor_id: to }).where('visitor_id', '=', from).execute();
}

export async function anonymiseFeedback(tx: Db): Promise<void> {
  await tx.updateTable('event_feedback').set({ visitor_id: null, text: '' }).execute();
}

export const readAll = (db: Db): Promise<ArchivedFeedback[]> =>
  present(db).select(['id', 'event_id as eventId', 'stars', 'text', 'given_at as givenAt']).orderBy('id').execute();

export const writeAll = (db: Db, all: readonly ArchivedFeedback[]): Promise<void> =>
  insertAll(db, 'event_feedback', all, ({ id, eventId, stars, text, givenAt }) => ({
    ...{ id, stars, text },
    event_id: eventId,
    visitor_id: null,
    given_at: givenAt,
  }));
