/** A small rehearsal is sound; and the verdict names what is missing after its database was tampered with. */
import { Kysely, sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import type { Db, Schema } from '#database/schema.ts';
import { openSqlite, sqliteDialect } from '#database/sqlite.ts';
import { inFolder } from '../rig.ts';
import { type Played, play } from './play.ts';
import { reportOf } from './report.ts';
import { openStage } from './stage.ts';
import { QUICK } from './timetable.ts';
import { type Check, isSound, judge } from './verdict.ts';

/** Changes the database of a program that has stopped. */
async function tamper(url: string, act: (db: Db) => Promise<unknown>): Promise<void> {
  const db = new Kysely<Schema>({ dialect: sqliteDialect(openSqlite(url.slice('sqlite:'.length))) });
  await act(db).finally(() => db.destroy());
}

const brokenIn = (checks: readonly Check[]): string => checks.flatMap(({ problems }) => problems).join('\n');

it('is sound after four days, and says what is not after each kind of damage', { timeout: 240_000 }, async () => {
  await inFolder(async (folder) => {
    const stage = await openStage({ folder, postgresUrl: null });
    onTestFinished(() => stage.stop());
    const played = await play(stage, { size: QUICK, seed: 2025, kills: true });
    await stage.stop();
    const checks = await judge(played, stage.url, stage.errors());
    expect(brokenIn(checks)).toBe('');
    const empty = { ...played, favourites: new Map(), moved: [], flood: { acknowledged: 0, removed: 0 } };
    expect(brokenIn(await judge(empty, stage.url, []))).toBe(
      'there was no tournament\nthere was no place in a moved event\nthere was no fake place',
    );
    const { counts, refused, hours } = played.record;
    expect([counts.lost > 0, counts.repeated > 0, counts.messages > 0]).toEqual([true, true, true]);
    const codes = [...refused.visitors.keys(), ...refused.organisers.keys()];
    expect(codes).toEqual(expect.arrayContaining(['EVENT_FULL', 'CHANGED_MEANWHILE', 'LOCKED']));
    const report = reportOf(played, checks, { seconds: 8, machine: 'a test' });
    expect(report).toMatch(/^# Rehearsal: sound\n/);
    expect(report).toMatch(/^- \d+ × LOCKED, the first: Unlock admin mode first\.$/m);
    expect(report).toMatch(/^\| Mon 6 PM \| \d+ \| 0 \| \d+ \| \d+ \| [\d,]+ \/ [\d,]+ \| – \/ – \|/m);
    expect(report).toMatch(/from Thursday, .+ to Sunday, .+, whose registration opens on Monday, /);
    expect(hours.at(-1)?.places).toBeGreaterThan(100);
    await damage(played, stage.url);
  });
});

async function damage(played: Played, url: string): Promise<void> {
  const place = played.visitors.flatMap(({ wishes }) => wishes).find(({ state }) => state === 'placed');
  const event = played.programme.events.find(
    ({ id, currentRegistrations }) => id !== place?.eventId && currentRegistrations > 1,
  );
  if (place === undefined || event === undefined) throw new Error('nothing to damage');
  const verdict = () => judge(played, url, []);

  await tamper(url, async (db) => {
    await db.deleteFrom('rsvps').where('id', '=', place.id).execute();
    await db
      .updateTable('events')
      .set((eb) => ({ seats_taken: eb('seats_taken', '-', 1) }))
      .where('id', '=', place.eventId)
      .execute();
  });
  const lost = await verdict();
  expect(isSound(lost)).toBe(false);
  expect(brokenIn(lost)).toContain(`acknowledged but not there: ${place.name} in ${place.eventId}`);
  expect(brokenIn(lost)).toMatch(/guest \d+ sees the place .+, which the database does not have/);

  await tamper(url, async (db) => {
    await sql`pragma ignore_check_constraints = on`.execute(db);
    await db
      .updateTable('events')
      .set({ capacity: event.currentRegistrations - 1 })
      .where('id', '=', event.id)
      .execute();
    await db
      .insertInto('users')
      .values({ id: 'fake', name: 'Fake 7', name_key: 'fake 7', score: 0, created_at: '2026-12-03T15:00:00.000Z' })
      .execute();
  });
  const more = brokenIn(await verdict());
  expect(more).toContain('more places are held than there are');
  expect(more).toContain(`${event.title}: ${event.currentRegistrations} places`);
  expect(more).toContain('Fake 7 is still there');
  const report = reportOf(played, await verdict(), { seconds: 8, machine: 'a test' });
  expect(report).toMatch(/^# Rehearsal: NOT SOUND\n/);
  expect(report).toContain('- **BROKEN**: the database does not contradict itself\n  - ');

  played.vain.push('Cup 1 at Fri 10 AM');
  played.champions.clear();
  expect(brokenIn(await judge(played, url, ['{"level":50}']))).toMatch(
    /Cup 1 at Fri 10 AM.*undefined won.*"level":50/s,
  );
}
