import { expect, it } from 'vitest';
import type { AuditEntry } from '#features/audit/contract.ts';
import { type Browser, PASSWORD, seen, testApp } from '#testing/app.ts';
import { DIALECTS } from '#testing/database.ts';

const isAdmin = async (browser: Browser) =>
  (await browser.send('GET /api/admin/session')).json<{ admin: boolean }>().admin;
const changes = async (browser: Browser) => (await browser.send('GET /api/admin/audit')).json<AuditEntry[]>();

it('admin sessions get a name, which the changes of that session have too, and no others', async () => {
  const app = await testApp();
  const [one, mira, bo] = [await app.admin(), await app.admin(), app.browser()];
  await bo.send('POST /api/admin/verify', { password: PASSWORD, name: 'Bo' });
  for (const [browser, name] of [
    [one, 'A'],
    [mira, 'B'],
    [bo, 'C'],
  ] as const)
    await browser.send('POST /api/users', { name });
  for (const browser of [mira, bo])
    expect(seen(await browser.send('PUT /api/admin/session', { name: 'Mira' }))).toEqual({ status: 204, body: null });
  await mira.send('POST /api/users', { name: 'D' });
  const made = (await changes(one)).map(({ subject, byName }) => [subject, byName]).toSorted();
  expect(made).toEqual([
    ['A', null],
    ['B', 'Mira'],
    ['C', 'Bo'],
    ['D', 'Mira'],
  ]);
});

it('admin sessions are all ended but the caller’s own, and recorded if there was any', async () => {
  const app = await testApp();
  const [one, mira, two] = [await app.admin(), app.browser(), await app.admin()];
  await mira.send('POST /api/admin/verify', { password: PASSWORD, name: 'Mira' });
  expect(seen(await one.send('DELETE /api/admin/sessions'))).toEqual({ status: 204, body: null });
  expect(await Promise.all([one, mira, two].map(isAdmin))).toEqual([true, false, false]);
  expect((await one.send('DELETE /api/admin/sessions')).statusCode).toBe(204);
  const words = expect.stringMatching(/^(?=.*\bMira\b)(.+, )?session [\da-z-]{8}, .*session [\da-z-]{8}$/);
  const entry = { action: 'other sessions ended', subject: words, before: null, after: null };
  expect(await changes(one)).toEqual([expect.objectContaining(entry)]);
});

it.each(DIALECTS)('admin sessions: two that end all others at once leave one (%s)', async (dialect) => {
  const app = await testApp(dialect);
  const admins = [await app.admin(), await app.admin()];
  const answers = await Promise.all(admins.map((admin) => admin.send('DELETE /api/admin/sessions')));
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 401]);
  expect((await Promise.all(admins.map(isAdmin))).toSorted()).toEqual([false, true]);
});
