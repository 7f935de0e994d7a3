/** Lays the sample festival into a brand-new database, so that the first start has something to show. */
import type { Insertable } from 'kysely';
import { transact } from '#database/connect.ts';
import { toFlag } from '#database/portable.ts';
import type { Db, Schema } from '#database/schema.ts';
import type { World } from '#features/access/commands.ts';
import { writeMeta } from '#features/access/store.ts';
import { build } from '#features/brackets/engine/build.ts';
import { fold } from '#features/brackets/engine/fold.ts';
import { seeded } from '#features/brackets/rules/generate.ts';
import { addLine, listCandidates, type NewDraw, replaceBracket } from '#features/brackets/store.ts';
import type { Festival } from '#features/festival/contract.ts';
import { nameKey } from '#platform/names.ts';
import { playSample } from './sample-brackets.ts';
import { GAMES } from './sample-games.ts';
import { type Guest, guestLists, type Person, people } from './sample-guests.ts';
import { type Timed, timetable } from './sample-timetable.ts';

type Row<T extends keyof Schema> = Insertable<Schema[T]>;

/** An event with its id and the guests who sit in it. */
type Seated = { readonly id: string; readonly event: Timed; readonly guests: readonly Guest[] };

/** All or nothing: users, events, RSVPs, brackets and games, and the mark by which /admin knows that they are only a sample. */
export async function fillSample(world: World, festival: Festival): Promise<void> {
  const now = world.now();
  const events = timetable(festival, now);
  const lists = guestLists(events, now.getTime());
  const seated = events.map((event, index) => ({ id: world.newId(), event, guests: lists[index] ?? [] }));
  await transact(world.db, async (tx) => {
    await addUsers(tx, world, people(now.getTime()));
    await addEvents(tx, seated);
    await addRsvps(tx, world, seated);
    await addBrackets(tx, world, seated, now.getTime());
    await addGames(tx, world, now);
    await writeMeta(tx, 'sample data', 'on');
  });
}

const iso = (moment: number): string => new Date(moment).toISOString();

async function addUsers(tx: Db, world: World, persons: readonly Person[]): Promise<void> {
  const rows = persons.map(
    ({ name, score, createdAt }): Row<'users'> => ({
      id: world.newId(),
      name,
      name_key: nameKey(name),
      score,
      visitor_id: null,
      created_at: iso(createdAt),
    }),
  );
  for (const some of inPieces(rows)) await tx.insertInto('users').values(some).execute();
}

async function addEvents(tx: Db, seated: readonly Seated[]): Promise<void> {
  const rows = seated.map(
    ({ id, event, guests }): Row<'events'> => ({
      id,
      title: event.title,
      event_type: event.type,
      description: event.description,
      start_time: iso(event.start),
      duration: event.minutes,
      location: event.room,
      host: event.host,
      capacity: event.of,
      seats_taken: guests.length,
      google_doc_url: event.link ?? null,
      tournament_type: event.cup ?? null,
      status: event.status,
      bracket_drawn: toFlag(false),
    }),
  );
  for (const some of inPieces(rows)) await tx.insertInto('events').values(some).execute();
}

async function addRsvps(tx: Db, world: World, seated: readonly Seated[]): Promise<void> {
  const rows = seated.flatMap(({ id, guests }) =>
    guests.map(
      ({ name, email, createdAt, checkedInAt }): Row<'rsvps'> => ({
        id: world.newId(),
        event_id: id,
        player_name: name,
        name_key: nameKey(name),
        player_email: email,
        checked_in: toFlag(checkedInAt !== null),
        checked_in_at: checkedInAt === null ? null : iso(checkedInAt),
        checked_in_by: checkedInAt === null ? null : 'owner',
        visitor_id: null,
        created_at: iso(createdAt),
      }),
    ),
  );
  for (const some of inPieces(rows)) await tx.insertInto('rsvps').values(some).execute();
}

/** The tournaments that are running stand in the middle, those that are over have their champion. */
async function addBrackets(tx: Db, world: World, seated: readonly Seated[], now: number): Promise<void> {
  for (const { id, event } of seated) {
    if (event.cup !== undefined && event.status !== 'upcoming') await addBracket(tx, world, id, event, now);
  }
}

async function addBracket(tx: Db, world: World, eventId: string, event: Timed, now: number): Promise<void> {
  const candidates = seeded(await listCandidates(tx, eventId));
  const options = { tournamentType: event.cup ?? 'single-elimination', thirdPlace: false };
  const drawn: NewDraw = {
    eventId,
    drawId: world.newId(),
    entrants: candidates,
    options,
    drawnAt: iso(event.start),
    drawnBy: null,
  };
  await replaceBracket(tx, drawn);
  const start = fold(build(candidates.length, options), []);
  const { entries } = playSample(start, event.status === 'completed' ? 1 : 0.5);
  const pace = (Math.min(now, event.end) - event.start) / (entries.length + 1);
  for (const [sequence, entry] of entries.entries()) {
    const enteredAt = iso(event.start + Math.floor(pace * (sequence + 1)));
    await addLine(tx, { eventId, drawId: drawn.drawId, sequence, entry, enteredAt, enteredBy: null });
  }
}

/** As if nobody's: only organisers can take a sample game off the list. */
async function addGames(tx: Db, world: World, now: Date): Promise<void> {
  const rows = GAMES.map(
    (game): Row<'inventory_games'> => ({
      id: world.newId(),
      name: game.name,
      name_key: nameKey(game.name),
      game_type: game.type,
      owner: game.owner,
      player_count: game.players,
      play_time: game.minutes,
      description: game.description,
      available: toFlag(true),
      visitor_id: null,
      created_at: now.toISOString(),
      removed_at: null,
    }),
  );
  await tx.insertInto('inventory_games').values(rows).execute();
}

/** Few enough rows that no statement holds more values than SQLite takes, and all full pieces share one statement. */
const PIECE = 100;

function inPieces<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / PIECE) }, (_, index) =>
    rows.slice(index * PIECE, (index + 1) * PIECE),
  );
}
