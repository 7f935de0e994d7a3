/** SQL of brackets: the draw, the append-only list of results, and the candidates. */
import { toFlag } from '#database/portable.ts';
import type { Db } from '#database/schema.ts';
import type { Entry } from './engine/entries.ts';
import type { BuildOptions } from './engine/graph.ts';
import {
  type DrawnEntrant,
  fromStored,
  type Line,
  type PresentNames,
  revisionOf,
  type StoredBracket,
  type StoredEntrant,
  toStored,
} from './rules/bracket.ts';

/** Returns null before the bracket is drawn, and for an unknown event. */
export async function findDrawn(db: Db, eventId: string): Promise<StoredBracket | null> {
  // Reads results first: if the bracket is drawn again between the two reads, they belong to another draw and are
  // dropped, which shows the new bracket before its first result.
  const results = await db
    .selectFrom('bracket_results')
    .select(['draw_id', 'entry', 'entered_at', 'session_id'])
    .where('event_id', '=', eventId)
    .orderBy('sequence')
    .execute();
  const row = await db.selectFrom('brackets').selectAll().where('event_id', '=', eventId).executeTakeFirst();
  if (row === undefined) return null;
  return {
    eventId,
    drawId: row.draw_id,
    entrants: (JSON.parse(row.entrants) as StoredEntrant[]).map(fromStored),
    options: JSON.parse(row.options) as BuildOptions,
    drawnAt: row.drawn_at,
    drawnBy: row.drawn_by,
    drawnRevision: row.drawn_revision,
    lines: results
      .filter(({ draw_id }) => draw_id === row.draw_id)
      .map(
        (line): Line => ({
          entry: JSON.parse(line.entry) as Entry,
          enteredAt: line.entered_at,
          enteredBy: line.session_id,
        }),
      ),
  };
}

/** Returns the entrants' present names, at the door and as users. */
export async function readNames(
  db: Db,
  { eventId, entrants }: Pick<StoredBracket, 'eventId' | 'entrants'>,
): Promise<PresentNames> {
  const rsvps = await db.selectFrom('rsvps').select(['id', 'player_name']).where('event_id', '=', eventId).execute();
  const ids = entrants.flatMap(({ userId }) => (userId === null ? [] : [userId]));
  const users =
    ids.length === 0 ? [] : await db.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute();
  return {
    byRsvp: new Map(rsvps.map(({ id, player_name }) => [id, player_name])),
    byUser: new Map(users.map(({ id, name }) => [id, name])),
  };
}

export type Candidate = DrawnEntrant & { readonly score: number; readonly registeredAt: string };

/**
 * Returns everybody checked in at the event, in the order they registered; `score` is that of the user of the same
 * name.
 */
export async function listCandidates(db: Db, eventId: string): Promise<Candidate[]> {
  const rows = await db
    .selectFrom('rsvps')
    .leftJoin('users', 'users.name_key', 'rsvps.name_key')
    .select(['rsvps.id', 'rsvps.player_name', 'rsvps.created_at', 'users.id as user_id', 'users.score'])
    .where('rsvps.event_id', '=', eventId)
    .where('rsvps.checked_in', '=', toFlag(true))
    .orderBy('rsvps.created_at')
    .orderBy('rsvps.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    name: row.player_name,
    score: row.score ?? 0,
    registeredAt: row.created_at,
  }));
}

export type NewDraw = Omit<StoredBracket, 'lines' | 'drawnRevision'>;

/** Replaces the event's bracket and deletes the results of the one before; revisions go on. The event must be held. */
export async function replaceBracket(db: Db, draw: NewDraw): Promise<void> {
  const before = await findDrawn(db, draw.eventId);
  await db.deleteFrom('brackets').where('event_id', '=', draw.eventId).execute();
  await db
    .insertInto('brackets')
    .values({
      event_id: draw.eventId,
      draw_id: draw.drawId,
      entrants: JSON.stringify(draw.entrants.map(toStored)),
      options: JSON.stringify(draw.options),
      drawn_at: draw.drawnAt,
      drawn_by: draw.drawnBy,
      drawn_revision: before === null ? 1 : revisionOf(before) + 1,
    })
    .execute();
  await db
    .updateTable('events')
    .set({ bracket_drawn: toFlag(true) })
    .where('id', '=', draw.eventId)
    .execute();
}

export type NewLine = Line & {
  readonly eventId: string;
  readonly drawId: string;
  /** Its index in the list; a taken one violates the unique constraint. */
  readonly sequence: number;
};

export async function addLine(db: Db, line: NewLine): Promise<void> {
  await db
    .insertInto('bracket_results')
    .values({
      event_id: line.eventId,
      sequence: line.sequence,
      draw_id: line.drawId,
      entry: JSON.stringify(line.entry),
      entered_at: line.enteredAt,
      session_id: line.enteredBy,
    })
    .execute();
}
