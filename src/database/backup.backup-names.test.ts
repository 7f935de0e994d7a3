import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { DAY, HOUR } from '#platform/durations.ts';
import { backupName, backupsAmong, isDue, type Mark, whichToDrop } from './backup.ts';

const DATABASE = 'somewhere/boardwalk.db';
const FRIDAY = Date.parse('2025-11-14T17:00:00Z');

const named = (at: number, mark: Mark | null = null) => backupName(DATABASE, new Date(at), mark);
const hourly = (from: number, count: number) => Array.from({ length: count }, (_, n) => named(from - n * HOUR));
const dropped = (names: readonly string[], now = FRIDAY) => whichToDrop(DATABASE, names, new Date(now));
const kept = (names: readonly string[], now = FRIDAY) => {
  const gone = new Set(dropped(names, now));
  return names.filter((name) => !gone.has(name));
};

it('the name of a backup contains the database, the time in UTC and the reason', () => {
  expect([named(FRIDAY), named(FRIDAY, 'before-schema-5'), named(FRIDAY, 'by-hand')]).toEqual([
    'boardwalk-2025-11-14T17-00-00Z.db',
    'boardwalk-2025-11-14T17-00-00Z-before-schema-5.db',
    'boardwalk-2025-11-14T17-00-00Z-by-hand.db',
  ]);
});

it('the name of a backup is recognised in a folder, newest first', () => {
  const ours = [named(FRIDAY - HOUR, 'before-restore'), named(FRIDAY), named(FRIDAY - DAY)];
  expect(backupsAmong(DATABASE, ['notes.txt', ...ours])).toEqual([ours[1], ours[0], ours[2]]);
});

it('which backups are dropped none while there are few backups', () => {
  expect(dropped([])).toEqual([]);
  expect(dropped(hourly(FRIDAY, 24))).toEqual([]);
});

it('which backups are dropped keeps 24 hourly ones and the last one of each of seven days, out of ten days of hourly backups', () => {
  const names = hourly(FRIDAY, 240);
  const lastOfDays = ['13', '12', '11', '10', '09', '08'].map((day) => `boardwalk-2025-11-${day}T23-00-00Z.db`);
  expect(kept(names)).toEqual([...new Set([...names.slice(0, 24), ...lastOfDays])]);
});

it('which backups are dropped: the same ones when they are made and dropped hour by hour', () => {
  let names: string[] = [];
  for (let at = FRIDAY - 10 * DAY; at <= FRIDAY; at += HOUR) names = kept([named(at), ...names], at);
  expect(names).toEqual(kept(hourly(FRIDAY, 241)));
});

it('which backups are dropped none for its age alone: after a month without a server, a new backup replaces one hourly and one daily one', () => {
  const before = kept(hourly(FRIDAY - 30 * DAY, 240), FRIDAY - 30 * DAY);
  expect(dropped([named(FRIDAY), ...before])).toEqual([before[23], before.at(-1)]);
});

it('which backups are dropped is independent of the machine’s zone and of daylight saving', () => {
  const zone = process.env.TZ;
  onTestFinished(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });
  // In New York 2 November 2025 has 25 hours, two of them called one o'clock.
  const names = hourly(Date.parse('2025-11-04T12:00:00Z'), 96);
  const inZones = ['UTC', 'America/New_York', 'Pacific/Kiritimati'].map((name) => {
    process.env.TZ = name;
    return [names.map(String), kept(names)];
  });
  expect(inZones[1]).toEqual(inZones[0]);
  expect(inZones[2]).toEqual(inZones[0]);
  expect(new Set(names).size).toBe(96);
});

it('which backups are dropped none because a clock was a day ahead, then or later', () => {
  const real = kept(hourly(FRIDAY, 240));
  const ahead = hourly(FRIDAY + 3650 * DAY, 24);
  expect(kept([...ahead, ...real])).toEqual([...ahead, ...real]);
  const later = hourly(FRIDAY + 5 * HOUR, 5);
  expect(kept([...ahead, ...later, ...real], FRIDAY + 5 * HOUR)).toEqual(expect.arrayContaining([...ahead, ...later]));
});

it('which backups are dropped none because a clock was set back', () => {
  const real = kept(hourly(FRIDAY, 240));
  const back = FRIDAY - 3650 * DAY;
  const wrong = hourly(back, 30);
  expect(kept([...real, ...wrong], back)).toEqual([...real, ...kept(wrong, back)]);
});

it('which backups are dropped keeps seven of each mark, and does not count them as hourly', () => {
  const marks = (['by-hand', 'before-restore', 'before-schema-5'] as const).flatMap((mark) =>
    Array.from({ length: 9 }, (_, n) => named(FRIDAY - n * DAY, mark)),
  );
  const names = [...hourly(FRIDAY, 24), ...marks];
  expect(dropped(names)).toHaveLength(6);
  expect(kept(names)).toEqual(expect.arrayContaining(hourly(FRIDAY, 24)));
  // A program that fails at a new schema and restarts again and again: all its backups are one kind.
  const schemas = Array.from({ length: 9 }, (_, n) => named(FRIDAY - n * DAY, `before-schema-${n + 2}`));
  expect(dropped(schemas)).toEqual(schemas.slice(7));
});

it('which backups are dropped drops a marked one with the last day of its week, but not because the server was off', () => {
  const marks = [named(FRIDAY - 9 * DAY, 'by-hand'), named(FRIDAY - 5 * DAY, 'before-restore')];
  expect(dropped([...marks, ...hourly(FRIDAY, 240)])).toContain(marks[0]);
  expect(dropped([...marks, ...hourly(FRIDAY, 240)])).not.toContain(marks[1]);
  expect(dropped([...marks, ...hourly(FRIDAY, 48)])).not.toContain(marks[0]);
  const aYearAgo = named(FRIDAY - 365 * DAY, 'before-restore');
  expect(dropped([aYearAgo, named(FRIDAY)])).toEqual([]);
});

it('which backups are dropped never a file that is not a backup of this database', () => {
  const strangers = [
    ...['notes.txt', 'boardwalk.db', 'boardwalk-.db', 'boardwalk-2025-11-14.db', 'boardwalk-2025-13-40T17-00-00Z.db'],
    ...['boardwalk-2025-11-14T17-00-00Z-mine.db', 'boardwalk-2025-11-14T17-00-00Z.db.7.part'],
    ...['boardwalk-2025-11-14T17-00-00Z.db.gz', ' boardwalk-2025-11-14T17-00-00Z.db', 'other-2025-11-14T17-00-00Z.db'],
    ...Array.from({ length: 50 }, (_, n) => backupName('x/boardwalk-test.db', new Date(FRIDAY - n * HOUR), null)),
  ];
  expect(dropped([...strangers, ...hourly(FRIDAY, 24)])).toEqual([]);
  expect(backupsAmong(DATABASE, strangers)).toEqual([]);
});

it('which backups are dropped never the newest one, and never more than expected, for any input', () => {
  const times = fc.array(fc.integer({ min: -400, max: 400 }), { maxLength: 400 });
  fc.assert(
    fc.property(times, (hours) => {
      const names = [...new Set(hours.map((hour) => named(FRIDAY + hour * HOUR)))];
      const past = backupsAmong(DATABASE, names).filter((name) => name <= named(FRIDAY));
      const left = past.filter((name) => kept(names).includes(name));
      expect(left.slice(0, 24)).toEqual(past.slice(0, 24));
      expect(left.length).toBeLessThanOrEqual(31);
      expect(dropped(kept(names))).toEqual([]);
    }),
  );
});

const due = (names: readonly string[], now = FRIDAY) => isDue(DATABASE, names, new Date(now));

it('a backup is due when the last hour has none', () => {
  expect(due([])).toBe(true);
  expect(due([named(FRIDAY - HOUR)])).toBe(true);
  expect(due([named(FRIDAY - HOUR + 1000)])).toBe(false);
  expect(due([named(FRIDAY)])).toBe(false);
});

it('a backup is due also when there are only marked ones, or some from the future', () => {
  expect(due([named(FRIDAY, 'by-hand'), named(FRIDAY, 'before-schema-5')])).toBe(true);
  expect(due([named(FRIDAY + DAY), named(FRIDAY + HOUR)])).toBe(true);
});

it('which backups are dropped: seven days after an erasure that before it and every older one, and none sooner or later', () => {
  const marks = (['by-hand', 'before-restore', 'before-schema-5'] as const).map((mark) => named(FRIDAY - HOUR, mark));
  const erased = named(FRIDAY, 'before-erasing');
  const meanwhile = named(FRIDAY + 30_000);
  const since = named(FRIDAY + HOUR);
  const all = [since, meanwhile, erased, ...hourly(FRIDAY - HOUR, 3), ...marks];
  expect(dropped(all, FRIDAY + 7 * DAY - 1)).toEqual([]);
  expect(kept(all, FRIDAY + 7 * DAY)).toEqual([since]);
});

it('which backups are dropped: none before an erasure for its number, and each erasure has its own seven days', () => {
  const erasures = Array.from({ length: 9 }, (_, n) => named(FRIDAY + n * HOUR, 'before-erasing'));
  expect(dropped(erasures, FRIDAY + DAY)).toEqual([]);
  expect(dropped(erasures, FRIDAY + 7 * DAY + 2 * HOUR).sort()).toEqual(erasures.slice(0, 3));
});
