import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { noteForgotten } from '#database/forgotten.ts';
import { MINUTE } from '#platform/durations.ts';
import { type Browser, type TestApp, testApp } from '#testing/app.ts';
import { jobContext } from '#testing/context.ts';
import { DIALECTS, everyRow } from '#testing/database.ts';
import { aRegistration } from '#testing/factories.ts';
import { clearForgottenNames, deleteUsersForGood } from '#testing/forget.ts';
import { subscribe, toldNow } from '#testing/subscriptions.ts';

const ROSA = 'Rosa Quill';

const once = () => ({ 'idempotency-key': randomUUID() });
const account = async (browser: Browser, name: string) =>
  (await browser.send('POST /api/users', { name }, once())).json<{ id: string }>().id;
const runJob = ({ context }: TestApp) => clearForgottenNames.run(jobContext(context));
const isWaiting = ({ context }: TestApp) => clearForgottenNames.hasWork?.(context);

/** Rosa's and Ben's phones, and texts of staff that name Rosa. */
async function scene(app: TestApp) {
  const [rosa, ben, admin] = [app.browser(), app.browser(), await app.admin()];
  const bensId = await account(ben, 'Ben');
  const [{ id: device = '' } = {}] = await app.context.db.selectFrom('devices').select('id').execute();
  await subscribe(app.context.db, device);
  const give = (reason: string) => admin.send(`POST /api/users/${bensId}/points`, { points: 1, reason }, once());
  await give('Rosa Quill comes later');
  app.clock.pass(1);
  const rosasId = await account(rosa, ROSA);
  app.clock.pass(2 * MINUTE);
  await give('Beat rosa quill');
  await give('Rosa Quillington');
  const claimed = await ben.send('POST /api/claims', {
    userId: bensId,
    missionId: 'win-a-thumb-war-best-of-three',
    note: `${ROSA} saw it`,
  });
  const refused = await admin.send(`POST /api/claims/${claimed.json<{ id: string }>().id}/refuse`, {
    reason: `${ROSA} saw nothing`,
  });
  const told = await admin.send('POST /api/messages', {
    text: `${ROSA}, call home`,
    urgent: true,
    audience: 'everybody',
  });
  expect([refused.statusCode, told.statusCode]).toEqual([200, 201]);
  return { rosa, ben, admin, rosasId, bensId };
}

/** Her name and the words after it in every row, except answers that are stored for a repeated call. */
const named = async (app: TestApp) =>
  Object.entries(await everyRow(app.context.db)).flatMap(([table, rows]) =>
    (table === 'idempotency_keys' ? [] : rows).flatMap((row) =>
      [...row.matchAll(/rosa quill\b.{0,12}/gi)].map(([words]) => `${table}: ${words}`),
    ),
  );

describe.each(DIALECTS)('%s', (dialect) => {
  it('a visitor who is forgotten leaves reasons, notes, messages and the outbox', async () => {
    const app = await testApp(dialect);
    const { rosa } = await scene(app);
    expect(await isWaiting(app)).toBe(false);
    expect((await rosa.send('DELETE /api/visitor')).statusCode).toBe(204);
    expect(await isWaiting(app)).toBe(true);
    await runJob(app);
    expect(await isWaiting(app)).toBe(false);
    expect([...new Set(await named(app))].filter((words) => !/comes later/.test(words))).toEqual([]);
    const { point_entries: entries = [] } = await everyRow(app.context.db);
    for (const words of ['Beat Former player', 'Rosa Quillington', 'Rosa Quill comes later'])
      expect(entries.join()).toContain(words);
    expect((await toldNow(app.context)).map(({ body }) => body)).toContain('Former player, call home');
  });

  it('an account that an organiser deletes leaves them, too', async () => {
    const app = await testApp(dialect);
    const { admin, rosasId } = await scene(app);
    await admin.send(`DELETE /api/users/${rosasId}`);
    app.clock.pass(MINUTE);
    await deleteUsersForGood(app.context);
    await runJob(app);
    const { point_entries: entries = [], claims = [], outbox = [] } = await everyRow(app.context.db);
    expect(entries.join()).toContain('Beat Former player');
    expect([claims, outbox].join()).not.toContain(ROSA);
  });

  it('a name that another account has, too, stays', async () => {
    const app = await testApp(dialect);
    const { ben } = await scene(app);
    const guest = app.browser();
    await guest.send(
      'POST /api/rsvps',
      { ...aRegistration(await app.event()), playerName: 'Ben', isFriend: true },
      once(),
    );
    await ben.send('POST /api/users', { name: 'Lena' }, once());
    await guest.send('DELETE /api/visitor');
    expect(await isWaiting(app)).toBe(false);
  });

  it('reads all pages of a long list for many names', async () => {
    const app = await testApp(dialect);
    const { db } = app.context;
    const { bensId } = await scene(app);
    const at = app.clock.now().toISOString();
    const entry = { user_id: bensId, points: 0, kind: 'award', at, mission_id: null, event_id: null } as const;
    const rest = { upload_id: null, undoes: null, by_name: null, by_role: null };
    const rows = Array.from({ length: 1200 }, (_, n) => ({
      id: `e-${n}`,
      reason: `Beat Guest ${n % 150}`,
      ...entry,
      ...rest,
    }));
    for (let from = 0; from < rows.length; from += 100)
      await db
        .insertInto('point_entries')
        .values(rows.slice(from, from + 100))
        .execute();
    const names = Array.from({ length: 150 }, (_, n) => `Guest ${n}`);
    await noteForgotten(db, app.context.secret, names, at);
    await runJob(app);
    expect(await isWaiting(app)).toBe(false);
    expect((await everyRow(db)).point_entries?.filter((row) => row.includes('Guest'))).toEqual([]);
  });
});
