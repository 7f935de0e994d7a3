import { describe, expect, it } from 'vitest';
import { DAY, MINUTE } from '#platform/durations.ts';
import { type Browser, seen, type TestApp, testApp } from '#testing/app.ts';
import { DIALECTS, everyRow, freshUrl } from '#testing/database.ts';
import { dropSpentSessions } from '../jobs.ts';
import { hashOf } from '../session.ts';
import { addSession, findLink } from '../store/callers.ts';
import { makeLink, settlePassword } from './unlock.ts';

const open = (browser: Browser, token: string) => browser.send('POST /api/admin/link', { token });
const session = async (browser: Browser) => (await browser.send('GET /api/admin/session')).json();
const over = (message: string) => ({
  status: 410,
  body: { code: 'LINK_OVER', message: `${message} Ask the person who installed the program for a new one.` },
});
const USED = over('This link was used already; it works once.');
const RUN_OUT = over('This link has expired; it works for 15 minutes.');
const UNKNOWN = over('This link is unknown here, or it expired long ago.');

const sessionsOf = async (app: TestApp) => (await everyRow(app.context.db)).admin_sessions ?? [];

describe.each(DIALECTS)('%s', (dialect) => {
  it('a one-time admin link opens a session once, and is stored only as a hash', async () => {
    const app = await testApp(dialect);
    const token = await makeLink(app.context);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(await everyRow(app.context.db))).not.toContain(token);
    const [first, second] = [app.browser(), app.browser()];
    const opened = await open(first, token);
    expect(seen(opened)).toEqual({ status: 204, body: null });
    expect(opened.cookies.map(({ name }) => name)).toEqual(['fest_admin', 'fest_organiser']);
    const refused = await open(second, token);
    expect([seen(refused), refused.cookies]).toEqual([USED, []]);
    expect([await session(first), await session(second)]).toEqual([{ admin: true }, { admin: false }]);
    expect(app.log.join('')).not.toContain(token);
  });

  it('a one-time admin link works for 15 minutes, and is reported differently from an unknown one', async () => {
    const app = await testApp(dialect);
    const [last, late] = [await makeLink(app.context), await makeLink(app.context)];
    app.clock.pass(15 * MINUTE - 1);
    expect((await open(app.browser(), last)).statusCode).toBe(204);
    app.clock.pass(1);
    expect(seen(await open(app.browser(), late))).toEqual(RUN_OUT);
    expect(seen(await open(app.browser(), `${late}x`))).toEqual(UNKNOWN);
    expect(await sessionsOf(app)).toHaveLength(1);
    app.clock.pass(DAY);
    await dropSpentSessions.run(app.context);
    expect(seen(await open(app.browser(), late))).toEqual(UNKNOWN);
    expect(await sessionsOf(app)).toEqual([]);
  });

  it('a one-time admin link is void after the password changed', async () => {
    const app = await testApp(dialect);
    const token = await makeLink(app.context);
    await settlePassword(app.context, 'a quite different one');
    expect(seen(await open(app.browser(), token))).toEqual(UNKNOWN);
  });

  it('a one-time admin link opens one session when opened concurrently', async () => {
    const url = await freshUrl(dialect);
    const one = await testApp(dialect, { url });
    // SQLite has one instance; PostgreSQL can have several.
    const apps = [one, dialect === 'sqlite' ? one : await testApp(dialect, { url })] as const;
    const token = await makeLink(apps[0].context);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => open((apps[index % 2] ?? apps[0]).browser(), token)),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, ...Array(19).fill(410)]);
    expect(await sessionsOf(apps[0])).toHaveLength(1);
  });

  it('a one-time admin link: control: would open several sessions if the link were read first and written later', async () => {
    const { context } = await testApp(dialect);
    const tokenHash = hashOf(await makeLink(context));
    const unguarded = async (now: string) => {
      if ((await findLink(context.db, tokenHash))?.usedAt !== null) return false;
      await context.db.updateTable('admin_links').set({ used_at: now }).where('token_hash', '=', tokenHash).execute();
      await addSession(context.db, { id: context.newId(), tokenHash: context.newId(), now });
      return true;
    };
    const opened = await Promise.all(Array.from({ length: 20 }, () => unguarded(context.now().toISOString())));
    expect(opened.filter(Boolean).length).toBeGreaterThan(1);
  });
});
