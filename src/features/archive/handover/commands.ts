import { basename } from 'node:path';
import { backUp, newBackupPath } from '#database/backup.ts';
import type { Duties } from '#database/duties.ts';
import { eraseWhileOpen } from '#database/erase.ts';
import { transact } from '#database/transactions.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { record, type StaffWork } from '#features/audit/commands.ts';
import { auditTable } from '#features/audit/rules/table.ts';
import { listEntries } from '#features/audit/store.ts';
import { resetEvent } from '#features/events/edits/store.ts';
import { listEvents, lockEvents } from '#features/events/store.ts';
import { factsFile, festivalInForce, moveFestival } from '#features/festival/commands.ts';
import { gameTable } from '#features/inventory/rules.ts';
import { listGames } from '#features/inventory/store.ts';
import { userTable } from '#features/people/users/rules.ts';
import { listAdminUsers } from '#features/people/users/store/users.ts';
import { rsvpTable } from '#features/rsvps/rules.ts';
import { countLent, listTakenPlaces } from '#features/rsvps/store.ts';
import { findType, readPictures } from '#features/screens/pictures/store.ts';
import { type Cell, writeCsv } from '#platform/csv.ts';
import { slugOf } from '#platform/names.ts';
import { Refusal, throwRefusal } from '#platform/refusal.ts';
import type { StaffCaller } from '#platform/server/caller.ts';
import { type ZipEntry, zipOf } from '#platform/server/zip.ts';
import { zonedInput } from '#platform/time.ts';
import { wholeFestival } from '../commands.ts';
import { programmeTable } from '../rules/columns.ts';
import { countEverything, emptyTables, lockArchive, takeSampleMark } from '../store.ts';
import type * as contract from './contract.ts';
import type { What } from './contract.ts';
import { daysBetween, isTypedName, movedStart, shiftDay, whyNotFirstDay } from './rules.ts';

/** Every export as it is now, one after the other. */
export async function everythingZip(
  context: CommandContext,
  slices: readonly Duties[],
): Promise<Uint8Array<ArrayBuffer>> {
  const { db } = context;
  const { name, timeZone } = await festivalInForce(context);
  const entries: ZipEntry[] = [];
  const add = (path: string, content: string | Uint8Array) =>
    void entries.push({ name: path, bytes: Buffer.from(content as string) });
  const addTable = (path: string, table: readonly (readonly Cell[])[]) => add(path, writeCsv(table));
  add('festival.json', JSON.stringify(await wholeFestival(context, name, slices)));
  add('facts.json', await factsFile(context));
  const events = await listEvents(db);
  addTable('programme.csv', programmeTable(events, timeZone, await countLent(db)));
  addTable('users.csv', userTable(await listAdminUsers(db)));
  addTable('inventory.csv', gameTable(await listGames(db)));
  addTable('audit.csv', auditTable(await listEntries(db, {}), timeZone));
  const numbered = (index: number, title: string) => `${String(index + 1).padStart(3, '0')}-${slugOf(title)}`;
  for (const [index, { id, title, startTime, questions }] of events.entries()) {
    const day = zonedInput(startTime, timeZone).slice(0, 10);
    const places = (await listTakenPlaces(db, id)) ?? [];
    addTable(`rsvps/${numbered(index, `${day} ${title}`)}.csv`, rsvpTable(places, questions, timeZone));
  }
  for (const [index, { id, name: called, base64 }] of (await readPictures(db)).entries()) {
    const ending = ((await findType(db, id)) ?? '').replace('image/', '').replace('jpeg', 'jpg');
    add(`pictures/${numbered(index, called || 'picture')}.${ending}`, Buffer.from(base64, 'base64'));
  }
  return zipOf(entries, context.now());
}

/** The SQLite file, null on PostgreSQL, and the machine's time, by which backups go. */
export type Keeping = { readonly database: string | null; machine(): Date };

type Erasing = {
  readonly slices: readonly Duties[];
  readonly keeping: Keeping;
  readonly caller: StaffCaller;
  readonly body: { readonly what: What; readonly confirm: string };
};

/**
 * Erases the people, or everything but the facts, after a backup. Returns the backup's file name. A call that failed
 * may have erased the rows and not the files: the next one does both. @throws Refusal BAD_INPUT for another name.
 */
export async function eraseFestival(
  context: CommandContext,
  { slices, keeping: { database, machine }, caller, body: { what, confirm } }: Erasing,
): Promise<{ backup: string | null }> {
  const { name: subject } = await festivalInForce(context);
  if (!isTypedName(confirm, subject))
    throw new Refusal('BAD_INPUT', `This is not the festival’s name. Type: ${subject}`, { field: 'confirm' });
  const made = database === null ? null : await backUp(database, newBackupPath(database, machine(), 'before-erasing'));
  await transact(context.db, async (tx) => {
    await lockArchive(tx);
    const before = await countEverything(tx, slices);
    for (const { erase } of slices) await erase?.(tx, context.now().toISOString());
    await emptyTables(tx, slices, ({ personal = [], erased = [] }) => [...personal, ...erased]);
    if (what === 'everything') {
      await emptyTables(tx, slices, ({ cleared = [] }) => cleared);
      await takeSampleMark(tx);
    }
    const action = what === 'everything' ? 'everything erased' : 'people erased';
    await record(context, tx, caller.staff, { action, subject, before, after: null });
  });
  await eraseWhileOpen(context.db);
  return { backup: made === null ? null : basename(made.path) };
}

/** Moves facts and programme to the new first day. Rooms, missions and screens stay. */
export const beginNextYear =
  (slices: readonly Duties[]): StaffWork<typeof contract.beginNextYear> =>
  async ({ context, tx, at, body: { firstDay }, note }) => {
    await lockArchive(tx);
    const before = await festivalInForce(context, tx);
    const { users = 0, rsvps = 0, waiting = 0 } = await countEverything(tx, slices);
    const programme = await lockEvents(
      tx,
      (await listEvents(tx)).map(({ id }) => id),
    );
    if (users + rsvps + waiting > 0 || programme.some(({ bracketDrawn }) => bracketDrawn))
      throw new Refusal('NOT_EMPTY', 'There are people in the festival. Erase the festival’s people first.');
    throwRefusal(whyNotFirstDay(before.firstDay, firstDay));
    const days = daysBetween(before.firstDay, firstDay);
    const lastDay = shiftDay(before.lastDay, days);
    for (const { id, startTime } of programme)
      await resetEvent(tx, id, at, { start_time: movedStart(startTime, days, before.timeZone), draft: 1 });
    await moveFestival(context, tx, { firstDay, lastDay });
    await note({
      action: 'next year begun',
      subject: before.name,
      before: { firstDay: before.firstDay, lastDay: before.lastDay },
      after: { firstDay, lastDay, events: programme.length },
    });
    return { lastDay, events: programme.length, dates: before.dates };
  };
