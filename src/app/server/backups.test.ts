import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { backUp, backUpBeforeErasing, backupName, folderOf, namesOfBackups, newBackupPath } from '#database/backup.ts';
import { DAY, HOUR } from '#platform/durations.ts';
import { openMetrics } from '#platform/server/metrics.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { freshFile, restore } from '#testing/backups.ts';
import { createEvent } from '#testing/calls.ts';
import { ORGANISER, testClock } from '#testing/context.ts';
import { anEvent } from '#testing/factories.ts';
import { parseMetrics } from '#testing/metrics.ts';
import { runScript } from '#testing/scripts.ts';
import { keepBackups } from './backups.ts';

const command = (file: string, ...args: string[]) => runScript(args, { DATABASE_URL: `sqlite:${file}` });

/** An app on the file without a limit on new visitors. */
const crowded = (file: string): Promise<TestApp> =>
  testApp('sqlite', { url: `sqlite:${file}`, limits: { newVisitors: { burst: 1e6, perMinute: 1e6 } } });

type Rush = { readonly acknowledged: readonly string[]; stop(): Promise<void> };

/** Visitors who register concurrently; records the id of each 201. */
async function rush(app: TestApp, visitors = 6): Promise<Rush> {
  const titles = Array.from({ length: 20 }, (_, n) => `Event ${n}`);
  const events = await Promise.all(
    titles.map((title) => createEvent(app.context, ORGANISER, anEvent({ title, capacity: 10_000 }))),
  );
  const acknowledged: string[] = [];
  let open = true;
  const visit = async (visitor: number) => {
    for (let n = 0; open; n += 1) {
      const eventId = events[n % events.length]?.id;
      const playerName = `Player ${visitor} ${n}`;
      const answer = await app.browser().send('POST /api/rsvps', { eventId, playerName });
      if (answer.statusCode === 201) acknowledged.push(answer.json<{ id: string }>().id);
    }
  };
  const all = Promise.all(Array.from({ length: visitors }, (_, visitor) => visit(visitor)));
  const stop = async () => {
    open = false;
    await all;
  };
  onTestFinished(stop);
  return { acknowledged, stop };
}

/** Returns what is wrong with a copy that should hold at least these RSVPs. Shares no code with the backup. */
function problemsIn(copy: string, acknowledged: readonly string[]): string[] {
  try {
    const database = new DatabaseSync(copy);
    const all = (sql: string) => database.prepare(sql).all();
    const there = new Set(all('select id from rsvps').map(({ id }) => id));
    const found = [
      ...all('pragma integrity_check').filter(({ integrity_check }) => integrity_check !== 'ok'),
      ...all('pragma foreign_key_check'),
      ...all(`select title from events
        where seats_taken <> (select count(*) from rsvps where rsvps.event_id = events.id)`),
    ].map((row) => JSON.stringify(row));
    database.close();
    const missing = acknowledged.filter((id) => !there.has(id)).length;
    return missing === 0 ? found : [...found, `${missing} of ${acknowledged.length} acknowledged RSVPs are missing`];
  } catch (error) {
    return [(error as Error).message];
  }
}

it('while visitors register: every backup is sound and holds everything acknowledged before it, and can be restored', async () => {
  const file = await freshFile();
  const app = await crowded(file);
  const { acknowledged, stop } = await rush(app);
  await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(50), { timeout: 10_000 });
  let before: string[] = [];
  let copy = '';
  for (let n = 0; n < 4; n += 1) {
    before = [...acknowledged];
    if (n === 3) {
      copy = join(dirname(file), `copy ${n}.db`);
      await command(file, 'scripts/backup.ts', copy);
    } else copy = (await backUp(file, newBackupPath(file, app.clock.now(), null))).path;
    expect(problemsIn(copy, before), `backup ${n}`).toEqual([]);
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before.length + 20), { timeout: 10_000 });
  }
  // A restore attempt does not disturb the running server.
  await expect(command(file, 'scripts/restore.ts', copy)).rejects.toMatchObject({
    stderr: expect.stringContaining('is in use. Stop the server first'),
  });
  const organiser = await app.admin();
  await stop();
  await app.stop();
  expect(problemsIn(file, acknowledged)).toEqual([]);

  await restore(copy, file, app.clock.now());
  expect(problemsIn(file, before)).toEqual([]);
  const again = await testApp('sqlite', { url: `sqlite:${file}` });
  const events = (await again.browser().send('GET /api/events')).json<{ currentRegistrations: number }[]>();
  const seats = events.reduce((sum, { currentRegistrations }) => sum + currentRegistrations, 0);
  expect(seats).toBeGreaterThanOrEqual(before.length);
  expect(seats).toBeLessThan(acknowledged.length);
  const locked = again.browser();
  for (const [name, value] of organiser.cookies) locked.cookies.set(name, value);
  expect((await locked.send('GET /api/admin/session')).json()).toEqual({ admin: false });
}, 60_000);

it('while visitors register: control: a plain copy of the file fails the same check, because it lacks the log', async () => {
  const file = await freshFile();
  const app = await crowded(file);
  const { acknowledged, stop } = await rush(app);
  const found: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    const enough = acknowledged.length + 50;
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(enough), { timeout: 10_000 });
    const before = [...acknowledged];
    // Copied by another process: opening and closing the file here would release SQLite's locks on it.
    const copy = join(dirname(file), `copy ${n}.db`);
    execFileSync('cp', [file, copy]);
    found.push(...problemsIn(copy, before));
  }
  await stop();
  expect(found.join('\n')).toMatch(/acknowledged RSVPs are missing|malformed|no such table/);
});

describe('the hourly backup', () => {
  async function kept() {
    const file = await freshFile();
    await testApp('sqlite', { url: `sqlite:${file}` });
    const clock = testClock();
    const logged: string[] = [];
    const log = {
      info: (_: object, message: string) => void logged.push(message),
      error: (_: object, message: string) => void logged.push(message),
    };
    let looks = 0;
    const now = () => {
      looks += 1;
      return clock.now();
    };
    const backups = keepBackups({ database: file, log: log as never, now, lookMs: 5 });
    onTestFinished(backups.stop);
    const metrics = async () => parseMetrics(await (await openMetrics(backups.metrics)).text());
    return { file, clock, logged, looks: () => looks, metrics, state: backups.state };
  }
  const until = (assert: () => void) => vi.waitFor(assert, { timeout: 10_000, interval: 5 });

  it('is made once an hour, and old ones are deleted', async () => {
    const { file, clock, logged } = await kept();
    mkdirSync(folderOf(file));
    const old = Array.from({ length: 40 }, (_, n) => `test-2025-11-01T00-00-${String(n).padStart(2, '0')}Z.db`);
    for (const name of [...old, 'notes.txt']) writeFileSync(join(folderOf(file), name), '');
    await until(() => expect(logged).toEqual(['made a backup']));
    clock.pass(HOUR);
    await until(() => expect(logged).toEqual(['made a backup', 'made a backup']));
    expect(namesOfBackups(file).slice(0, 2)).toEqual(['test-2025-11-14T18-00-00Z.db', 'test-2025-11-14T17-00-00Z.db']);
    expect(namesOfBackups(file)).toHaveLength(24);
    expect(readdirSync(folderOf(file))).toContain('notes.txt');
  });

  it('deletes the backup before an erasure and all older ones after seven days, also when it can make none', async () => {
    const { file, clock, logged } = await kept();
    await until(() => expect(logged).toEqual(['made a backup']));
    const byHand = backupName(file, new Date(clock.now().getTime() - DAY), 'by-hand');
    writeFileSync(join(folderOf(file), byHand), '');
    clock.pass(HOUR / 2);
    const erased = await backUpBeforeErasing(file, clock.now());
    expect(erased).toBe('test-2025-11-14T17-30-00Z-before-erasing.db');
    clock.pass(7 * DAY - 1000);
    await until(() => expect(logged).toHaveLength(2));
    expect(namesOfBackups(file)).toEqual(expect.arrayContaining([byHand, erased]));
    // A folder of the next backup's name: it cannot be written.
    clock.pass(HOUR);
    mkdirSync(`${join(folderOf(file), backupName(file, clock.now(), null))}.${process.pid}.part`);
    await until(() => expect(logged).toHaveLength(3));
    expect(logged[2]).toBe('could not make a backup');
    expect(namesOfBackups(file)).toEqual(['test-2025-11-21T17-29-59Z.db']);
  });

  it('is logged when it fails, and retried after ten minutes, not before', async () => {
    const { file, clock, logged, looks, metrics, state } = await kept();
    expect((await metrics()).get('boardwalk_backup_last_success_timestamp_seconds')).toBe(0);
    await until(() => expect(logged).toHaveLength(1));
    const made = await metrics();
    expect(made.get('boardwalk_backup_last_success_timestamp_seconds')).toBe(clock.now().getTime() / 1000);
    expect(made.get('boardwalk_backup_bytes')).toBeGreaterThan(10_000);
    expect(state()).toEqual({ failedAt: null, newest: clock.now() });
    rmSync(folderOf(file), { recursive: true });
    writeFileSync(folderOf(file), 'a file where the folder should be');
    clock.pass(HOUR);
    await until(() => expect(logged).toEqual(['made a backup', 'could not make a backup']));
    const failed = await metrics();
    expect(failed.get('boardwalk_backup_failures_total')).toBe(1);
    expect(failed.get('boardwalk_backup_last_success_timestamp_seconds')).toBe(0);
    expect(state()).toEqual({ failedAt: clock.now(), newest: null });
    rmSync(folderOf(file));
    clock.pass(599_999);
    const before = looks();
    await until(() => expect(looks()).toBeGreaterThan(before + 5));
    expect(logged).toEqual(['made a backup', 'could not make a backup']);
    clock.pass(1);
    await until(() => expect(logged).toEqual(['made a backup', 'could not make a backup', 'made a backup']));
    expect(state().failedAt).toBeNull();
  });
});
