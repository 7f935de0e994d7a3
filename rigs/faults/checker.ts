/** The checker: compares the database with what the driver's clients know. */
import { Kysely } from 'kysely';
import { connect } from '#database/connect.ts';
import type { DialectName } from '#database/portable.ts';
import type { Db, Schema } from '#database/schema.ts';
import { openSqlite, sqliteDialect } from '#database/sqlite.ts';
import { problemsIn } from '#testing/soundness.ts';
import type { Entry } from './ledger.ts';

/** Opens the server's database, runs `act`, and closes it. */
export async function look<T>(url: string, act: (db: Db, dialect: DialectName) => Promise<T>): Promise<T> {
  if (url.startsWith('sqlite:')) {
    const db = new Kysely<Schema>({ dialect: sqliteDialect(openSqlite(url.slice('sqlite:'.length))) });
    return act(db, 'sqlite').finally(() => db.destroy());
  }
  const connection = await connect(url, () => undefined);
  return act(connection.db, 'postgres').finally(() => connection.close());
}

export const soundness = (url: string): Promise<string[]> => look(url, problemsIn);

type Registration = { eventId: string; playerName: string };
const placeOf = ({ eventId, playerName }: Registration): string => `${eventId} ${playerName}`;

/**
 * Checks registrations, each with its own name in its event: acknowledged ones exist, refused ones do not, unknown ones
 * exist at most once, and there are no others.
 */
export async function checkRegistrations(url: string, entries: readonly Entry[]): Promise<string[]> {
  const asked = entries.map((entry) => ({ entry, place: placeOf(entry.body as Registration) }));
  const events = [...new Set(entries.map(({ body }) => (body as Registration).eventId))];
  const rows = await look(url, (db) =>
    db.selectFrom('rsvps').select(['id', 'event_id', 'player_name']).where('event_id', 'in', events).execute(),
  );
  const ids = new Map<string, string[]>();
  for (const { id, event_id: eventId, player_name: playerName } of rows) {
    const place = placeOf({ eventId, playerName });
    ids.set(place, [...(ids.get(place) ?? []), id]);
  }
  const known = new Set(asked.map(({ place }) => place));
  const strays = [...ids.keys()].filter((place) => !known.has(place)).map((place) => `nobody asked for ${place}`);
  return [...strays, ...asked.flatMap(({ entry, place }) => verdict(entry, place, ids.get(place) ?? []))];
}

function verdict({ outcome, status, answer }: Entry, place: string, ids: readonly string[]): string[] {
  switch (outcome) {
    case 'ok':
      return ids[0] === JSON.parse(answer).id && ids.length === 1 ? [] : [`acknowledged but not there: ${place}`];
    case 'refused':
    case 'unreached':
      return ids.length === 0 ? [] : [`refused with ${status} but there: ${place}`];
    case 'broken':
      return [`answered ${status}: ${answer.slice(0, 200)}`];
    case 'unknown':
      return ids.length <= 1 ? [] : [`there ${ids.length} times: ${place}`];
  }
}
