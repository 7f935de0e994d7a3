/** SQL of brackets: the draw, the append-only list of results, and the candidates. */
import type { Leaving } from '#database/duties.ts';
import { fromFlag, toFlag } from '#database/portable.ts';
import type { Db } from '#database/schema.ts';
import { noteChange, noteOwners } from '#database/transactions.ts';
import { everyEvent, hiddenEvents, markDrawn, updateEvent } from '#features/events/store.ts';
import { accountLike } from '#features/people/users/rules.ts';
import { listAccountsLike, presentUsers } from '#features/people/users/store/users.ts';
import { pauses } from '#platform/server/turns.ts';
import type { DrawOptions } from '../engine/graph.ts';
import type { Entry } from '../engine/state.ts';
import {
  type Author,
  allFormer,
  type DrawnEntrant,
  fromStored,
  type Line,
  type PresentNames,
  revisionOf,
  type StoredBracket,
  type StoredEntrant,
  stateOf,
  toStored,
  withoutNames,
} from '../rules/bracket.ts';
import type { ArchivedBracket } from '../rules/stored.ts';

/** Returns null before the bracket is drawn, and for an unknown event. */
export async function findStoredBracket(db: Db, eventId: string): Promise<StoredBracket | null> {
  // Reads results first: if the bracket is drawn again between the two reads, they belong to another draw and are
  // dropped, which shows the new bracket before its first result.
  const results = await db
    .selectFrom('bracket_results')
    .select(['draw_id', 'entry', 'entered_at as enteredAt', 'session_id', 'entered_by_name', 'agreed_by'])
    .where('event_id', '=', eventId)
    .orderBy('sequence')
    .execute();
  const row = await db
    .selectFrom('brackets')
    .select([
      'draw_id as drawId',
      'drawn_at as drawnAt',
      'drawn_by',
      'drawn_by_name',
      'drawn_revision as drawnRevision',
    ])
    .select(['entrants', 'options'])
    .where('event_id', '=', eventId)
    .where('event_id', 'not in', hiddenEvents(db).select('events.id'))
    .executeTakeFirst();
  if (row === undefined) return null;
  const { drawn_by, drawn_by_name, ...draw } = row;
  return {
    ...draw,
    eventId,
    drawnBy: authorOf(drawn_by, drawn_by_name),
    entrants: (JSON.parse(row.entrants) as StoredEntrant[]).map(fromStored),
    options: JSON.parse(row.options) as DrawOptions,
    lines: results
      .filter(({ draw_id }) => draw_id === row.drawId)
      .map(
        ({ entry, enteredAt, session_id, entered_by_name, agreed_by }): Line => ({
          entry: JSON.parse(entry) as Entry,
          enteredAt,
          enteredBy:
            agreed_by === null
              ? authorOf(session_id, entered_by_name)
              : { sessionId: null, name: null, agreed: JSON.parse(agreed_by) as string[] },
        }),
      ),
  };
}

const authorOf = (sessionId: string | null, name: string | null): Author | null =>
  sessionId === null ? null : { sessionId, name };

/** Returns the entrants' present names, at the door and as users, and the visitors of both. */
export async function readNames(
  db: Db,
  { eventId, entrants }: Pick<StoredBracket, 'eventId' | 'entrants'>,
): Promise<PresentNames> {
  const rsvps = await db
    .selectFrom('rsvps')
    .select(['id', 'player_name', 'visitor_id', 'fixed_table'])
    .where('event_id', '=', eventId)
    .execute();
  const ids = entrants.flatMap(({ userId }) => (userId === null ? [] : [userId]));
  const users =
    ids.length === 0
      ? []
      : await presentUsers(db).select(['id', 'name', 'visitor_id']).where('id', 'in', ids).execute();
  return {
    byRsvp: new Map(rsvps.map(({ id, player_name }) => [id, player_name])),
    byUser: new Map(users.map(({ id, name }) => [id, name])),
    visitors: new Map([...rsvps, ...users].map(({ id, visitor_id }) => [id, visitor_id])),
    fixedTables: new Map(rsvps.flatMap(({ id, fixed_table }) => (fixed_table === null ? [] : [[id, fixed_table]]))),
  };
}

export type Candidate = Required<DrawnEntrant> & { score: number; registeredAt: string; checkedIn: boolean };

/** Returns all with a place in the event, in the order they registered; `score` is that of the account of such a name. */
export async function listCandidates(db: Db, eventId: string): Promise<Candidate[]> {
  const rows = await db
    .selectFrom('rsvps')
    .select(['id', 'player_name as name', 'created_at as registeredAt', 'checked_in', 'visitor_id as visitorId'])
    .where('event_id', '=', eventId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const names = rows.map(({ name }) => name);
  const like = accountLike(await listAccountsLike(db, [], names));
  return rows.map(({ checked_in, ...row }) => {
    const { id: userId = null, score = 0 } = like(row.name) ?? {};
    return { ...row, userId, score, checkedIn: fromFlag(checked_in) };
  });
}

export type NewDraw = Omit<StoredBracket, 'lines' | 'drawnRevision'>;

/** Replaces the event's bracket and deletes the results of the one before; revisions go on. The event must be locked. */
export async function replaceBracket(db: Db, draw: NewDraw): Promise<void> {
  const before = await findStoredBracket(db, draw.eventId);
  await db.deleteFrom('brackets').where('event_id', '=', draw.eventId).execute();
  await db
    .insertInto('brackets')
    .values({
      event_id: draw.eventId,
      draw_id: draw.drawId,
      entrants: JSON.stringify(draw.entrants.map(toStored)),
      options: JSON.stringify(draw.options),
      drawn_at: draw.drawnAt,
      drawn_by: draw.drawnBy?.sessionId ?? null,
      drawn_by_name: draw.drawnBy?.name ?? null,
      drawn_revision: 1 + (before === null ? await formerRevision(db, draw.eventId) : revisionOf(before)),
    })
    .execute();
  await markDrawn(db, draw.eventId, { isDecided: false });
  noteBracket(db, draw.eventId);
}

async function formerRevision(db: Db, eventId: string): Promise<number> {
  const row = await everyEvent(db).select('former_revision').where('id', '=', eventId).executeTakeFirst();
  return row?.former_revision ?? 0;
}

/** Forgets the event's draw, as if it had never been. The event must be locked. */
export async function removeBracket(db: Db, eventId: string): Promise<void> {
  const before = await findStoredBracket(db, eventId);
  await db.deleteFrom('brackets').where('event_id', '=', eventId).execute();
  await updateEvent(db, eventId)
    .set({
      bracket_drawn: toFlag(false),
      bracket_decided: null,
      round_clock: null,
      former_revision: before ? revisionOf(before) : 0,
    })
    .execute();
  noteBracket(db, eventId);
}

/** Any match and standing of the event's bracket may have changed, or the matches with these ids. */
export function noteBracket(db: Db, eventId: string, matchIds: readonly string[] | null = null): void {
  noteChange(db, 'calls');
  noteChange(db, `matches:${eventId}`, matchIds);
  noteChange(db, `leaderboard:${eventId}`);
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
      session_id: line.enteredBy?.sessionId ?? null,
      entered_by_name: line.enteredBy?.name ?? null,
      agreed_by: line.enteredBy?.agreed ? JSON.stringify(line.enteredBy.agreed) : null,
    })
    .execute();
}

type StoredEntrants = { readonly eventId: string; readonly entrants: readonly StoredEntrant[] };

const asEntrants = ({ event_id, entrants }: { event_id: string; entrants: string }): StoredEntrants => ({
  eventId: event_id,
  entrants: JSON.parse(entrants),
});

/** Replaces players; results stay. */
export async function replaceEntrants(
  db: Db,
  { eventId, entrants }: StoredEntrants,
  drawnRevision?: number,
): Promise<void> {
  await db
    .updateTable('brackets')
    .set({ entrants: JSON.stringify(entrants), drawn_revision: drawnRevision })
    .where('event_id', '=', eventId)
    .execute();
  noteBracket(db, eventId);
}

/** Gives a player the name of their renamed place, and the account of that name, as a draw would. The event must be locked. */
export async function renameEntrant(db: Db, eventId: string, placeId: string): Promise<void> {
  const drawn = await findStoredBracket(db, eventId);
  const place = (await listCandidates(db, eventId)).find(({ id }) => id === placeId);
  if (drawn === null || place === undefined) return;
  const entrants = drawn.entrants.map((entrant) => toStored(entrant.id === placeId ? place : entrant));
  await replaceEntrants(db, { eventId, entrants });
}

/** Finds the brackets in which the visitor plays, as they are without the visitor's names. */
async function findWithout(db: Db, { visitorId, rows }: Leaving): Promise<StoredEntrants[]> {
  const eventIds = rows.flatMap((row) => (row.kind === 'place' ? row.eventId : []));
  const userIds = rows.filter(({ kind }) => kind === 'account').map(({ id }) => id);
  const found = await db
    .selectFrom('brackets')
    .select(['event_id', 'entrants'])
    .where((eb) =>
      eb.or([
        ...(eventIds.length > 0 ? [eb('event_id', 'in', eventIds)] : []),
        // A bracket has no row for each player, and a festival has tens of brackets.
        ...[visitorId, ...userIds].map((id) => eb('entrants', 'like', `%${id}%`)),
      ]),
    )
    .orderBy('event_id')
    .execute();
  const ids = new Set([visitorId, ...rows.map(({ id }) => id)]);
  return found.map(asEntrants).flatMap(({ eventId, entrants }) => {
    const changed = withoutNames(entrants, ids);
    return changed === null ? [] : [{ eventId, entrants: changed }];
  });
}

export const listEventsOfEntrants = async (db: Db, leaving: Leaving): Promise<string[]> =>
  (await findWithout(db, leaving)).map(({ eventId }) => eventId);

/** Puts numbers for the visitor's names, so that what others played stays true. The events must be locked. */
export async function forgetEntrants(db: Db, leaving: Leaving): Promise<void> {
  for (const bracket of await findWithout(db, leaving)) await replaceEntrants(db, bracket);
}

export async function anonymiseBrackets(db: Db): Promise<void> {
  await db.updateTable('brackets').set({ drawn_by: null, drawn_by_name: null }).execute();
  await db.updateTable('bracket_results').set({ session_id: null, entered_by_name: null, agreed_by: null }).execute();
  const rows = await db.selectFrom('brackets').select(['event_id', 'entrants']).orderBy('event_id').execute();
  for (const { eventId, entrants } of rows.map(asEntrants)) {
    await replaceEntrants(db, { eventId, entrants: allFormer(entrants) });
  }
}

/** For a festival's file, in the order of events. Who drew and who entered is left out: sessions are no part of a file. */
export async function readBrackets(db: Db): Promise<ArchivedBracket[]> {
  const rows = await db.selectFrom('brackets').select('event_id').orderBy('event_id').execute();
  const brackets: ArchivedBracket[] = [];
  for (const { event_id } of rows) {
    const drawn = await findStoredBracket(db, event_id);
    if (drawn === null) continue;
    const { eventId, drawId, drawnAt, options } = drawn;
    brackets.push({
      eventId,
      drawId,
      drawnAt,
      entrants: drawn.entrants.map((entrant) => toStored({ ...entrant, visitorId: null })),
      options: options as ArchivedBracket['options'],
      lines: drawn.lines.map(({ entry, enteredAt }) => ({ entry: entry as ArchivedEntry, enteredAt })),
    });
  }
  return brackets;
}

type ArchivedEntry = ArchivedBracket['lines'][number]['entry'];

export async function writeBrackets(db: Db, brackets: readonly ArchivedBracket[]): Promise<void> {
  const rest = pauses();
  for (const { lines, ...draw } of brackets) {
    await replaceBracket(db, { ...draw, entrants: draw.entrants.map(fromStored), drawnBy: null });
    for (const [sequence, { entry, enteredAt }] of lines.entries()) {
      await addLine(db, { eventId: draw.eventId, drawId: draw.drawId, sequence, entry, enteredAt, enteredBy: null });
      await rest();
    }
    if (stateOf({ ...draw, lines }).over) await markDrawn(db, draw.eventId, { isDecided: true });
  }
}

async function noteLine(db: Db, id: string): Promise<void> {
  noteOwners(db, await db.selectFrom('waiting_entries').select('visitor_id').where('event_id', '=', id).execute());
}

/** Completes a locked event. */
export async function completeEvent(db: Db, id: string, now: string): Promise<void> {
  await noteLine(db, id);
  await updateEvent(db, id).set({ status: 'completed', completed_at: now, waiting: 0 }).execute();
}

/** Puts an event back in progress that was completed after `since`. Returns whether it did. */
export async function undoCompletion(db: Db, id: string, since: string): Promise<boolean> {
  await noteLine(db, id);
  const undone = updateEvent(db, id)
    .set({ status: 'in-progress', completed_at: null })
    .where('completed_at', '>', since)
    .where('deleted_at', 'is', null);
  return (await undone.executeTakeFirst()).numUpdatedRows === 1n;
}

/** Returns the events that were completed at `until` or before and are not final yet. */
export async function listToFinish(db: Db, until: string): Promise<string[]> {
  const rows = await everyEvent(db).select('id').where('completed_at', '<=', until).orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** Makes a completion final, unless it was undone. Returns whether it did. */
export async function finishCompletion(db: Db, id: string, until: string): Promise<boolean> {
  const finished = updateEvent(db, id).set({ completed_at: null, late_minutes: 0 }).where('completed_at', '<=', until);
  return (await finished.executeTakeFirst()).numUpdatedRows === 1n;
}
