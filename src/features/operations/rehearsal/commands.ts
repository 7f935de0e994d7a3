import { holdMeta, readMeta, writeMeta } from '#database/meta.ts';
import type { Db } from '#database/schema.ts';
import { transact } from '#database/transactions.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { record } from '#features/audit/commands.ts';
import { Refusal } from '#platform/refusal.ts';
import type { StaffCaller } from '#platform/server/caller.ts';
import type { MovableClock } from '#platform/server/movable-clock.ts';
import { aheadAt, whyNotStart } from './rules.ts';

/** Key in `meta` that marks the database of a rehearsal: how many milliseconds its clock is ahead. */
export const REHEARSAL = 'rehearsal';

type Start = { readonly isOn: boolean; readonly isNew: boolean };

/** Marks a rehearsal's new database. Returns why the program must not start on this one, or null. */
export async function admit(tx: Db, start: Start): Promise<string | null> {
  const problem = whyNotStart({ ...start, stored: await readMeta(tx, REHEARSAL) });
  if (start.isOn && start.isNew) await writeMeta(tx, REHEARSAL, '0');
  return problem;
}

/** Whether the database is a rehearsal's. */
export const isRehearsal = async (db: Db): Promise<boolean> => (await readMeta(db, REHEARSAL)) !== null;

/** Milliseconds that the festival's clock is ahead of the machine's; 0 without a rehearsal. */
export const readAhead = async (db: Db): Promise<number> => Number(await readMeta(db, REHEARSAL));

/** Another instance may have moved the clock. */
export async function followClock(db: Db, clock: MovableClock): Promise<void> {
  clock.set(await readAhead(db));
}

/** Moves the clock forward for every instance. @throws Refusal for a time that has passed or is too far away. */
export async function moveClock(
  context: CommandContext,
  clock: MovableClock,
  by: StaffCaller,
  to: string,
): Promise<void> {
  const ahead = await transact(context.db, async (tx) => {
    const stored = await readMeta(tx, REHEARSAL);
    if (stored !== null && !(await holdMeta(tx, REHEARSAL, stored)))
      throw new Refusal('CHANGED_MEANWHILE', 'Somebody else moved the clock at this moment.');
    const [before, aheadMs] = [clock.now(), Number(stored ?? 0)];
    const moved = aheadAt(to, { machine: before.getTime() - clock.aheadMs(), aheadMs });
    await writeMeta(tx, REHEARSAL, String(moved));
    const change = { action: 'rehearsal clock moved', before: { at: before.toISOString() }, after: { at: to } };
    await record(context, tx, by.staff, change);
    return moved;
  });
  clock.set(ahead);
}
