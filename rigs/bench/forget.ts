/** How long DELETE /api/visitor holds the database at a thousand and a hundred thousand names, on SQLite. */
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SLICES } from '../../src/app/server/slices.ts';
import { connect } from '../../src/database/connect.ts';
import type { Db } from '../../src/database/schema.ts';
import { forgetVisitor } from '../../src/features/privacy/commands.ts';
import { testContext } from '../../src/testing/context.ts';
import { median, round } from './program.ts';

const SIZES = [1_000, 27_000, 100_000];
const FORGOTTEN = 100;
const EVENTS = 60;
const CHANGES = 5_000;
const PIECE = 500;

const now = new Date().toISOString();
const pieces = (count: number): number[][] =>
  Array.from({ length: Math.ceil(count / PIECE) }, (_, piece) =>
    Array.from({ length: Math.min(PIECE, count - piece * PIECE) }, (__, n) => piece * PIECE + n),
  );

async function addEvents(db: Db, places: number): Promise<string[]> {
  const events = Array.from({ length: EVENTS }, (_, n) => ({
    ...{ id: randomUUIDv7(), title: `Cup ${n}`, event_type: 'board-game' as const, description: '', start_time: now },
    ...{ duration: 60, location: 'Ballroom A', host: 'Priya', capacity: 10_000, seats_taken: places / EVENTS + 1 },
    ...{ tournament_type: 'single-elimination' as const, status: 'upcoming' as const, bracket_drawn: 1 as const },
  }));
  await db
    .insertInto('events')
    .values(events.map((event) => ({ ...event, seats_taken: Math.floor(event.seats_taken) })))
    .execute();
  const entrants = Array.from({ length: 64 }, (_, n) => ({
    rsvpId: randomUUID(),
    userId: randomUUID(),
    name: `P ${n}`,
  }));
  const drawn = { entrants: JSON.stringify(entrants), options: '{}', drawn_at: now, drawn_by: null };
  await db
    .insertInto('brackets')
    .values(events.map(({ id }) => ({ event_id: id, draw_id: randomUUID(), ...drawn })))
    .execute();
  return events.map(({ id }) => id);
}

/** Devices with an account, a place and the stored answers of both; audit entries concern others. */
async function fill(db: Db, size: number): Promise<string[]> {
  const events = await addEvents(db, size);
  const visitors: string[] = [];
  for (const piece of pieces(size)) {
    const rows = piece.map((n) => ({ visitor_id: randomUUIDv7(), name: `Player ${n}`, name_key: `player ${n}`, n }));
    visitors.push(...rows.map(({ visitor_id }) => visitor_id));
    await db
      .insertInto('visitors')
      .values(rows.map(({ visitor_id: id }) => ({ id, hold_key: id, created_at: now })))
      .execute();
    const owned = rows.map(({ n: _, ...row }) => ({ id: randomUUIDv7(), created_at: now, ...row }));
    await db
      .insertInto('users')
      .values(owned.map((user) => ({ ...user, score: 0 })))
      .execute();
    const places = owned.map(({ name, ...row }, at) => ({
      ...{
        ...row,
        id: randomUUIDv7(),
        player_name: name,
        player_email: null,
        checked_in: 0 as const,
        checked_in_at: null,
      },
      event_id: events[(piece[at] ?? 0) % EVENTS] ?? '',
    }));
    await db.insertInto('rsvps').values(places).execute();
    const kept = [...owned, ...places].map(({ visitor_id: asked_by, ...row }) => ({
      ...{
        key: randomUUID(),
        request_hash: '0'.repeat(64),
        status: 201,
        answer: JSON.stringify(row),
        visitor_id: null,
      },
      ...{ salt: 'salt', created_at: now, asked_by },
    }));
    await db.insertInto('idempotency_keys').values(kept).execute();
  }
  for (const piece of pieces(CHANGES)) {
    const walkIns = piece.map((n) => ({ entry_id: randomUUIDv7(), person_id: randomUUID(), name: `Walk-in ${n}` }));
    const after = '{"playerName":{"person":0},"checkedIn":true}';
    const entry = { at: now, session_id: 's', action: 'walk-in added', subject: '', before: null, after };
    await db
      .insertInto('audit_entries')
      .values(walkIns.map(({ entry_id: id }) => ({ id, ...entry, names_apart: 1 as const })))
      .execute();
    await db
      .insertInto('audit_people')
      .values(walkIns.map((walkIn) => ({ ...walkIn, position: 0, visitor_id: null })))
      .execute();
  }
  return visitors;
}

async function costs(size: number): Promise<{ wall: number[]; cpu: number[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'boardwalk-forget-'));
  const connection = await connect(`sqlite:${join(folder, 'bench.db')}`, (message, error) => {
    throw new Error(message, { cause: error });
  });
  const { db, close } = connection;
  const context = await testContext(connection);
  const visitors = await db.transaction().execute((tx) => fill(tx, size));
  const [wall, cpu]: [number[], number[]] = [[], []];
  for (let n = 0; n < FORGOTTEN; n += 1) {
    const [begun, used] = [performance.now(), process.cpuUsage()];
    const visitorId = visitors[Math.floor((n * size) / FORGOTTEN)] ?? '';
    await forgetVisitor(context, SLICES, { visitorId, deviceId: null, adminSessionId: null });
    wall.push(performance.now() - begun);
    const { user, system } = process.cpuUsage(used);
    cpu.push((user + system) / 1000);
  }
  await close();
  rmSync(folder, { recursive: true, force: true });
  return { wall, cpu };
}

export async function forget(): Promise<void> {
  const found: number[] = [];
  for (const size of SIZES) {
    const { wall, cpu } = await costs(size);
    found.push(median(cpu));
    const slowest = Math.max(...wall);
    process.stdout.write(
      `forget, ${size} names: ${round(median(cpu))} ms of CPU, ${round(median(wall))} ms until committed (slowest ${round(slowest)})\n`,
    );
  }
  const [small = 1, large = 0] = [found[0], found.at(-1)];
  process.stdout.write(`forget: ${round(large / small)} times the CPU at 100 times the names\n`);
}
