import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { HOUR } from '#platform/durations.ts';
import { movableClock } from '#platform/server/movable-clock.ts';
import { type Browser, type TestApp, testApp } from '#testing/app.ts';
import { testClock } from '#testing/context.ts';
import { freshDatabase } from '#testing/database.ts';
import type { SystemState } from './contract.ts';
import { databaseBytes } from './store.ts';

const CALL = 'GET /api/admin/system';
const stateFor = async (organiser: Browser) => (await organiser.send(CALL)).json<SystemState>();
const stateOf = async (app: TestApp) => stateFor(await app.admin());

type Host = NonNullable<NonNullable<Parameters<typeof testApp>[1]>['host']>;
const HOST: Host = {
  jobs: () => [{ name: 'drop old rows', everyMs: 60_000, endedAt: null, nextAt: null, failed: false, failures: 0 }],
  backups: () => ({ failedAt: null, failures: 0, newest: new Date('2025-11-14T16:00:00.000Z'), bytes: 4096 }),
  disk: async () => ({ free: 5, size: 10 }),
  openFiles: 4096,
};

it('on %s tells of the program and its machine', async () => {
  const app = await testApp('sqlite', { host: HOST });
  const state = await stateOf(app);
  expect(state).toMatchObject({
    version: '0.1.0',
    isAlone: true,
    backups: { newest: '2025-11-14T16:00:00.000Z', bytes: 4096 },
    disk: { free: 5, size: 10 },
    screens: { open: 0, most: 20_000 },
    openFiles: 4096,
    publicUrl: null,
  });
  expect(state.database).toMatchObject({ kind: 'sqlite', bytes: expect.any(Number) });
  expect(state.database.bytes).toBeGreaterThan(50_000);
  expect(state.work.map(({ name }) => name)).toEqual(['make a backup', 'drop old rows']);
});

it('does not know the size of a PostgreSQL database that its user may not ask about', async () => {
  const { db } = await freshDatabase('postgres');
  const role = `boardwalk_blind_${process.pid}`;
  await db.connection().execute(async (one) => {
    await sql`create role ${sql.id(role)}`.execute(one);
    await sql`do $$ begin execute format('revoke connect on database %I from public', current_database()); end $$`.execute(
      one,
    );
    await sql`set role ${sql.id(role)}`.execute(one);
    expect(await databaseBytes(one, 'postgres')).toBeNull();
    await sql`reset role`.execute(one);
    expect(await databaseBytes(one, 'postgres')).toBeGreaterThan(0);
    await sql`drop role ${sql.id(role)}`.execute(one);
  });
});

it('shows when jobs and backups ended by a rehearsal’s clock', async () => {
  const clock = movableClock(testClock().now, HOUR);
  const job = {
    name: 'drop old rows',
    everyMs: 60_000,
    endedAt: '2025-11-14T16:30:00.000Z',
    nextAt: '2025-11-14T16:31:00.000Z',
    failed: false,
    failures: 0,
  };
  const app = await testApp('sqlite', { clock, now: clock.now, host: { ...HOST, jobs: () => [job] } });
  const { backups, work } = await stateOf(app);
  expect(backups).toMatchObject({ newest: '2025-11-14T17:00:00.000Z' });
  expect(work.map(({ endedAt, nextAt }) => [endedAt, nextAt])).toEqual([
    ['2025-11-14T17:00:00.000Z', null],
    ['2025-11-14T17:30:00.000Z', '2025-11-14T17:31:00.000Z'],
  ]);
});

it('leaves out a disk that cannot be asked and backups that nobody makes', async () => {
  const disk = () => Promise.reject(new Error('ENOSYS'));
  const app = await testApp('sqlite', { host: { ...HOST, disk, backups: () => null } });
  expect(await stateOf(app)).toMatchObject({ disk: null, backups: null, openFiles: 4096 });
});

it('reads its figures once for a hundred calls at the same moment', async () => {
  let reads = 0;
  const disk = async () => {
    reads += 1;
    return null;
  };
  const app = await testApp('sqlite', { host: { ...HOST, disk } });
  const organiser = await app.admin();
  const states = await Promise.all(Array.from({ length: 100 }, () => organiser.send(CALL)));
  expect(new Set(states.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect(reads).toBeLessThan(5);
});

it('tells of warnings with Needs attention', async () => {
  const failed = {
    name: 'forget',
    everyMs: 1000,
    endedAt: '2025-11-14T17:00:00.000Z',
    nextAt: null,
    failed: true,
    failures: 1,
  };
  const app = await testApp('sqlite', {
    host: { ...HOST, jobs: () => [failed] },
    settings: { publicUrl: null, trustProxy: ['127.0.0.1'] },
  });
  const warnings = (await (await app.admin()).send('GET /api/admin/attention')).json<{ id: string }[]>();
  expect(warnings.map(({ id }) => id)).toEqual(['work', 'address']);
});
