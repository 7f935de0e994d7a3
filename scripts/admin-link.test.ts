import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { movableClock } from '../src/platform/server/movable-clock.ts';
import { testApp } from '../src/testing/app.ts';
import { DIALECTS, freshUrl } from '../src/testing/database.ts';
import { runScript } from '../src/testing/scripts.ts';

const adminLink = (env: Record<string, string>) => runScript(['scripts/admin-link.ts'], env);

it.each(DIALECTS)('prints a link that unlocks the running server on %s once', async (dialect) => {
  const url = await freshUrl(dialect);
  const app = await testApp(dialect, { url, now: () => new Date() });
  const { stdout, stderr } = await adminLink({ DATABASE_URL: url, PORT: '4321', HOST: '[::1]' });
  expect(stderr).toBe('');
  const [, token = ''] = /^ {2}http:\/\/\[::1]:4321\/admin#link=([\w-]{43})$/m.exec(stdout) ?? [];
  const open = async () => (await app.browser().send('POST /api/admin/link', { token })).statusCode;
  expect([await open(), await open()]).toEqual([204, 410]);
});

it('prints a link that works in a rehearsal whose clock was moved', async () => {
  const url = await freshUrl('sqlite');
  const clock = movableClock(() => new Date());
  const app = await testApp('sqlite', { url, clock, now: clock.now });
  const to = new Date(Date.now() + 5 * 3_600_000).toISOString();
  await (await app.admin()).send('PUT /api/rehearsal/clock', { to });
  const { stdout } = await adminLink({ DATABASE_URL: url });
  const [, token = ''] = /#link=([\w-]{43})$/m.exec(stdout) ?? [];
  expect((await app.browser().send('POST /api/admin/link', { token })).statusCode).toBe(204);
});

it('names the address visitors use', async () => {
  const url = await freshUrl('sqlite');
  await testApp('sqlite', { url });
  const { stdout } = await adminLink({ DATABASE_URL: url, PUBLIC_URL: 'https://games.example/' });
  expect(stdout).toMatch(/^ {2}https:\/\/games\.example\/admin#link=[\w-]{43}$/m);
});

it('creates no database where the server has not created one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'boardwalk-link-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'boardwalk.db');
  await expect(adminLink({ DATABASE_URL: `sqlite:${path}` })).rejects.toMatchObject({
    code: 1,
    stderr: `There is no database ${path} yet. Start the server first.\n`,
  });
  expect(existsSync(path)).toBe(false);
  await expect(adminLink({ DATABASE_URL: 'sqlite::memory:' })).rejects.toMatchObject({ code: 1 });
});
