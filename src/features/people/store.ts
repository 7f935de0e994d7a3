/** SQL of the search for people, over the tables that have names. */
import { type Selectable, sql } from 'kysely';
import type { Db, Schema } from '#database/schema.ts';
import { presentEvents } from '#features/events/store.ts';
import { withRank } from '#features/waiting/store.ts';
import { nameKey } from '#platform/names.ts';
import type { Kind, Owner } from './rules.ts';
import { presentUsers } from './users/store/users.ts';

type InEvents = 'rsvps' | 'waiting_entries';

/**
 * Returns another text after every change of names: of a place or line, which raises the event's revision, of an account, and of
 * games, which are only added, removed and restored.
 */
export async function readVersion(db: Db): Promise<string> {
  const count = sql<number | string>`count(*)`.as('rows');
  const revisions = sql`sum(revision)`.as('revisions');
  const latest = (column: string) => sql<string | null>`max(${sql.ref(column)})`;
  const versions = await Promise.all([
    db.selectFrom('events').select([count, revisions]).execute(),
    db
      .selectFrom('users')
      .select([count, revisions, latest('created_at').as('newest')])
      .execute(),
    db
      .selectFrom('inventory_games')
      .select([count, sql`count(removed_at)`.as('removed')])
      .select([latest('created_at').as('newest'), latest('removed_at').as('removal')])
      .execute(),
  ]);
  return JSON.stringify(versions);
}

const SEPARATOR = '\n';

export type Names = { readonly keys: ReadonlySet<string>; readonly gamesOf: ReadonlyMap<string, readonly string[]> };

/** Returns the key of every name, and the ids of each owner's games by the key of the owner's name. */
export async function readNames(db: Db): Promise<Names> {
  // One text for many rows: reading them one by one takes five times as long. Names hold no line end.
  const joined = sql<string | null>`string_agg(name_key, ${SEPARATOR})`.as('names');
  const events = presentEvents(db).select('id');
  const [games, ...texts] = await Promise.all([
    db.selectFrom('inventory_games').select(['id', 'owner']).where('removed_at', 'is', null).execute(),
    db.selectFrom('rsvps').where('event_id', 'in', events).select(joined).executeTakeFirstOrThrow(),
    db.selectFrom('waiting_entries').where('event_id', 'in', events).select(joined).executeTakeFirstOrThrow(),
    presentUsers(db).select(joined).executeTakeFirstOrThrow(),
  ]);
  const gamesOf = new Map<string, string[]>();
  for (const { id, owner } of games) {
    const key = nameKey(owner);
    gamesOf.set(key, [...(gamesOf.get(key) ?? []), id]);
  }
  const named = texts.flatMap(({ names }) => names?.split(SEPARATOR) ?? []);
  return { keys: new Set([...named, ...gamesOf.keys()]), gamesOf };
}

/** Returns whose the rows with these names are, of games those with these ids. */
export async function listOwners(db: Db, keys: readonly string[], gameIds: readonly string[]): Promise<Owner[]> {
  const kind = (of: Kind) => sql<Kind>`${sql.lit(of)}`.as('kind');
  const named = (table: InEvents | 'users', of: Kind) =>
    db
      .selectFrom(table)
      .select([kind(of), 'name_key as name', 'visitor_id as visitorId'])
      .where('name_key', 'in', keys);
  const games = db.selectFrom('inventory_games').select([kind('game'), 'owner as name', 'visitor_id as visitorId']);
  const rows = await named('rsvps', 'place')
    .union(named('waiting_entries', 'place'))
    .union(named('users', 'account'))
    .union(games.where('id', 'in', gameIds))
    .execute();
  return rows.map((row) => ({ ...row, nameKey: row.kind === 'game' ? nameKey(row.name) : row.name }));
}

export type RowInEvent = Pick<
  Selectable<Schema[InEvents]>,
  'id' | 'event_id' | 'player_name' | 'name_key' | 'visitor_id'
>;

/** Returns all that these persons have, each row with whose it is. By unions, because SQLite reads a whole table for an `or`. */
export async function readBelongings(db: Db, persons: readonly Owner[], gameIds: readonly string[]) {
  const visitorIds = persons.flatMap(({ visitorId }) => visitorId ?? []);
  const of = (table: InEvents | 'users' | 'inventory_games') =>
    db.selectFrom(table).select('id').where('visitor_id', 'in', visitorIds);
  const among = (table: InEvents | 'users', kind: Kind) => {
    const keys = persons
      .filter((person) => person.visitorId === null && person.kind === kind)
      .map((person) => person.nameKey);
    const named = db.selectFrom(table).select('id').where('name_key', 'in', keys);
    return of(table).union(named.where('visitor_id', 'is', null));
  };
  const gamesOf = of('inventory_games').union(db.selectFrom('inventory_games').select('id').where('id', 'in', gameIds));
  const places = db
    .selectFrom('rsvps')
    .select(['id', 'event_id', 'player_name', 'name_key', 'checked_in', 'visitor_id']);
  const accounts = presentUsers(db).select([
    'id',
    'name',
    'name_key',
    'score',
    'shown_score as shownScore',
    'seen_at as seenAt',
    'visitor_id',
  ]);
  const games = db.selectFrom('inventory_games').select(['id', 'name', 'owner', 'available', 'visitor_id']);
  const devices = db
    .selectFrom('devices')
    .select(['visitor_id', 'created_at as since', 'last_seen_at as lastSeen'])
    .where('visitor_id', 'in', visitorIds);
  const rows = await Promise.all([
    places.where('id', 'in', among('rsvps', 'place')).execute(),
    withRank(db).where('own.id', 'in', among('waiting_entries', 'place')).execute(),
    accounts.where('id', 'in', among('users', 'account')).execute(),
    games.where('removed_at', 'is', null).where('id', 'in', gamesOf).execute(),
    devices.orderBy('last_seen_at', 'desc').execute(),
  ]);
  return { places: rows[0], lines: rows[1], accounts: rows[2], games: rows[3], devices: rows[4] };
}
