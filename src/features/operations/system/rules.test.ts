import { expect, it } from 'vitest';
import { addressWarnings, isOftenSlow, pushWarnings, roomWarnings, slownessWarnings, workWarnings } from './rules.ts';

const ids = (warnings: readonly { id: string }[]) => warnings.map(({ id }) => id);
const OWN = 'https://games.example.org';
const FEW = { count: 1000, slow: 0 };

it.each([
  ['nothing happened', { count: 0, slow: 0 }, false],
  ['one in a hundred was slow', { count: 3000, slow: 30 }, false],
  ['more were slow', { count: 3000, slow: 31 }, true],
  ['all of a few were slow', { count: 19, slow: 19 }, false],
  ['all of twenty were slow', { count: 20, slow: 20 }, true],
])('slow is or is not a warning when %s', (_, share, slow) => {
  expect(isOftenSlow(share)).toBe(slow);
});

it('slow blames the database for the slow answers that it makes', () => {
  const slow = { count: 300, slow: 40 };
  expect(slownessWarnings({ answers: FEW, statements: FEW, onSqlite: true })).toEqual([]);
  expect(ids(slownessWarnings({ answers: slow, statements: FEW, onSqlite: true }))).toEqual(['answers']);
  const [onSqlite, ...more] = slownessWarnings({ answers: slow, statements: slow, onSqlite: true });
  expect([onSqlite?.id, more]).toEqual(['database', []]);
  expect(onSqlite?.text).toContain(
    '40 of 300 statements of the last five minutes took more than 0.1 s. The server’s disk',
  );
  const [onPostgres] = slownessWarnings({ answers: slow, statements: slow, onSqlite: false });
  expect(onPostgres?.text).toContain('PostgreSQL is slow');
});

it('names the first timed work that failed, and counts the others', () => {
  const work = { endedAt: '2025-11-14T20:00:00.000Z', failed: true };
  const fine = { ...work, name: 'drop old rows', failed: false };
  const of = (...names: string[]) =>
    workWarnings([fine, ...names.map((name) => ({ ...work, name }))], 'America/New_York')[0]?.text ?? null;
  expect(of()).toBeNull();
  expect(of('drop removed games')).toContain('failed at 3:00 PM: drop removed games. Failed work runs again by itself');
  expect(of('drop removed games', 'forget')).toContain('drop removed games. 1 more failed too. Failed work runs again');
});

it.each([
  ['half of the open files are free', { open: 2048, most: 20_000, openFiles: 4096 }, ''],
  ['more are taken', { open: 2049, most: 20_000, openFiles: 4096 }, 'LimitNOFILE'],
  ['the system has room for all', { open: 17_000, most: 20_000, openFiles: 25_000 }, ''],
  ['the system does not tell', { open: 17_000, most: 20_000, openFiles: null }, ''],
  ['nine tenths of LIVE_STREAMS are open', { open: 900, most: 1000, openFiles: 65_536 }, ''],
  ['more are open', { open: 901, most: 1000, openFiles: 65_536 }, 'LIVE_STREAMS'],
])('room for screens is short or not when %s', (_, room, advice) => {
  const [warning] = roomWarnings(room);
  if (advice === '') expect(warning).toBeUndefined();
  else expect(warning?.text).toContain(advice);
});

it('misses PUBLIC_URL behind a proxy alone', () => {
  const none = { count: 0, last: null };
  expect(ids(addressWarnings(null, true, none))).toEqual(['address']);
  expect(ids([...addressWarnings(null, false, none), ...addressWarnings(OWN, true, none)])).toEqual([]);
});

it('names another address than PUBLIC_URL when writes are often made there', () => {
  const text = (count: number, last: string | null) => addressWarnings(OWN, true, { count, last })[0]?.text;
  expect(text(4, 'http://192.0.2.7:3000')).toBeUndefined();
  expect(text(1204, 'http://192.0.2.7:3000')).toContain(
    '1,204 changes were refused within an hour because their pages were open at http://192.0.2.7:3000. Links and QR codes must lead to https://games.example.org.',
  );
  expect(text(5, `http://${'a'.repeat(100)}.test`)).toContain('open at another address.');
});

it.each([
  ['no phone is reminded', 'http://192.0.2.1:3000', false, []],
  ['PUBLIC_URL is missing', null, true, ['push address']],
  ['PUBLIC_URL is not https', 'http://192.0.2.1:3000', true, ['push address']],
  ['PUBLIC_URL is https', OWN, true, []],
])('says or not that iPhones get no reminders when %s', (_, publicUrl, hasPhones, warned) => {
  expect(ids(pushWarnings(publicUrl, hasPhones, []))).toEqual(warned);
});

it('counts what push services refused, by service and status', () => {
  const refused = [
    { service: 'Apple', why: 'it answered 403', count: 1200 },
    { service: 'another service', why: 'it answered 400', count: 1 },
  ];
  const [warning] = pushWarnings(OWN, true, refused);
  expect(warning?.text).toContain(
    'Push services refused 1,201 messages to phones within an hour: Apple 1,200 (it answered 403), another service 1 (it answered 400).',
  );
  expect(pushWarnings(OWN, true, refused.slice(1))[0]?.text).toContain('refused 1 message to');
});
