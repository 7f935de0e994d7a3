/** `rsvp`: durable registrations over HTTP compared with bare SQLite transactions with synchronous=FULL. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { load } from '../process.ts';
import { justWrote } from '../program.ts';
import { median, print, round, whole } from '../rig.ts';
import { GENERATOR, type Rate, registerAll } from './load.ts';
import { addEvents, startProgram } from './program.ts';

const ROUNDS = 3;
const SECONDS = 5;
const CONNECTIONS = 100;

/** Transactions that take a seat and insert a row, as fast as this machine can. */
function bareTransactions(): number {
  const folder = mkdtempSync(join(tmpdir(), 'boardwalk-bare-'));
  const database = new DatabaseSync(join(folder, 'bare.db'));
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
  database.exec('create table events (id text primary key, capacity integer, taken integer) strict');
  database.exec(
    'create table rsvps (id text primary key, event_id text references events (id), name text, unique (event_id, name)) strict',
  );
  database.exec("insert into events values ('e', 1000000, 0)");
  const take = database.prepare('update events set taken = taken + 1 where id = ? and taken < capacity');
  const insert = database.prepare('insert into rsvps values (?, ?, ?)');
  const until = performance.now() + SECONDS * 1000;
  let count = 0;
  while (performance.now() < until) {
    database.exec('begin immediate');
    take.run('e');
    insert.run(`r${count}`, 'e', `Player ${count}`);
    database.exec('commit');
    count += 1;
  }
  database.close();
  rmSync(folder, { recursive: true, force: true });
  return count / SECONDS;
}

/** Every registration is a new person on a new phone: it writes a visitor, an RSVP and a stored answer. */
async function registrations(): Promise<Rate> {
  const program = await startProgram();
  const ids = await addEvents(program.origin, 8, 10_000);
  const rate = await registerAll(program.origin, ids, { connections: CONNECTIONS, seconds: SECONDS });
  const response = await fetch(`${program.origin}/api/events`, { headers: justWrote() });
  const events = (await response.json()) as { id: string; currentRegistrations: number }[];
  const stored = events
    .filter(({ id }) => ids.includes(id))
    .reduce((sum, event) => sum + event.currentRegistrations, 0);
  await program.stop();
  if (stored < rate.count) throw new Error(`${rate.count} were acknowledged, but only ${stored} are stored`);
  return rate;
}

export async function rsvp(): Promise<void> {
  const rounds: { ours: number; p99: number; ratio: number }[] = [];
  for (let n = 0; n < ROUNDS; n += 1) {
    const bare = bareTransactions();
    const { perSecond, p99 } = await registrations();
    rounds.push({ ours: perSecond, p99, ratio: perSecond / bare });
  }
  print(
    `rsvp (${GENERATOR}, ${load()}): ${whole(median(rounds.map(({ ours }) => ours)))} a second, ` +
      `p99 ${whole(median(rounds.map(({ p99 }) => p99)))} ms, ` +
      `${round(median(rounds.map(({ ratio }) => ratio)))} of bare SQLite transactions`,
  );
}
