import { createHash, timingSafeEqual } from 'node:crypto';
import { brokeUnique } from '#database/portable.ts';
import type { Db } from '#database/schema.ts';
import { takeTry } from '#features/access/commands/throttle.ts';
import type { Admission, AdmittedWrite, CommandContext, Write } from '#features/access/commands/writes.ts';
import { countsOfStranger, countTry } from '#features/access/rules/throttle.ts';
import { readKey } from '#features/access/store/callers.ts';
import { forgetTries, readTries } from '#features/access/store/tries.ts';
import { Refusal, raced } from '#platform/refusal.ts';
import type { Network } from '#platform/server/caller.ts';
import { networkBudget } from '#platform/server/limits.ts';
import { inOrder } from '#platform/server/turns.ts';
import { isOrganiser } from '#platform/staff.ts';
import * as rules from '../rules/admission.ts';
import * as store from '../store.ts';

/** Reads from the database whether registration is paused and which badge word new devices must give. */
export const readAdmission = async ({
  db,
  hooks,
}: Pick<CommandContext, 'db' | 'hooks'>): Promise<rules.AdmissionState> =>
  rules.admissionOf(await store.readChoices(db), hooks.admission?.fileWord ?? null);

/**
 * Pauses visitors’ registrations or resumes them. Call it in the transaction that writes the audit entry; the endpoint must touch
 * `admission`, which updates every instance at once.
 */
export const setPaused = (tx: Db, paused: boolean): Promise<void> => store.writePaused(tx, paused);

export type WordChoice =
  | { readonly from: 'festival.json' }
  | { readonly from: 'overview'; readonly word: string | null };

/**
 * Sets the badge word: festival.json's own, Set up's, or none (`word: null`). Call it like setPaused.
 * @throws Refusal BAD_INPUT for a word without a letter or digit.
 */
export function setBadgeWord(tx: Db, choice: WordChoice): Promise<void> {
  if (choice.from === 'festival.json') return store.writeWord(tx, null);
  if (choice.word !== null && rules.wordKey(choice.word) === '') throw rules.wordUnusable();
  return store.writeWord(tx, choice.word ?? '');
}

/** The state is read again after this time, in case a message from another instance was lost. */
const REMEMBERED_MS = 1000;

export type OpenAdmission = Admission & { touched(topics: readonly string[] | null): void };

/**
 * Decides about visitors' writes. The settings and the budgets of networks are in memory, so an admitted write costs no
 * query. Each instance has its own budgets.
 */
export function openAdmission(context: Omit<CommandContext, 'hooks'>, fileWord: string | null): OpenAdmission {
  const time = () => context.now().getTime();
  const newVisitors = networkBudget(context.limits.newVisitors, time);
  const state = remembered(async () => rules.admissionOf(await store.readChoices(context.db), fileWord), time);
  const checkWord = wordChecker(context);

  /** A repeated request writes nothing, so it is always admitted. */
  const isRepeated = async ({ idempotency }: Write): Promise<boolean> =>
    idempotency !== null && (await readKey(context.db, idempotency.key)) !== null;

  function entryFor(network: Network): AdmittedWrite {
    let taken = 0;
    return {
      take(visitors) {
        // PostgreSQL transactions may run more than once.
        if (taken > 0) return;
        if (newVisitors.take(network, visitors) > 0) throw rules.tooManyNewPhones();
        taken = visitors;
      },
      fail(error) {
        if (taken === 0) return;
        const refusal = error instanceof Refusal ? error : brokeUnique(error) ? NAME_BROKE : null;
        newVisitors.giveBack(network, taken * rules.shareGivenBack(refusal));
      },
    };
  }

  return {
    fileWord,
    touched(topics) {
      if (topics === null || topics.includes('admission')) state.drop();
    },
    async admit(write) {
      const { caller, network } = write;
      if (isOrganiser(caller.staff)) return UNCOUNTED;
      const { paused, badgeWord } = await state.get();
      const newFrom = caller.visitorId === null ? network : null;
      const isOut = newFrom !== null && newVisitors.wait(newFrom) > 0;
      if (paused || isOut || (newFrom !== null && badgeWord !== null)) {
        if (await isRepeated(write)) return REPEATED_ONLY;
        if (paused) throw rules.registrationPaused();
        if (isOut) throw rules.tooManyNewPhones();
        if (newFrom !== null && badgeWord !== null) await checkWord(write.badgeWord, badgeWord, newFrom);
      }
      return newFrom === null ? UNCOUNTED : entryFor(newFrom);
    },
  };
}

const nothing = () => undefined;
const UNCOUNTED: AdmittedWrite = { take: nothing, fail: nothing };
const REPEATED_ONLY: AdmittedWrite = {
  take() {
    throw raced('the stored answer was dropped a moment ago');
  },
  fail: nothing,
};
/** A violated unique constraint reveals the same as NAME_TAKEN. */
const NAME_BROKE = { code: 'NAME_TAKEN' } as const;

/** Keeps what `read` returns until it is dropped or too old. `time` in milliseconds. */
function remembered<T>(read: () => Promise<T>, time: () => number) {
  let last: { value: Promise<T>; at: number } | null = null;
  return {
    get(): Promise<T> {
      if (last !== null && Math.abs(time() - last.at) < REMEMBERED_MS) return last.value;
      const value = read();
      const mine = { value, at: time() };
      last = mine;
      // Not handled here: the caller gets the error too.
      value.catch(() => {
        if (last === mine) last = null;
      });
      return value;
    },
    drop() {
      last = null;
    },
  };
}

const digest = (word: string): Buffer => createHash('sha256').update(rules.wordKey(word)).digest();

/**
 * Compares words and throttles wrong ones per network, over all instances. A right word takes no try and resets
 * the count of its network; while wrong ones make that wait 30 s, it waits too, or a guesser could try without a pause.
 */
function wordChecker({ db, now }: Pick<CommandContext, 'db' | 'now'>) {
  // Otherwise words sent concurrently would all be checked before the first wrong one is counted.
  const turns = inOrder();
  return async (typed: string | null, badgeWord: string, network: Network): Promise<void> => {
    if (typed === null) throw rules.wordAsked();
    const isRight = timingSafeEqual(digest(typed), digest(badgeWord));
    const free = rules.FREE_WORDS * network.factor;
    const counts = countsOfStranger('badge ', { visitorId: null, network }, { device: 0, devices: 0, network: free });
    await turns(network.wider ?? network.key, async () => {
      if (!isRight) {
        await takeTry({ db, now }, { counts, budgets: [], sentence: rules.tooManyWords }).catch(aboutWord);
        throw rules.wordWrong();
      }
      for (const { guesser, free: tries } of counts) {
        const tried = await readTries(db, guesser);
        const counted = countTry(tried, now().toISOString(), tries);
        if ('waitSeconds' in counted) throw rules.wordTooFast(counted.waitSeconds);
        if (tried !== null) await forgetTries(db, guesser);
      }
    });
  };
}

/** Names the field, so that a page knows that the word was wrong and not the write. */
function aboutWord(error: unknown): never {
  throw error instanceof Refusal && error.code === 'TOO_FAST' ? rules.wordTooFast(error.retryAfter ?? 1) : error;
}

/** How many rows devices may create together. `count` counts them, which takes a while. */
export type RowLimit = {
  readonly name: string;
  readonly most: number;
  readonly sentence: string;
  count(tx: Db): Promise<number>;
};

/** PostgreSQL's largest integer. */
const NO_LIMIT = 2_147_483_647;
const RECOUNT_MS = 10_000;
/** Per limit: when its rows were last counted and found full. */
const fullAt = new WeakMap<CommandContext, Map<string, number>>();

/**
 * Counts one more row under a limit, in the transaction that adds it. Deletions do not lower the tally, so it is never
 * below the number of rows; when it is full, the rows are counted again, at most every ten seconds.
 * @throws Refusal FESTIVAL_FULL.
 */
export async function countUnderLimit(
  context: CommandContext,
  tx: Db,
  { name, most, sentence, count }: RowLimit,
): Promise<void> {
  if (await store.countUp(tx, name, Math.min(most, NO_LIMIT))) return;
  const full = new Refusal('FESTIVAL_FULL', sentence);
  const foundFull = fullAt.get(context) ?? new Map<string, number>();
  fullAt.set(context, foundFull);
  const time = context.now().getTime();
  if (time - (foundFull.get(name) ?? Number.NEGATIVE_INFINITY) < RECOUNT_MS) throw full;
  await store.lockTally(tx, name);
  const counted = await count(tx);
  if (counted >= most) {
    foundFull.set(name, time);
    throw full;
  }
  await store.writeTally(tx, name, counted + 1);
}
