/** SQL of tries and wrong guesses. Counts are in the database, so that all instances share them. */
import type { Db } from '#database/schema.ts';
import { type Budget, minuteBefore, OTHERS, type Spent, type Tries } from '../rules/throttle.ts';

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

export type WrongGuesses = { guesser: string; count: number; lastAt: string };

/**
 * Adds a wrong guess to the guesser's row of this hour. Once `most` guessers have a row, all others share one, so that
 * a flood from ever new networks leaves no more rows than that (a few more when several arrive at once).
 */
export async function addWrongGuess(db: Db, guesser: string, now: string, most: number): Promise<void> {
  const hour = hourOf(now);
  if (await addToRow(db, guesser, now)) return;
  const { rows } = await db
    .selectFrom('wrong_guesses')
    .select(({ fn }) => fn.countAll().as('rows'))
    .where('hour', '=', hour)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('wrong_guesses')
    .values({ guesser: Number(rows) < most ? guesser : OTHERS, hour, count: 1, last_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['guesser', 'hour'])
        .doUpdateSet((eb) => ({ count: eb('wrong_guesses.count', '+', 1), last_at: now })),
    )
    .execute();
}

const hourOf = (now: string): string => now.slice(0, '2025-11-14T17'.length);

async function addToRow(db: Db, guesser: string, now: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('wrong_guesses')
    .set((eb) => ({ count: eb('count', '+', 1), last_at: now }))
    .where('guesser', '=', guesser)
    .where('hour', '=', hourOf(now))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Returns one page of those who guessed after `since`, latest first; an hour counts whole if its last guess does. */
export async function listWrongGuesses(
  db: Db,
  since: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<WrongGuesses[]> {
  const rows = await db
    .selectFrom('wrong_guesses')
    .select(({ fn }) => ['guesser', fn.sum('count').as('count'), fn.max('last_at').as('last_at')])
    .where('last_at', '>', since)
    .groupBy('guesser')
    .orderBy('last_at', 'desc')
    .orderBy('guesser')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map((row) => ({ guesser: row.guesser, count: Number(row.count), lastAt: row.last_at }));
}

export async function countWrongGuesses(db: Db, since: string): Promise<{ count: number; guessers: number }> {
  const row = await db
    .selectFrom('wrong_guesses')
    .select(({ fn }) => [fn.sum('count').as('count'), fn.count('guesser').distinct().as('guessers')])
    .where('last_at', '>', since)
    .executeTakeFirstOrThrow();
  return { count: Number(row.count ?? 0), guessers: Number(row.guessers) };
}

export async function dropWrongGuesses(db: Db, before: string): Promise<void> {
  await db.deleteFrom('wrong_guesses').where('last_at', '<', before).execute();
}

/** Deletes all counts, but not the list of wrong guesses. */
export async function dropAllTries(db: Db): Promise<void> {
  await db.deleteFrom('admin_guesses').execute();
  await db.deleteFrom('minute_budgets').execute();
}
