/**
 * The SQL of the archive: the festival's tables as a whole. It reads and writes other nouns' tables itself, because it
 * keeps what no noun tells (ids, times of creation) and needs no more of their rules than the constraints. Over
 * 250 lines, because every table is told twice, out and in.
 */
import type { Insertable, Selectable } from 'kysely';
import { fromFlag, toFlag } from '#database/portable.ts';
import type { Db, Schema } from '#database/schema.ts';
import { fromStored, toStored } from '#features/brackets/rules/bracket.ts';
import { addLine, findDrawn, replaceBracket } from '#features/brackets/store.ts';
import { nameKey } from '#platform/names.ts';
import { pauses } from '#platform/server/slices.ts';
import type { FestivalFile } from './contract.ts';
import { seatsTaken } from './rules/festival-file.ts';
import type { TakenPlace } from './rules/tables.ts';

type Row<T extends keyof Schema> = Insertable<Schema[T]>;
type Found<T extends keyof Schema> = Selectable<Schema[T]>;

export const SAMPLE = 'sample data';
export const LOCK = 'archive lock';

/** One clears or imports at a time, on all instances: the second waits here until the first has committed. */
export async function holdArchive(tx: Db): Promise<void> {
  await tx
    .insertInto('meta')
    .values({ key: LOCK, value: '' })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: '' }))
    .execute();
}

export async function isSample(db: Db): Promise<boolean> {
  const row = await db.selectFrom('meta').select('value').where('key', '=', SAMPLE).executeTakeFirst();
  return row?.value === 'on';
}

/** Returns whether the mark was there: of two who take it at once, one has it. */
export async function takeSampleMark(tx: Db): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('meta').where('key', '=', SAMPLE).executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function markSample(tx: Db): Promise<void> {
  await tx.insertInto('meta').values({ key: SAMPLE, value: 'on' }).execute();
}

export type Counts = { events: number; users: number; rsvps: number; games: number; uploads: number };

export async function countEverything(db: Db): Promise<Counts> {
  const count = async (table: 'events' | 'users' | 'rsvps' | 'inventory_games' | 'bulk_uploads'): Promise<number> => {
    const counted = db.selectFrom(table).select(({ fn }) => fn.countAll().as('count'));
    return Number((await counted.executeTakeFirstOrThrow()).count);
  };
  return {
    events: await count('events'),
    users: await count('users'),
    rsvps: await count('rsvps'),
    games: await count('inventory_games'),
    uploads: await count('bulk_uploads'),
  };
}

/** RSVPs and brackets go with their events. Answers kept for repeated requests would bring back what is gone. */
export async function emptyFestival(tx: Db): Promise<void> {
  const tables = [
    ...(['events', 'users', 'inventory_games', 'removals'] as const),
    ...(['bulk_uploads', 'audit_entries', 'idempotency_keys'] as const),
  ];
  for (const table of tables) await tx.deleteFrom(table).execute();
}

/** Everybody with a place in the event, by name; null for an event that is not there. */
export async function listTakenPlaces(db: Db, eventId: string): Promise<TakenPlace[] | null> {
  const event = await db.selectFrom('events').select('id').where('id', '=', eventId).executeTakeFirst();
  if (event === undefined) return null;
  const rows = await db.selectFrom('rsvps').selectAll().where('event_id', '=', eventId).orderBy('name_key').execute();
  return rows.map((row) => ({
    playerName: row.player_name,
    checkedInAt: row.checked_in === 1 ? row.checked_in_at : null,
    createdAt: row.created_at,
  }));
}

type Contents = Omit<FestivalFile, 'format' | 'version' | 'exportedAt' | 'festival'>;
type ArchivedEntry = Contents['brackets'][number]['lines'][number]['entry'];

const jsonOf = (text: string | null): object | null => (text === null ? null : JSON.parse(text));

const asEvent = (row: Found<'events'>): Contents['events'][number] => ({
  id: row.id,
  title: row.title,
  eventType: row.event_type,
  description: row.description,
  startTime: row.start_time,
  duration: row.duration,
  location: row.location,
  host: row.host,
  capacity: row.capacity,
  googleDocUrl: row.google_doc_url,
  tournamentType: row.tournament_type,
  status: row.status,
  codeGeneration: row.code_generation,
});

const asRsvp = (row: Found<'rsvps'>): Contents['rsvps'][number] => ({
  id: row.id,
  eventId: row.event_id,
  playerName: row.player_name,
  playerEmail: row.player_email,
  checkedInAt: row.checked_in === 1 ? row.checked_in_at : null,
  checkedInBy: row.checked_in_by,
  createdAt: row.created_at,
});

const asGame = (row: Found<'inventory_games'>): Contents['games'][number] => ({
  id: row.id,
  name: row.name,
  gameType: row.game_type,
  owner: row.owner,
  playerCount: row.player_count,
  playTime: row.play_time,
  description: row.description,
  available: fromFlag(row.available),
  createdAt: row.created_at,
});

const asUpload = (row: Found<'bulk_uploads'>): Contents['uploads'][number] => ({
  id: row.id,
  fileName: row.file_name,
  fileType: row.file_type,
  uploadedAt: row.uploaded_at,
  totalRecords: row.total_records,
  successfulUpdates: row.successful_updates,
  failedUpdates: row.failed_updates,
  errorDetails: row.error_details,
});

const asEntry = (row: Found<'audit_entries'>): Contents['audit'][number] => ({
  id: row.id,
  at: row.at,
  action: row.action,
  subject: row.subject,
  session: row.session_id.slice(-SESSION_SHOWN),
  before: jsonOf(row.before),
  after: jsonOf(row.after),
});

/** Sessions are no part of a file; these letters only tell which changes belong together. */
const SESSION_SHOWN = 8;

/** Who drew and who entered is left out: sessions are no part of a file. */
async function readBrackets(db: Db): Promise<Contents['brackets']> {
  const rows = await db.selectFrom('brackets').select('event_id').orderBy('event_id').execute();
  const brackets: Contents['brackets'] = [];
  for (const { event_id } of rows) {
    const drawn = await findDrawn(db, event_id);
    if (drawn === null) continue;
    const { eventId, drawId, drawnAt, options } = drawn;
    brackets.push({
      ...{ eventId, drawId, drawnAt },
      entrants: drawn.entrants.map(toStored),
      options: { tournamentType: options.tournamentType, thirdPlace: options.thirdPlace ?? false },
      lines: drawn.lines.map(({ entry, enteredAt }) => ({ entry: entry as ArchivedEntry, enteredAt })),
    });
  }
  return brackets;
}

async function writeBracket(tx: Db, { lines, ...draw }: Contents['brackets'][number], rest: Rest): Promise<void> {
  await replaceBracket(tx, { ...draw, entrants: draw.entrants.map(fromStored), drawnBy: null });
  for (const [sequence, { entry, enteredAt }] of lines.entries()) {
    await addLine(tx, { eventId: draw.eventId, drawId: draw.drawId, sequence, entry, enteredAt, enteredBy: null });
    await rest();
  }
}

/** Everything that makes a festival, each list in the order of ids. */
export async function readFestival(db: Db): Promise<Contents> {
  const events = await db.selectFrom('events').selectAll().orderBy('id').execute();
  const users = await db.selectFrom('users').selectAll().orderBy('id').execute();
  const rsvps = await db.selectFrom('rsvps').selectAll().orderBy('id').execute();
  const games = db.selectFrom('inventory_games').selectAll().where('removed_at', 'is', null);
  const uploads = await db.selectFrom('bulk_uploads').selectAll().orderBy('id').execute();
  const audit = await db.selectFrom('audit_entries').selectAll().orderBy('id').execute();
  return {
    sample: await isSample(db),
    events: events.map(asEvent),
    users: users.map(({ id, name, score, created_at }) => ({ id, name, score, createdAt: created_at })),
    rsvps: rsvps.map(asRsvp),
    games: (await games.orderBy('id').execute()).map(asGame),
    brackets: await readBrackets(db),
    uploads: uploads.map(asUpload),
    audit: audit.map(asEntry),
  };
}

/** Few enough rows that no statement holds more values than SQLite takes. */
const PIECE = 100;

type Rest = ReturnType<typeof pauses>;

async function addAll<T extends keyof Schema, O>(
  tx: Db,
  table: T,
  list: readonly O[],
  rowOf: (one: O) => Row<T>,
  rest: Rest,
): Promise<void> {
  for (let from = 0; from < list.length; from += PIECE) {
    const rows = list.slice(from, from + PIECE).map(rowOf);
    await tx.insertInto(table).values(rows).execute();
    await rest();
  }
}

/** Writes a sound file, in slices. Nobody's device owns any of it. */
export async function writeFestival(tx: Db, file: FestivalFile): Promise<void> {
  const rest = pauses();
  const taken = seatsTaken(file);
  await addAll(tx, 'events', file.events, (event) => eventRow(event, taken.get(event.id) ?? 0), rest);
  await addAll(tx, 'users', file.users, userRow, rest);
  await addAll(tx, 'rsvps', file.rsvps, rsvpRow, rest);
  for (const bracket of file.brackets) await writeBracket(tx, bracket, rest);
  await addAll(tx, 'inventory_games', file.games, gameRow, rest);
  await addAll(tx, 'bulk_uploads', file.uploads, uploadRow, rest);
  // Entries stay when a festival is emptied by hand, so the same file may meet its own.
  await addAll(tx, 'audit_entries', await unknownEntries(tx, file.audit), entryRow, rest);
  if (file.sample) await markSample(tx);
}

async function unknownEntries(tx: Db, entries: FestivalFile['audit']): Promise<FestivalFile['audit']> {
  const known = new Set((await tx.selectFrom('audit_entries').select('id').execute()).map(({ id }) => id));
  return entries.filter(({ id }) => !known.has(id));
}

/** Drawing its bracket, if it has one, marks the event. */
const eventRow = (event: FestivalFile['events'][number], seats: number): Row<'events'> => ({
  id: event.id,
  title: event.title,
  event_type: event.eventType,
  description: event.description,
  start_time: event.startTime,
  duration: event.duration,
  location: event.location,
  host: event.host,
  capacity: event.capacity,
  seats_taken: seats,
  google_doc_url: event.googleDocUrl,
  tournament_type: event.tournamentType,
  status: event.status,
  bracket_drawn: toFlag(false),
  code_generation: event.codeGeneration,
});

const userRow = ({ id, name, score, createdAt }: FestivalFile['users'][number]): Row<'users'> => ({
  id,
  name,
  name_key: nameKey(name),
  score,
  visitor_id: null,
  created_at: createdAt,
});

const rsvpRow = (rsvp: FestivalFile['rsvps'][number]): Row<'rsvps'> => ({
  id: rsvp.id,
  event_id: rsvp.eventId,
  player_name: rsvp.playerName,
  name_key: nameKey(rsvp.playerName),
  player_email: rsvp.playerEmail,
  checked_in: toFlag(rsvp.checkedInAt !== null),
  checked_in_at: rsvp.checkedInAt,
  checked_in_by: rsvp.checkedInAt === null ? null : rsvp.checkedInBy,
  visitor_id: null,
  created_at: rsvp.createdAt,
});

const gameRow = (game: FestivalFile['games'][number]): Row<'inventory_games'> => ({
  id: game.id,
  name: game.name,
  name_key: nameKey(game.name),
  game_type: game.gameType,
  owner: game.owner,
  player_count: game.playerCount,
  play_time: game.playTime,
  description: game.description,
  available: toFlag(game.available),
  visitor_id: null,
  created_at: game.createdAt,
  removed_at: null,
});

const uploadRow = (upload: FestivalFile['uploads'][number]): Row<'bulk_uploads'> => ({
  id: upload.id,
  file_name: upload.fileName,
  file_type: upload.fileType,
  uploaded_at: upload.uploadedAt,
  total_records: upload.totalRecords,
  successful_updates: upload.successfulUpdates,
  failed_updates: upload.failedUpdates,
  error_details: upload.errorDetails,
});

const entryRow = ({ session, before, after, ...entry }: FestivalFile['audit'][number]): Row<'audit_entries'> => ({
  ...entry,
  session_id: session,
  before: before === null ? null : JSON.stringify(before),
  after: after === null ? null : JSON.stringify(after),
});
