import { transact } from '#database/connect.ts';
import { claimMeta, holdMeta, readMeta, writeMeta } from '#database/meta.ts';
import type { Db } from '#database/schema.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { record } from '#features/audit/commands.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Caller } from '#platform/server/caller.ts';
import { type MovableClock, movableClock } from '#platform/server/movable-clock.ts';
import { aheadAt, whyNotStart } from './rules.ts';

/** Key in `meta` that marks the database of a rehearsal: how many milliseconds its clock is ahead. */
export const REHEARSAL = 'rehearsal';

type Start = { readonly isOn: boolean; readonly isNew: boolean; machine(): Date };

/** Returns the rehearsal's clock; null without a rehearsal; or why the program must not start on this database. */
export async function openRehearsal(
  db: Db,
  { isOn, isNew, machine }: Start,
): Promise<MovableClock | { problem: string } | null> {
  const stored = await readMeta(db, REHEARSAL);
  const problem = whyNotStart({ isOn, isNew, stored });
  if (problem !== null) return { problem };
  return isOn ? movableClock(machine, Number(await claimMeta(db, REHEARSAL, '0'))) : null;
}

/** Another instance may have moved the clock. */
export async function followClock(db: Db, clock: MovableClock): Promise<void> {
  clock.set(Number((await readMeta(db, REHEARSAL)) ?? clock.aheadMs()));
}

/** Moves the clock forward for every instance. @throws Refusal for a time that has passed or is too far away. */
export async function moveClock(context: CommandContext, clock: MovableClock, by: Caller, to: string): Promise<void> {
  const ahead = await transact(context.db, async (tx) => {
    const stored = await readMeta(tx, REHEARSAL);
    if (stored !== null && !(await holdMeta(tx, REHEARSAL, stored)))
      throw new Refusal('CHANGED_MEANWHILE', 'Somebody else moved the clock at this moment.');
    const [before, aheadMs] = [clock.now(), Number(stored ?? 0)];
    const moved = aheadAt(to, { machine: before.getTime() - clock.aheadMs(), aheadMs });
    await writeMeta(tx, REHEARSAL, String(moved));
    const change = { action: 'rehearsal clock moved', before: { at: before.toISOString() }, after: { at: to } };
    await record(context, tx, by, change);
    return moved;
  });
  clock.set(ahead);
}
