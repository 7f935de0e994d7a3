/**
 * Throttles guessing of secrets. A slice that checks a secret calls `takeTry` before the check; after a right answer it calls
 * `giveBackTry` in its transaction, or `uncountTry` where the guesser's other tries stay counted.
 */
import type { Db } from '#database/schema.ts';
import { Refusal } from '#platform/refusal.ts';
import { type Budget, budgetWait, type Count, countTry } from '../rules/throttle.ts';
import * as store from '../store/tries.ts';

export type Throttle = {
  /** Counts the try is added to, narrowest first: a refusal by a narrow count leaves the wider ones unchanged. */
  readonly counts: readonly Count[];
  /** Taken last, so that a guesser who has to wait takes nothing from others. */
  readonly budgets: readonly Budget[];
  /** Message for a caller who has to wait. */
  readonly sentence: (waitSeconds: number) => string;
};

type Context = { readonly db: Db; now(): Date };

/** @throws Refusal TOO_FAST with the seconds to wait. */
export async function takeTry({ db, now }: Context, throttle: Throttle): Promise<void> {
  const at = now().toISOString();
  await refuseWithoutWriting(db, throttle, at);
  for (const count of throttle.counts) await takeCount(db, count, at, throttle.sentence);
  const wait = await takeFromBudgets(db, throttle.budgets, at);
  if (wait > 0) throw tooFast(throttle.sentence, wait);
}

/** Returns the seconds until all these budgets have room; 0 if they have. */
export async function waitForBudgets(db: Db, budgets: readonly Budget[], at: string): Promise<number> {
  let longest = 0;
  for (const { name, perMinute } of budgets) {
    longest = Math.max(longest, budgetWait(await store.readSpent(db, name), perMinute, at));
  }
  return longest;
}

/**
 * Takes one from each of these budgets, narrowest first. Returns 0, or the seconds to wait. Writes nothing when one is
 * used up: a flood from ever new networks must not leave a row for each.
 */
export async function takeFromBudgets(db: Db, budgets: readonly Budget[], at: string): Promise<number> {
  const wait = await waitForBudgets(db, budgets, at);
  if (wait > 0) return wait;
  for (const budget of budgets) {
    if (!(await store.spend(db, budget, at))) return Math.max(1, await waitForBudgets(db, [budget], at));
  }
  return 0;
}

/** Refunds a right try: the guesser's count is reset, and shared counts are as before. */
export async function giveBackTry(db: Db, { counts, budgets }: Throttle): Promise<void> {
  const [own, ...shared] = counts;
  if (own !== undefined) await store.forgetTries(db, own.guesser);
  await uncountTry(db, { counts: shared, budgets });
}

/** Takes one try off each count and gives it back to each budget. */
export async function uncountTry(db: Db, { counts, budgets }: Pick<Throttle, 'counts' | 'budgets'>): Promise<void> {
  for (const { guesser } of counts) await store.uncountTry(db, guesser);
  for (const { name } of budgets) await store.giveBack(db, name);
}

const tooFast = (sentence: Throttle['sentence'], retryAfter: number): Refusal =>
  new Refusal('TOO_FAST', sentence(retryAfter), { retryAfter });

/** Writes nothing for a guesser who has to wait, however many networks they use. */
async function refuseWithoutWriting(db: Db, { counts, budgets, sentence }: Throttle, at: string): Promise<void> {
  for (const { guesser, free, windowMs } of counts) {
    const counted = countTry(await store.readTries(db, guesser), at, free, windowMs);
    if ('waitSeconds' in counted) throw tooFast(sentence, counted.waitSeconds);
  }
  const wait = await waitForBudgets(db, budgets, at);
  if (wait > 0) throw tooFast(sentence, wait);
}

const ATTEMPTS = 5;

async function takeCount(db: Db, count: Count, at: string, sentence: Throttle['sentence']): Promise<void> {
  const { guesser, free, windowMs } = count;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const tries = await store.readTries(db, guesser);
    const counted = countTry(tries, at, free, windowMs);
    if ('waitSeconds' in counted) throw tooFast(sentence, counted.waitSeconds);
    if (await store.replaceTries(db, guesser, tries, counted.next)) return;
  }
  throw tooFast(sentence, 1);
}
