/** Longest wait of a registration while a backup is made, compared with none. */
import { rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Backup, backUp } from '../../src/database/backup.ts';
import { addEvents, type BenchProgram, median, round, startProgram } from './program.ts';

const MEASURED_MS = 5000;

/** Registers new people one after the other over one connection until `over`; returns each time in ms. */
async function registerUntil(origin: string, eventIds: readonly string[], over: () => boolean): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (let n = 0; !over(); n += 1) {
    const started = performance.now();
    await post(agent, `${origin}/api/rsvps`, {
      eventId: eventIds[n % eventIds.length],
      playerName: `Player ${started}`,
    });
    times.push(performance.now() - started);
  }
  agent.destroy();
  return times;
}

const post = (agent: Agent, url: string, body: object): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    const call = request(url, { method: 'POST', headers, agent }, (answer) => {
      answer.resume().once('end', () => {
        if (answer.statusCode === 201) resolve();
        else reject(new Error(`a registration was answered with ${answer.statusCode}`));
      });
    });
    call.once('error', reject);
    call.end(JSON.stringify(body));
  });

/** Adds users and places, a thousand in each of fifty events. */
function fillUp(file: string): void {
  const database = new DatabaseSync(file);
  database.exec(`pragma foreign_keys = on; begin immediate;
    with recursive n (i) as (values (1) union all select i + 1 from n where i < 50000)
      insert into users (id, name, name_key, score, created_at)
      select 'bench-user-' || i, 'Bench user ' || i, 'bench user ' || i, i, '2030-01-01T00:00:00.000Z' from n;
    with recursive n (i) as (values (1) union all select i + 1 from n where i < 50)
      insert into events (id, title, event_type, description, start_time, duration, location, host, capacity, seats_taken)
      select 'bench-event-' || i, 'Full ' || i, 'course', '', '2030-01-01T00:00:00.000Z', 60, 'Hall', 'Mo', 1000, 1000 from n;
    with recursive n (i) as (values (0) union all select i + 1 from n where i < 49999)
      insert into rsvps (id, event_id, player_name, name_key, player_email, created_at)
      select 'bench-rsvp-' || i, 'bench-event-' || (i / 1000 + 1), 'Bench user ' || i, 'bench user ' || i,
        'somebody' || i || '@example.org', '2030-01-01T00:00:00.000Z' from n;
    commit`);
  database.close();
}

type Measured = { readonly backups: Backup[]; readonly took: number[]; readonly times: number[] };

async function measure(program: BenchProgram, eventIds: readonly string[], withBackups: boolean): Promise<Measured> {
  const until = performance.now() + MEASURED_MS;
  const over = () => performance.now() > until;
  const backups: Backup[] = [];
  const took: number[] = [];
  const copying = async () => {
    while (withBackups && !over()) {
      const started = performance.now();
      const path = join(program.folder, `copy-${backups.length}.db`);
      backups.push(await backUp(join(program.folder, 'bench.db'), path));
      took.push(performance.now() - started);
      rmSync(path);
    }
  };
  const [times] = await Promise.all([registerUntil(program.origin, eventIds, over), copying()]);
  return { backups, took, times };
}

const waits = (times: readonly number[]): string => {
  const sorted = [...times].sort((a, b) => a - b);
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
  return `p99 ${round(p99, 1)} ms, longest ${round(sorted.at(-1) ?? Number.NaN, 1)} ms`;
};

export async function backup(): Promise<void> {
  const program = await startProgram();
  const eventIds = await addEvents(program.origin, 8, 10_000);
  for (const name of ['the sample', '100,000 rows more']) {
    if (name !== 'the sample') fillUp(join(program.folder, 'bench.db'));
    await measure(program, eventIds, false);
    const alone = await measure(program, eventIds, false);
    const { backups, took, times } = await measure(program, eventIds, true);
    const mebibytes = round((backups[0]?.bytes ?? 0) / 2 ** 20, 1);
    process.stdout.write(
      `backup of ${name} (${mebibytes} MiB): ${round(median(took), 0)} ms each, ${backups.length} one after the other. ` +
        `A registration meanwhile: ${waits(times)}; without: ${waits(alone.times)}\n`,
    );
  }
  await program.stop();
}
