import type { ArchivedList, Duties } from '#database/duties.ts';
import { eraseWhileOpen } from '#database/erase.ts';
import { brokeUnique } from '#database/portable.ts';
import type { Db } from '#database/schema.ts';
import { allowLong, snapshot, transact } from '#database/transactions.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { type PreparedStaffWork, record, type StaffWork } from '#features/audit/commands.ts';
import { auditTable } from '#features/audit/rules/table.ts';
import { listEntries } from '#features/audit/store.ts';
import { revisionAt } from '#features/calendar/rules.ts';
import { raiseRevisions } from '#features/calendar/store.ts';
import { addNewEvent } from '#features/events/commands.ts';
import type { NewEvent } from '#features/events/contract.ts';
import { editEventIn } from '#features/events/edits/commands/edits.ts';
import { newClashes } from '#features/events/rules/attention.ts';
import { followersOfChanges } from '#features/events/rules/lateness.ts';
import { changeEvent, listEvents, lockEvent, lockEvents } from '#features/events/store.ts';
import { changeFacts, festivalInForce, moveFestival } from '#features/festival/commands.ts';
import { gameTable } from '#features/inventory/rules.ts';
import { listGames } from '#features/inventory/store.ts';
import { countHolders } from '#features/news/notices/store.ts';
import { numbersNow } from '#features/operations/numbers/commands.ts';
import { numbersTable } from '#features/operations/numbers/rules.ts';
import { isRehearsal } from '#features/operations/rehearsal/commands.ts';
import { userTable } from '#features/people/users/rules.ts';
import { listAdminUsers } from '#features/people/users/store/users.ts';
import { rsvpTable } from '#features/rsvps/rules.ts';
import { countLent, listTakenPlaces } from '#features/rsvps/store.ts';
import { findType, readPictures } from '#features/screens/pictures/store.ts';
import type { Input } from '#platform/contract.ts';
import { writeCsv } from '#platform/csv.ts';
import { looseKey, slugOf } from '#platform/names.ts';
import { Refusal, throwRefusal } from '#platform/refusal.ts';
import type { Caller, StaffCaller } from '#platform/server/caller.ts';
import { pauses } from '#platform/server/turns.ts';
import { zipOf } from '#platform/server/zip.ts';
import type * as contract from './contract.ts';
import {
  ARCHIVE_VERSION,
  checkFestivalFile,
  type FestivalFile,
  type Imported,
  importedFrom,
  type ProgrammeCheck,
  type Shown,
} from './contract.ts';
import { programmeTable } from './rules/columns.ts';
import { plannedBy, programmeDifference, shownChange, whyNotAsShown } from './rules/difference.ts';
import { daysBetween, movedStart, shiftDay, whyNotFirstDay } from './rules/next-year.ts';
import { type ReadProgramme, readProgramme } from './rules/programme.ts';
import * as store from './store.ts';

/**
 * Empties the festival if it is the sample. Removes the mark in the same transaction, so that a second press cannot
 * delete what was entered since.
 */
export const clearSample =
  (slices: readonly Duties[]): StaffWork<typeof contract.clearSample> =>
  async ({ tx, note }) => {
    await store.lockArchive(tx);
    if (!(await store.takeSampleMark(tx))) throw new Refusal('NOT_FOUND', 'The sample data was cleared already.');
    const before = await store.countEverything(tx, slices);
    await store.emptyTables(tx, slices, ({ cleared = [] }) => cleared);
    await note({ action: 'sample data cleared', subject: 'everything', before, after: null });
  };

export const listsOf = (slices: readonly Duties[]): ArchivedList[] => slices.flatMap(({ archived }) => archived ?? []);

/** The whole festival as it is at one moment. */
export async function wholeFestival(
  context: CommandContext,
  festival: string,
  slices: readonly Duties[],
): Promise<FestivalFile> {
  const contents = await snapshot(context.db, async (db) => {
    await allowLong(db, store.LONGEST_MS);
    const read: Record<string, unknown> = { sample: await store.isSample(db), rehearsal: await isRehearsal(db) };
    for (const list of listsOf(slices)) read[list.key] = await list.read(db);
    return read;
  });
  const head = {
    format: 'boardwalk festival',
    version: ARCHIVE_VERSION,
    exportedAt: context.now().toISOString(),
    festival,
  };
  // Tests check that the slices have every list of the contract.
  return { ...head, ...contents } as FestivalFile;
}

const notEmpty = (sample: boolean): Refusal => {
  const first = sample ? 'Clear the sample data first.' : 'Start with a new database.';
  return new Refusal(
    'NOT_EMPTY',
    `A festival can only be imported into an empty one, and this one is not empty. ${first}`,
  );
};

/**
 * Imports a festival into an empty database.
 * @throws Refusal BAD_INPUT for an inconsistent file or a rehearsal's, NOT_EMPTY.
 */
export async function importFestival(
  context: CommandContext,
  caller: Caller,
  file: FestivalFile,
  slices: readonly Duties[],
): Promise<Imported> {
  const lists = listsOf(slices);
  if (file.rehearsal && !(await isRehearsal(context.db)))
    throw new Refusal('BAD_INPUT', 'The file is of a rehearsal, and this festival is not one. Nothing was imported.', {
      field: 'rehearsal',
    });
  throwRefusal(checkFestivalFile(file, lists));
  const after = importedFrom(file);
  const rows = new Map<string, readonly unknown[]>();
  for (const { key, prepare } of lists) {
    const list = (file as unknown as Record<string, unknown[]>)[key] ?? [];
    rows.set(key, prepare === undefined ? list : await prepare(list));
  }
  try {
    await transact(context.db, async (tx) => {
      await store.lockArchive(tx);
      const counts = Object.values(await store.countEverything(tx, slices));
      if (counts.some((count) => count > 0)) throw notEmpty(await store.isSample(tx));
      await store.takeSampleMark(tx);
      for (const { key, write } of lists) await write(tx, rows.get(key) ?? []);
      await raiseRevisions(tx, revisionAt(context.now()));
      if (file.sample) await store.markSample(tx);
      // The program itself fills a new database with the sample.
      if (caller.staff !== null) {
        const action = 'festival imported';
        await record(context, tx, caller.staff, { action, subject: file.festival, before: null, after });
      }
    });
  } catch (error) {
    // A visitor took a name of the file concurrently.
    throw brokeUnique(error) ? notEmpty(false) : error;
  }
  return after;
}

/** More clashes than anybody reads before correcting a file. */
const MOST_CLASHES = 200;

/** Returns what a programme's table would do, where `apart` are lines of new events; writes nothing. */
export async function checkProgramme(
  context: CommandContext,
  { csv, apart }: Pick<Shown, 'apart'> & { readonly csv: string },
): Promise<ProgrammeCheck> {
  const { db, now } = context;
  const festival = await festivalInForce(context);
  const read = readProgramme(csv, festival.timeZone, festival);
  const [programme, holders] = [await listEvents(db), await countHolders(db)];
  const at = { now: now().toISOString(), zone: festival.timeZone };
  const difference = programmeDifference(read, programme, { ...at, apart, lent: await countLent(db) });
  const { added, changed, unchanged, untouched, questions, problems } = difference;
  const clashes = newClashes(programme, plannedBy(difference, programme), { now: at.now, most: MOST_CLASHES });
  return {
    events: added.map(({ line, event }) => ({ line, ...outlineOf(event) })),
    changed: changed.map((change) => shownChange(change, holders.get(change.event.id))),
    questions: questions.map(({ row: { line, event: is }, event: was, isSame }) => ({
      ...{ line, id: was.id, isSame, was: outlineOf(was) },
      ...outlineOf(is),
    })),
    clashes: clashes.map(([one, other]) => [outlineOf(one), outlineOf(other)]),
    unchanged,
    untouched: untouched.map(outlineOf),
    problems: [...problems],
    ignored: [...read.ignored],
  };
}

type Outlined = Pick<NewEvent, 'title' | 'startTime' | 'duration' | 'location'>;
const outlineOf = ({ title, startTime, duration, location }: Outlined) => ({ title, startTime, duration, location });

/**
 * Locks the events that were shown, and what follows those that delay it, in the order of ids, as every transaction locks
 * events. Returns what follows each. What changed since has another revision than was shown.
 */
async function lockShown(
  tx: Db,
  read: ReadProgramme,
  { seen, ...options }: Pick<Shown, 'seen' | 'apart'> & { readonly now: string; readonly zone: string },
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rest = pauses();
  const programme = await listEvents(tx);
  const followers = followersOfChanges(programmeDifference(read, programme, options).changed, programme);
  const ids = new Set([...seen.map(({ id }) => id), ...[...followers.values()].flat()]);
  for (const id of [...ids].sort()) {
    await lockEvent(tx, id);
    await rest();
  }
  return followers;
}

type Programme = { readonly read: ReadProgramme; readonly zone: string };

/**
 * Adds and changes every event of a table, or none. Imports run one at a time, so that the second of two identical ones
 * finds nothing left to do.
 */
export const importProgramme: PreparedStaffWork<typeof contract.importProgramme, Programme> = {
  async prepare({ context, body }) {
    const festival = await festivalInForce(context);
    return { read: readProgramme(body.csv, festival.timeZone, festival), zone: festival.timeZone };
  },
  async act(given) {
    const { tx, at, note, prepared } = given;
    const { csv: _, ...shown } = given.body;
    await store.lockArchive(tx);
    const rest = pauses();
    // Only the shown are changed, so the comparison holds.
    const options = { now: at, zone: prepared.zone, apart: shown.apart };
    const followers = await lockShown(tx, prepared.read, { seen: shown.seen, ...options });
    const lent = await countLent(tx);
    const difference = programmeDifference(prepared.read, await listEvents(tx), { ...options, lent });
    const { added, changed, problems } = difference;
    const [first] = problems;
    if (first !== undefined) {
      throw new Refusal('BAD_INPUT', `Line ${first.line}: ${first.message} Nothing was imported.`, { field: 'csv' });
    }
    throwRefusal(whyNotAsShown(difference, shown));
    const written = added.length + changed.length;
    const done = { imported: added.length, changed: changed.length };
    if (written === 0) {
      await note(null);
      return done;
    }
    for (const { event } of added) {
      await addNewEvent(given, event);
      await rest();
    }
    for (const { event, change } of changed) {
      // Without a revision: a late event's new plan raises those of the events that it delayed.
      await editEventIn(given, event.id, change, followers.get(event.id) ?? []);
      await rest();
    }
    const subject = written === 1 ? '1 event' : `${written} events`;
    const titles = { titles: added.map(({ event }) => event.title), changed: changed.map(({ event }) => event.title) };
    await note({ action: 'programme imported', subject, before: null, after: titles });
    return done;
  },
};

/** Every export as it is now, one after the other. */
export async function everythingZip(context: CommandContext, slices: readonly Duties[]) {
  const { db } = context;
  const festival = await festivalInForce(context);
  const { name, timeZone } = festival;
  const events = await listEvents(db);
  const files: Record<string, string | Buffer> = {
    'festival.json': JSON.stringify(await wholeFestival(context, name, slices)),
    'facts.json': JSON.stringify(festival, null, 2),
    'programme.csv': writeCsv(programmeTable(events, timeZone, await countLent(db))),
    'users.csv': writeCsv(userTable(await listAdminUsers(db))),
    'inventory.csv': writeCsv(gameTable(await listGames(db))),
    'numbers.csv': writeCsv(numbersTable(await numbersNow(context))),
    'audit.csv': writeCsv(auditTable(await listEntries(db, {}), timeZone)),
  };
  const nameOf = (index: number, title: string) => `${String(index + 1).padStart(3, '0')}-${slugOf(title)}`;
  for (const [index, { id, title, questions }] of events.entries()) {
    const table = rsvpTable((await listTakenPlaces(db, id)) ?? [], questions, timeZone);
    files[`rsvps/${nameOf(index, title)}.csv`] = writeCsv(table);
  }
  for (const [index, { id, name: title, base64 }] of (await readPictures(db)).entries()) {
    const ending = (await findType(db, id))?.replace('image/', '');
    files[`pictures/${nameOf(index, title)}.${ending}`] = Buffer.from(base64, 'base64');
  }
  return zipOf(Object.entries(files).map(([path, file]) => ({ name: path, bytes: Buffer.from(file as string) })));
}

/** Returns the file's name. Null on PostgreSQL. */
export type BackUp = (() => Promise<string>) | null;
type Erasing = Input<typeof contract.erase> & { caller: StaffCaller; slices: readonly Duties[]; backUp: BackUp };

/**
 * Returns the backup made before. A call that failed may have erased the rows and not what is left of them in files; the
 * next one does both. @throws Refusal BAD_INPUT for another name.
 */
export async function eraseFestival(context: CommandContext, { body, caller, slices, backUp }: Erasing) {
  const { name: subject, thanksPictures = [] } = await festivalInForce(context);
  // Apostrophes, spaces and case differ between keyboards.
  if (looseKey(body.confirm) !== looseKey(subject))
    throw new Refusal('BAD_INPUT', `This is not the festival’s name. Type: ${subject}`, { field: 'confirm' });
  const backup = backUp === null ? null : await backUp();
  await transact(context.db, async (tx) => {
    await store.lockArchive(tx);
    const before = await store.countEverything(tx, slices);
    for (const { erase } of slices) await erase?.(tx, context.now().toISOString());
    await store.emptyTables(tx, slices, ({ personal = [], erased = [] }) => [...personal, ...erased]);
    if (body.what === 'everything') {
      await store.emptyTables(tx, slices, ({ cleared = [] }) => cleared);
      await store.takeSampleMark(tx);
      if (thanksPictures.length > 0) await changeFacts(context, tx, { thanksPictures: [] });
    }
    await record(context, tx, caller.staff, { action: `${body.what} erased`, subject, before, after: { backup } });
  });
  await eraseWhileOpen(context.db);
  return { backup };
}

const DRAFT = { draft: true, lateMinutes: 0 } as const;

/** Rooms, missions and screens stay as they are. */
export const beginNextYear =
  (slices: readonly Duties[]): StaffWork<typeof contract.beginNextYear> =>
  async ({ context, tx, at, body: { firstDay }, note }) => {
    await store.lockArchive(tx);
    const was = await festivalInForce(context, tx);
    const { users = 0, rsvps = 0, waiting = 0 } = await store.countEverything(tx, slices);
    const ids = (await listEvents(tx)).map(({ id }) => id);
    const programme = await lockEvents(tx, ids);
    if (users + rsvps + waiting > 0 || programme.some(({ status }) => status !== 'upcoming'))
      throw new Refusal('NOT_EMPTY', 'This year is still in here. Erase the festival’s people first.');
    throwRefusal(whyNotFirstDay(was.firstDay, firstDay));
    const days = daysBetween(was.firstDay, firstDay);
    for (const { id, startTime } of programme)
      await changeEvent(tx, id, { ...DRAFT, startTime: movedStart(startTime, days, was.timeZone), editedAt: at });
    await moveFestival(context, tx, { firstDay, lastDay: shiftDay(was.lastDay, days) });
    const before = { firstDay: was.firstDay };
    await note({ action: 'next year begun', subject: was.name, before, after: { firstDay, events: ids.length } });
    return { events: programme.length };
  };
