/** SQL of tries. Counts are in the database, so that all instances share them. */
import type { Db } from '#database/schema.ts';
import { type Budget, minuteBefore, type Spent, type Tries } from '../rules/throttle.ts';

export async function readTries(db: Db, guesser: string): Promise<Tries | null> {
  const row = await db.selectFrom('admin_guesses').selectAll().where('guesser', '=', guesser).executeTakeFirst();
  return row === undefined ? null : { failures: row.failures, nextAt: row.next_at, lastAt: row.last_at };
}

/**
 * Writes a count only if it is unchanged since it was read, so that two instances cannot both take the last free try.
 */
export async function replaceTries(db: Db, guesser: string, before: Tries | null, next: Tries): Promise<boolean> {
  const values = { failures: next.failures, next_at: next.nextAt, last_at: next.lastAt };
  if (before === null) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('admin_guesses')
      .values({ guesser, ...values })
      .onConflict((conflict) => conflict.column('guesser').doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }
  const { numUpdatedRows } = await db
    .updateTable('admin_guesses')
    .set(values)
    .where('guesser', '=', guesser)
    .where('failures', '=', before.failures)
    .where('last_at', '=', before.lastAt)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function forgetTries(db: Db, guesser: string): Promise<void> {
  await db.deleteFrom('admin_guesses').where('guesser', '=', guesser).execute();
}

/** Takes one try off a shared count. */
export async function uncountTry(db: Db, guesser: string): Promise<void> {
  await db
    .updateTable('admin_guesses')
    .set((eb) => ({ failures: eb('failures', '-', 1) }))
    .where('guesser', '=', guesser)
    .where('failures', '>', 0)
    .execute();
}

export async function readSpent(db: Db, name: string): Promise<Spent | null> {
  const row = await db
    .selectFrom('minute_budgets')
    .select(['used', 'since'])
    .where('name', '=', name)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Takes one from a budget in a single statement, so that concurrent callers cannot exceed it. Returns whether one was
 * left.
 */
export async function spend(db: Db, { name, perMinute }: Budget, now: string): Promise<boolean> {
  if (perMinute < 1) return false;
  const minuteAgo = minuteBefore(now);
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('minute_budgets')
    .values({ name, used: 1, since: now })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet((eb) => {
          const isOver = eb('minute_budgets.since', '<=', minuteAgo);
          return {
            used: eb
              .case()
              .when(isOver)
              .then(1)
              .else(eb('minute_budgets.used', '+', 1))
              .end(),
            since: eb.case().when(isOver).then(now).else(eb.ref('minute_budgets.since')).end(),
          };
        })
        .where((eb) => eb.or([eb('minute_budgets.since', '<=', minuteAgo), eb('minute_budgets.used', '<', perMinute)])),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function giveBack(db: Db, name: string): Promise<void> {
  await db
    .updateTable('minute_budgets')
    .set((eb) => ({ used: eb('used', '-', 1) }))
    .where('name', '=', name)
    .where('used', '>', 0)
    .execute();
}

export async function dropOldTries(db: Db, lastBefore: string): Promise<void> {
  await db.deleteFrom('admin_guesses').where('last_at', '<', lastBefore).execute();
}

export async function dropOldBudgets(db: Db, sinceBefore: string): Promise<void> {
  await db.deleteFrom('minute_budgets').where('since', '<', sinceBefore).execute();
}

export async function dropAllTries(db: Db): Promise<void> {
  await db.deleteFrom('admin_guesses').execute();
  await db.deleteFrom('minute_budgets').execute();
}
