/** SQL of the search for people, over the tables that have names. */
import { type Selectable, sql } from 'kysely';
import type { Db, Schema } from '#database/schema.ts';
import { presentEvents } from '#features/events/store.ts';
import { withRank } from '#features/waiting/store.ts';
import { nameKey } from '#platform/names.ts';
import type { Kind, Owner } from './rules.ts';

const IN_EVENTS = ['rsvps', 'waiting_entries'] as const;
type InEvents = (typeof IN_EVENTS)[number];

/** What changes with the names: of each event its revision, of the accounts and of the games a text. */
export type Versions = {
  readonly events: ReadonlyMap<string, number>;
  readonly accounts: string;
  readonly games: string;
};

/** A change of a place or line raises the event's revision, one of an account the account's, and a game is only added, removed and restored. */
export async function readVersions(db: Db): Promise<Versions> {
  const count = sql<number | string>`count(*)`.as('rows');
  const latest = (column: string) => sql<string | null>`max(${sql.ref(column)})`;
  const [events, accounts, games] = await Promise.all([
    presentEvents(db).select(['id', 'revision']).execute(),
    db
      .selectFrom('users')
      .select([count, sql`sum(revision)`.as('revisions'), latest('created_at').as('newest')])
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('inventory_games')
      .select([count, sql`count(removed_at)`.as('removed')])
      .select([latest('created_at').as('newest'), latest('removed_at').as('removal')])
      .executeTakeFirstOrThrow(),
  ]);
  return {
    events: new Map(events.map(({ id, revision }) => [id, revision])),
    accounts: JSON.stringify(accounts),
    games: JSON.stringify(games),
  };
}

const SEPARATOR = '\n';
/** One text for many rows: reading them one by one takes five times as long. Names hold no line end. */
const joined = (column: string) => sql<string>`string_agg(${sql.ref(column)}, ${SEPARATOR})`.as('names');

/** Returns the name keys of the places and lines of these events, or of all when there is none to name. */
export async function readEventNames(db: Db, eventIds: readonly string[] | null): Promise<Map<string, Set<string>>> {
  const names = new Map<string, Set<string>>();
  for (const table of IN_EVENTS) {
    const rows = await db
      .selectFrom(table)
      .select(['event_id', joined('name_key')])
      .$if(eventIds !== null, (query) => query.where('event_id', 'in', eventIds))
      .groupBy('event_id')
      .execute();
    for (const row of rows) {
      const own = names.get(row.event_id) ?? new Set();
      for (const key of row.names.split(SEPARATOR)) own.add(key);
      names.set(row.event_id, own);
    }
  }
  return names;
}

export async function readAccountNames(db: Db): Promise<Set<string>> {
  const { names } = await db.selectFrom('users').select(joined('name_key')).executeTakeFirstOrThrow();
  return new Set((names as string | null)?.split(SEPARATOR));
}

/** Returns the ids of each owner's games, by the key of the owner's name. */
export async function readGameOwners(db: Db): Promise<Map<string, string[]>> {
  const games = new Map<string, string[]>();
  const listed = db.selectFrom('inventory_games').select(['id', 'owner']).where('removed_at', 'is', null);
  for (const { id, owner } of await listed.execute()) {
    const key = nameKey(owner);
    const own = games.get(key);
    if (own === undefined) games.set(key, [id]);
    else own.push(id);
  }
  return games;
}

/** Names, the events where they have a place or wait, and their games. */
export type Whereabouts = {
  readonly keys: readonly string[];
  readonly eventIds: readonly string[];
  readonly gameIds: readonly string[];
};

/** Returns whose the rows with these names are. */
export async function listOwners(db: Db, { keys, eventIds, gameIds }: Whereabouts): Promise<Owner[]> {
  const kind = (of: Kind) => sql<Kind>`${sql.lit(of)}`.as('kind');
  const inEvents = (table: InEvents) =>
    namedIn(db, table, { keys, eventIds }).select([kind('place'), 'name_key as name', 'visitor_id as visitorId']);
  const accounts = db.selectFrom('users').select([kind('account'), 'name_key as name', 'visitor_id as visitorId']);
  const games = db.selectFrom('inventory_games').select([kind('game'), 'owner as name', 'visitor_id as visitorId']);
  const rows = await inEvents('rsvps')
    .union(inEvents('waiting_entries'))
    .union(accounts.where('name_key', 'in', keys))
    .union(games.where('id', 'in', gameIds))
    .execute();
  return rows.map((row) => ({ ...row, nameKey: row.kind === 'game' ? nameKey(row.name) : row.name }));
}

const namedIn = (db: Db, table: InEvents, { keys, eventIds }: Pick<Whereabouts, 'keys' | 'eventIds'>) =>
  db.selectFrom(table).where('event_id', 'in', eventIds).where('name_key', 'in', keys);

export type RowInEvent = Pick<
  Selectable<Schema[InEvents]>,
  'id' | 'event_id' | 'player_name' | 'name_key' | 'visitor_id'
>;

/** Returns all that these persons have, each row with whose it is. By unions, because SQLite reads a whole table for an `or`. */
export async function readBelongings(db: Db, persons: readonly Owner[], { eventIds, gameIds }: Whereabouts) {
  const visitorIds = persons.flatMap(({ visitorId }) => visitorId ?? []);
  const keysOf = (kind: Kind) =>
    persons.filter((one) => one.visitorId === null && one.kind === kind).map((one) => one.nameKey);
  const of = (table: InEvents | 'users' | 'inventory_games') =>
    db.selectFrom(table).select('id').where('visitor_id', 'in', visitorIds);
  const inEvents = (table: InEvents) => {
    const named = namedIn(db, table, { keys: keysOf('place'), eventIds });
    return of(table).union(named.select('id').where('visitor_id', 'is', null));
  };
  const accountsOf = of('users').union(db.selectFrom('users').select('id').where('name_key', 'in', keysOf('account')));
  const gamesOf = of('inventory_games').union(db.selectFrom('inventory_games').select('id').where('id', 'in', gameIds));
  const places = db
    .selectFrom('rsvps')
    .select(['id', 'event_id', 'player_name', 'name_key', 'checked_in', 'visitor_id']);
  const accounts = db.selectFrom('users').select(['id', 'name', 'name_key', 'score', 'visitor_id']);
  const games = db.selectFrom('inventory_games').select(['id', 'name', 'owner', 'available', 'visitor_id']);
  const devices = db
    .selectFrom('devices')
    .select(['visitor_id', 'created_at as since', 'last_seen_at as lastSeen'])
    .where('visitor_id', 'in', visitorIds);
  const rows = await Promise.all([
    places.where('id', 'in', inEvents('rsvps')).execute(),
    withRank(db).where('own.id', 'in', inEvents('waiting_entries')).execute(),
    accounts.where('id', 'in', accountsOf).execute(),
    games.where('removed_at', 'is', null).where('id', 'in', gamesOf).execute(),
    devices.orderBy('last_seen_at', 'desc').execute(),
  ]);
  return { places: rows[0], lines: rows[1], accounts: rows[2], games: rows[3], devices: rows[4] };
}
