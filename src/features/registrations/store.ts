/** Reads registrations, and removes and restores accounts and games; a removal keeps whole rows of other nouns. */
import type { Selectable } from 'kysely';
import { noteChange } from '#database/changes.ts';
import type { NamedRow } from '#database/duties.ts';
import { fromFlag } from '#database/portable.ts';
import type { Db, Schema } from '#database/schema.ts';
import { deleteListed, listAddedAfter } from '#features/inventory/store.ts';
import { listTakenAfter } from '#features/rsvps/store.ts';
import { deleteWithoutPoints, listMadeAfter } from '#features/users/store.ts';
import type { Counts } from './contract.ts';
import type { EventFacts, Kind, Thing } from './rules/bursts.ts';

/** Rows read per statement: about 2 ms on SQLite, which blocks the program. */
const PAGE = 1000;

/** A registered row; `thing` is null when no device made it. */
export type Registered = { readonly id: string; readonly at: number; readonly thing: Thing | null };

/** What belongs to no event. */
type OwnKind = Exclude<Kind, 'place'>;
const TABLES = { account: 'users', game: 'inventory_games' } as const;

type Row = {
  id: string;
  created_at: string;
  visitor_id: string | null;
  network: string | null;
  phone_since: string | null;
};

const asRegistered = (kind: Kind, row: Row, more: Pick<Thing, 'eventId' | 'proven'>): Registered => {
  const at = Date.parse(row.created_at);
  const { id, visitor_id: visitorId, network } = row;
  if (visitorId === null) return { id, at, thing: null };
  return {
    id,
    at,
    thing: { kind, id, at, visitorId, network, phoneSince: Date.parse(row.phone_since ?? ''), ...more },
  };
};

const LISTS: Record<Kind, (db: Db, after: string) => Promise<Registered[]>> = {
  place: async (db, after) =>
    (await listTakenAfter(db, after, PAGE)).map((row) =>
      asRegistered('place', row, { eventId: row.event_id, proven: fromFlag(row.checked_in) }),
    ),
  account: async (db, after) =>
    (await listMadeAfter(db, after, PAGE)).map((row) =>
      asRegistered('account', row, { eventId: null, proven: row.score !== 0 }),
    ),
  // Keeps removed games without a device, because a short page means the end.
  game: async (db, after) =>
    (await listAddedAfter(db, after, PAGE)).map((row) =>
      asRegistered('game', row.removed_at === null ? row : { ...row, visitor_id: null }, {
        eventId: null,
        proven: false,
      }),
    ),
};

/** Returns the next rows of this kind after this id, and the id to continue from; null at the end. */
export async function listPage(
  db: Db,
  kind: Kind,
  after: string,
): Promise<{ rows: Registered[]; next: string | null }> {
  const rows = await LISTS[kind](db, after);
  return { rows, next: rows.length < PAGE ? null : (rows.at(-1)?.id ?? null) };
}

export async function listEventFacts(db: Db, ids: readonly string[]): Promise<EventFacts[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('events').select(['id', 'title', 'bracket_drawn']).where('id', 'in', ids).execute();
  return rows.map(({ id, title, bracket_drawn }) => ({ id, title, drawn: fromFlag(bracket_drawn) }));
}

/**
 * Locks these visitors until the transaction ends, before any event, like forgetting does, so that the two cannot
 * deadlock.
 */
export async function holdVisitors(db: Db, ids: readonly string[]): Promise<void> {
  await db
    .updateTable('visitors')
    .set((eb) => ({ created_at: eb.ref('created_at') }))
    .where('id', 'in', ids)
    .execute();
}

export type StoredRemoval = {
  readonly id: string;
  readonly removedAt: string;
  readonly network: string;
  readonly from: string;
  readonly to: string;
  readonly removed: Counts;
};

const asRemoval = (row: Selectable<Schema['removals']>): StoredRemoval => ({
  id: row.id,
  removedAt: row.removed_at,
  network: row.network,
  from: row.from_at,
  to: row.to_at,
  removed: { places: row.places, accounts: row.accounts, games: row.games },
});

export async function addRemoval(db: Db, { removed, ...removal }: StoredRemoval): Promise<void> {
  await db
    .insertInto('removals')
    .values({
      id: removal.id,
      removed_at: removal.removedAt,
      network: removal.network,
      from_at: removal.from,
      to_at: removal.to,
      ...removed,
    })
    .execute();
}

/** Removals made after `since`, latest first. */
export async function listRemovals(db: Db, since: string): Promise<StoredRemoval[]> {
  const rows = await db
    .selectFrom('removals')
    .selectAll()
    .where('removed_at', '>', since)
    .orderBy('removed_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(asRemoval);
}

/** Locks a removal made after `since` until the transaction ends, so that only one undo gets it. */
export async function holdRemoval(db: Db, id: string, since: string): Promise<StoredRemoval | null> {
  const row = await db
    .updateTable('removals')
    .set((eb) => ({ places: eb.ref('places') }))
    .where('id', '=', id)
    .where('removed_at', '>', since)
    .returningAll()
    .executeTakeFirst();
  return row === undefined ? null : asRemoval(row);
}

/** Deletes a removal whose rows are gone. */
export async function dropRemoval(db: Db, id: string): Promise<void> {
  await db.deleteFrom('removals').where('id', '=', id).execute();
}

/** Returns the ids of removals made at `moment` or before. */
export async function listOldRemovals(db: Db, moment: string): Promise<string[]> {
  const rows = await db.selectFrom('removals').select('id').where('removed_at', '<=', moment).execute();
  return rows.map(({ id }) => id);
}

type Kept = Selectable<Schema['removed_rows']>;
type Deleted = { id: string; visitor_id: string | null; event_id?: string };

/** Keeps deleted rows for an undo. */
export async function keep(db: Db, removalId: string, kind: Kind, deleted: readonly Deleted[]): Promise<void> {
  const rows = deleted.flatMap((row): Kept[] => {
    // A row without a device is in no burst.
    if (row.visitor_id === null) return [];
    const { id, visitor_id, event_id = null } = row;
    return [{ removal_id: removalId, kind, row_id: id, visitor_id, event_id, row: JSON.stringify(row) }];
  });
  if (rows.length > 0) await db.insertInto('removed_rows').values(rows).execute();
}

const DELETIONS = { account: deleteWithoutPoints, game: deleteListed };

/** Deletes accounts without points, or games that are on the list, and keeps them for an undo. Returns how many. */
export async function removeOwn(db: Db, removalId: string, kind: OwnKind, ids: readonly string[]): Promise<number> {
  const deleted = await DELETIONS[kind](db, ids);
  await keep(db, removalId, kind, deleted);
  return deleted.length;
}

/** Returns the visitors and events that a removal took from, each in the order of ids. */
export async function listRemovedFrom(db: Db, removalId: string): Promise<{ visitors: string[]; events: string[] }> {
  const kept = db.selectFrom('removed_rows').where('removal_id', '=', removalId).distinct();
  const visitors = await kept.select('visitor_id as id').orderBy('visitor_id').execute();
  const events = await kept.select('event_id as id').where('kind', '=', 'place').orderBy('event_id').execute();
  return { visitors: visitors.map(({ id }) => id), events: events.flatMap(({ id }) => id ?? []) };
}

type Which = { readonly removalId: string; readonly kind: Kind; readonly eventId?: string };

/** Takes up to `most` kept rows out of a removal, in the order they were registered. */
export async function takeKept(db: Db, { removalId, kind, eventId }: Which, most: number): Promise<string[]> {
  const kept = db
    .selectFrom('removed_rows')
    .select('row_id')
    .where('removal_id', '=', removalId)
    .where('kind', '=', kind)
    .$if(eventId !== undefined, (query) => query.where('event_id', '=', eventId ?? ''))
    .orderBy('row_id')
    .limit(most);
  const taken = await db
    .deleteFrom('removed_rows')
    .where('removal_id', '=', removalId)
    .where('kind', '=', kind)
    .where('row_id', 'in', kept)
    .returning(['row_id', 'row'])
    .execute();
  return taken.sort((a, b) => (a.row_id < b.row_id ? -1 : 1)).map(({ row }) => row);
}

/** Inserts kept rows again, except those whose name or id is taken. Returns how many. */
export async function putBack(db: Db, kind: OwnKind, kept: readonly string[]): Promise<number> {
  const rows = kept.map((row) => JSON.parse(row));
  const done = await db
    .insertInto(TABLES[kind])
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  noteChange(
    db,
    TABLES[kind],
    done.map(({ id }) => id),
  );
  return done.length;
}

/** Places and accounts of a visitor that organisers removed as part of a burst, kept while that can be undone. */
export async function listRemovedOf(db: Db, visitorId: string): Promise<NamedRow[]> {
  const rows = await db
    .selectFrom('removed_rows')
    .select(['row_id', 'event_id', 'row'])
    .where('visitor_id', '=', visitorId)
    .where('kind', '<>', 'game')
    .execute();
  return rows.map(({ row_id, event_id, row }) => {
    const { name, player_name } = JSON.parse(row) as { name?: string; player_name?: string };
    return { id: row_id, name: name ?? player_name ?? '', ...(event_id === null ? {} : { eventId: event_id }) };
  });
}
