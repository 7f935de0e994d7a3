/** Which secret and password hold after a restore, tested by what they open; and which of our files can be restored. */
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeBackup } from '#database/backup.ts';
import { NEWEST } from '#database/migrate.ts';
import { readSecret, settlePassword } from '#features/access/commands/unlock.ts';
import { newToken } from '#features/access/session.ts';
import { revisionAt } from '#features/calendar/rules.ts';
import { codeToken } from '#features/check-in/commands/by-code.ts';
import { readPushKeys } from '#features/news/push/commands.ts';
import { PASSWORD, type TestApp, testApp } from '#testing/app.ts';
import { factsIn, freshFile, NOON, write } from '#testing/backups.ts';
import { everyRow, openUntilEnd } from '#testing/database.ts';
import { filledFile } from '#testing/filled.ts';
import { layInSample } from '#testing/sample.ts';
import { runScript } from '#testing/scripts.ts';
import { aHelper } from '#testing/staff.ts';
import { outboxOf, subscribe as subscribePhone } from '#testing/subscriptions.ts';
import { restoreFestival } from '../server/restore-festival.ts';

const THEIRS = 'a password that its maker knows';

type Festival = { readonly file: string; readonly code: string };

/** A stopped festival with one event, the token of its check-in code, and a password. */
async function festival(password: string): Promise<Festival> {
  const file = await freshFile();
  const app = await testApp('sqlite', { url: `sqlite:${file}` });
  await settlePassword(app.context, password);
  const id = await app.event();
  await app.browser().send('POST /api/rsvps', { eventId: id, playerName: 'Alex' });
  const code = codeToken(app.context, { eventId: id, generation: 1 });
  await app.stop();
  return { file, code };
}

const OURS = newToken();
const backupOf = ({ file }: { readonly file: string }): string =>
  writeBackup(file, join(dirname(file), 'backup.db')).path;
const open = (file: string): Promise<TestApp> => testApp('sqlite', { url: `sqlite:${file}` });

const checkInStatus = async (app: TestApp, { code }: Festival): Promise<number> =>
  (await app.browser().send('POST /api/check-in', { token: code, playerName: 'Alex' })).statusCode;

const unlocks = async (app: TestApp, password: string): Promise<boolean> =>
  (await app.browser().send('POST /api/admin/verify', { password })).json<{ valid: boolean }>().valid;

it.each([
  ['a rehearsal’s backup over a festival', [{}, { rehearsal: '3600000' }]],
  ['a festival’s backup over a rehearsal', [{ rehearsal: '0' }, {}]],
] as const)('refuses %s, and changes nothing', async (_title, [present, other]) => {
  const [own, theirs] = [await freshFile(), await freshFile()];
  await write(own, { secret: OURS, ...present });
  await write(theirs, { secret: newToken(), ...other });
  await expect(restoreFestival(backupOf({ file: theirs }), own, NOON, { keepSecret: true })).rejects.toThrow(
    /belongs to a rehearsal, and the other to a festival\. Nothing was changed\./,
  );
  expect(await factsIn(own)).toEqual({ secret: OURS, ...present });
  expect(readdirSync(dirname(own))).toEqual([basename(own)]);
});

it('restores a rehearsal’s backup over the rehearsal', async () => {
  const file = await freshFile();
  await write(file, { secret: OURS, rehearsal: '0' });
  const backup = backupOf({ file });
  await restoreFestival(backup, file, NOON);
  expect(await factsIn(file)).toMatchObject({ rehearsal: '0' });
});

it('after a restore of a backup of the same database, codes and the present password hold', async () => {
  const own = await festival('the password of then');
  const backup = backupOf(own);
  const later = await open(own.file);
  await settlePassword(later.context, PASSWORD);
  await later.stop();
  const { settled } = await restoreFestival(backup, own.file, NOON);
  expect(settled).toEqual({ secret: 'kept', password: 'present' });
  const app = await open(own.file);
  expect(await checkInStatus(app, own)).toBe(200);
  expect(await unlocks(app, PASSWORD)).toBe(true);
  expect(await unlocks(app, 'the password of then')).toBe(false);
});

it('after a restore of a backup of the same database, phones are not told again what waited then', async () => {
  const own = await festival(PASSWORD);
  const before = await openUntilEnd(`sqlite:${own.file}`);
  const [device] = await before.db.selectFrom('devices').select('id').execute();
  await subscribePhone(before.db, device?.id ?? '');
  const row = {
    subscription_id: `s-${device?.id}`,
    kind: 'changed',
    about: '{}',
    version: 'v',
    due_at: NOON.toISOString(),
  };
  const ends_at = new Date(NOON.getTime() + 3_600_000).toISOString();
  for (const [key, sent_at] of [
    ['sent', NOON.toISOString()],
    ['waiting', null],
  ] as const)
    await before.db
      .insertInto('outbox')
      .values({ ...row, key, ends_at, sent_at })
      .execute();
  await before.close();
  await restoreFestival(backupOf(own), own.file, NOON);
  const after = await openUntilEnd(`sqlite:${own.file}`);
  expect(await outboxOf(after.db)).toEqual([`s-${device?.id} sent`]);
});

it('after a restore of another database, neither its codes nor its password work', async () => {
  const [own, theirs] = [await festival(PASSWORD), await festival(THEIRS)];
  const before = await openUntilEnd(`sqlite:${own.file}`);
  const secret = await readSecret(before.db);
  await before.close();
  const other = await openUntilEnd(`sqlite:${theirs.file}`);
  const { publicKey } = await readPushKeys(other.db);
  const [device] = await other.db.selectFrom('devices').select('id').execute();
  await subscribePhone(other.db, device?.id ?? '');
  await other.close();
  const { settled } = await restoreFestival(backupOf(theirs), own.file, NOON);
  expect(settled).toEqual({ secret: 'new', password: 'present' });
  const app = await open(own.file);
  expect(app.context.secret).not.toBe(secret);
  expect((await readPushKeys(app.context.db)).publicKey).not.toBe(publicKey);
  expect(await app.context.db.selectFrom('push_subscriptions').select('id').execute()).toEqual([]);
  expect(await checkInStatus(app, theirs)).toBe(403);
  expect(await unlocks(app, THEIRS)).toBe(false);
  expect(await unlocks(app, PASSWORD)).toBe(true);
});

it('after a restore into an empty place, the next start makes secret and password', async () => {
  const [theirs, file] = [await festival(THEIRS), await freshFile()];
  const { settled } = await restoreFestival(backupOf(theirs), file, NOON);
  expect(settled).toEqual({ secret: 'new', password: 'none' });
  const connection = await openUntilEnd(`sqlite:${file}`);
  const made = await settlePassword({ ...(await open(await freshFile())).context, db: connection.db }, null);
  await connection.close();
  const app = await open(file);
  expect(await checkInStatus(app, theirs)).toBe(403);
  expect(await unlocks(app, THEIRS)).toBe(false);
  expect(await unlocks(app, made ?? '')).toBe(true);
});

it('after a restore with --keep-secret, the codes and the password of the file hold', async () => {
  const [own, theirs] = [await festival(PASSWORD), await festival(THEIRS)];
  const { settled } = await restoreFestival(backupOf(theirs), own.file, NOON, { keepSecret: true });
  expect(settled).toEqual({ secret: 'kept', password: 'file' });
  const app = await open(own.file);
  expect(await checkInStatus(app, theirs)).toBe(200);
  expect(await unlocks(app, THEIRS)).toBe(true);
});

it('after a restore: no helper’s link of the file works', async () => {
  const file = await freshFile();
  const before = await testApp('sqlite', { url: `sqlite:${file}` });
  const { cookies, id } = await aHelper(before, { role: 'host' });
  const backup = backupOf({ file });
  await (await before.admin()).send(`DELETE /api/helpers/${id}`);
  await before.stop();
  await restoreFestival(backup, file, NOON);
  const after = (await open(file)).browser();
  for (const [name, value] of cookies) after.cookies.set(name, value);
  expect((await after.send('GET /api/staff')).json()).toBeNull();
});

it('after a restore with a new secret, no stored answer can derive a cookie of the old one', async () => {
  const file = await freshFile();
  await restoreFestival(await filledFile(), file, NOON);
  const { db: restored } = await openUntilEnd(`sqlite:${file}`);
  expect(await restored.selectFrom('idempotency_keys').selectAll().execute()).toEqual([]);
});

/** Tables a restore always empties. */
const MOMENTARY = [
  'admin_sessions',
  'admin_links',
  'admin_guesses',
  'helpers',
  'helper_desks',
  'minute_budgets',
  'schema_version',
];

/** Columns of events in which a restore is a change. */
const RAISED = { edit_revision: 0, edited_at: null };

it('a file of ours is restored with all its rows', async () => {
  const [backup, file] = [await filledFile(), await freshFile()];
  const before = await everyRow((await openUntilEnd(`sqlite:${backup}`)).db);
  expect(await restoreFestival(backup, file, NOON, { keepSecret: true })).toMatchObject({ from: NEWEST });
  const { db } = await openUntilEnd(`sqlite:${file}`);
  const revisions = await db.selectFrom('events').select(['edit_revision', 'edited_at']).execute();
  expect(revisions.every((one) => one.edit_revision >= revisionAt(NOON) && one.edited_at === null)).toBe(true);
  const after = await everyRow(db);
  for (const [table, rows] of Object.entries(before)) {
    if (MOMENTARY.includes(table)) continue;
    const kept = (all: readonly string[] = []) =>
      all.map((row) => JSON.stringify({ ...JSON.parse(row), ...(table === 'events' ? RAISED : {}) }));
    expect(kept(after[table]), table).toEqual(kept(rows));
  }
});

it('a file of ours is restored: the sample festival', async () => {
  const file = await freshFile();
  const app = await open(file);
  await layInSample(app.context);
  await app.stop();
  const { rows } = await restoreFestival(backupOf({ file }), file, NOON);
  expect(rows.events).toBeGreaterThan(30);
});

describe('npm run restore', () => {
  const restoreBy = async (file: string, args: readonly string[], env: Record<string, string> = {}) =>
    (await runScript(['scripts/restore.ts', ...args], { DATABASE_URL: `sqlite:${file}`, ...env })).stdout;

  it('says that codes must be printed again, and how to keep the secret', async () => {
    const [own, theirs] = [await festival(PASSWORD), await festival(THEIRS)];
    const said = await restoreBy(own.file, [backupOf(theirs)]);
    expect(said).toContain('printed check-in codes no longer work.\nPrint them again');
    expect(said).toContain('restore it again with --keep-secret');
    expect(said).toContain('The admin password is the one from before the restore.');
  });

  it.each([
    ['as an option', ['--keep-secret'], {}],
    ['after the "--" of npm', ['--', '--keep-secret'], {}],
    ['as npm passes it without "--"', [], { npm_config_keep_secret: 'true' }],
  ])('keeps the secret, %s', async (_, args, env) => {
    const [own, theirs] = [await festival(PASSWORD), await festival(THEIRS)];
    const said = await restoreBy(own.file, [backupOf(theirs), ...args], env);
    expect(said).not.toContain('Print them again');
    expect(said).toContain('The admin password is the one from the file.');
  });

  it('takes no second file', async () => {
    const own = await festival(PASSWORD);
    await expect(restoreBy(own.file, ['a.db', 'b.db'])).rejects.toThrow('Name one backup, not a.db and b.db.');
  });
});
