import { randomInt } from 'node:crypto';
import { writeMeta } from '#database/meta.ts';
import type { Db } from '#database/schema.ts';
import { transact } from '#database/transactions.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { record } from '#features/audit/commands.ts';
import { MINUTE } from '#platform/durations.ts';
import { Refusal } from '#platform/refusal.ts';
import type { StaffCaller } from '#platform/server/caller.ts';
import type { ScreenPage, ScreenPlan, StaffScreen } from './contract.ts';
import { CODE_MINUTES, MOST_CODES, MOST_SCREENS } from './limits.ts';
import { PAGE_WORDS } from './rules/page-name.ts';
import { FIRST_PLAYLIST } from './rules/playlist.ts';
import * as store from './store.ts';

export const noSuchScreen = (): Refusal => new Refusal('NOT_FOUND', 'There is no screen of this name.');

const wordsOf = ({ kind, seconds }: ScreenPage): string => `${PAGE_WORDS[kind]} (${seconds} s)`;

const recorded = (screen: StaffScreen | null) =>
  screen && {
    name: screen.name,
    room: screen.location,
    pages: screen.pages.map(wordsOf),
    instead: screen.now && wordsOf(screen.now),
  };

type Plan = ScreenPlan & { readonly name?: string | undefined; readonly expectedRevision?: number | undefined };
type Change = { action: string; before: StaffScreen | null; after: StaffScreen | null };

const recordChange = (context: CommandContext, tx: Db, { staff }: StaffCaller, { action, before, after }: Change) =>
  record(context, tx, staff, {
    action,
    subject: (after ?? before)?.name ?? '',
    before: recorded(before),
    after: recorded(after),
  });

async function put(context: CommandContext, tx: Db, caller: StaffCaller, former: string, plan: Plan) {
  const { name = former, expectedRevision } = plan;
  // Locks the number of screens.
  await writeMeta(tx, 'screens', '');
  const before = await store.findScreen(tx, former);
  if (expectedRevision !== undefined && expectedRevision !== (before?.revision ?? 0))
    throw new Refusal(
      'CHANGED_MEANWHILE',
      'Another organiser has just changed this screen. Close this and open it again.',
    );
  if (name !== former) {
    if ((await store.findScreen(tx, name)) !== null)
      throw new Refusal('NAME_TAKEN', 'There is a screen of this name.', { field: 'name' });
    await store.renameScreen(tx, former, name);
  }
  if (before === null && (await store.listScreens(tx)).length >= MOST_SCREENS)
    throw new Refusal('TOO_MANY_HERE', `There are ${MOST_SCREENS} screens. Remove one first.`);
  const after = await store.putScreen(tx, name, plan);
  await recordChange(context, tx, caller, {
    action: before === null ? 'screen made' : 'screen changed',
    before,
    after,
  });
  return after;
}

/** @throws Refusal CHANGED_MEANWHILE, TOO_MANY_HERE or NAME_TAKEN. */
export const putScreen = (context: CommandContext, caller: StaffCaller, name: string, plan: Plan) =>
  transact(context.db, (tx) => put(context, tx, caller, name, plan));

/** @throws Refusal NOT_FOUND. */
export const showNow = (context: CommandContext, caller: StaffCaller, name: string, page: ScreenPage | null) =>
  transact(context.db, async (tx) => {
    const before = await store.findScreen(tx, name);
    const after = await store.showNow(tx, name, page);
    if (after === null) throw noSuchScreen();
    await recordChange(context, tx, caller, { action: 'screen changed', before, after });
    return after;
  });

/** @throws Refusal NOT_FOUND. */
export const removeScreen = (context: CommandContext, caller: StaffCaller, name: string): Promise<void> =>
  transact(context.db, async (tx) => {
    const before = await store.removeScreen(tx, name);
    if (before === null) throw noSuchScreen();
    await recordChange(context, tx, caller, { action: 'screen removed', before, after: null });
  });

/** @throws Refusal NOT_FOUND. */
export async function noteSeen({ db, now }: CommandContext, name: string, shows: string): Promise<void> {
  if (!(await store.noteSeen(db, name, shows, now().toISOString()))) throw noSuchScreen();
}

/** Without those that look alike. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

export const codesSince = (now: Date): string => new Date(now.getTime() - CODE_MINUTES * MINUTE).toISOString();

/** Returns a new code for a wall to show. Strangers who ask for many end the oldest: a refusal would keep real walls out. */
export const makeCode = ({ db, now }: CommandContext): Promise<string> =>
  transact(db, async (tx) => {
    const code = Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
    await store.addCode(tx, code, now().toISOString());
    await store.dropOldestCodes(tx, MOST_CODES);
    return code;
  });

const noSuchCode = (): Refusal =>
  new Refusal('NOT_FOUND', 'No wall shows this code now. A code works for ten minutes: look at the wall again.');

/** Returns the name of the wall that shows the code; null while it has none. @throws Refusal NOT_FOUND. */
export async function readCode({ db, now }: CommandContext, code: string): Promise<string | null> {
  const name = await store.findCode(db, code, codesSince(now()));
  if (name === undefined) throw noSuchCode();
  return name;
}

/** Gives the wall a name, and a first playlist unless there is a screen of this name. @throws Refusal NOT_FOUND or TOO_MANY_HERE. */
export const nameScreen = (context: CommandContext, caller: StaffCaller, code: string, name: string): Promise<void> =>
  transact(context.db, async (tx) => {
    if ((await store.findScreen(tx, name)) === null) await put(context, tx, caller, name, { pages: FIRST_PLAYLIST });
    if (!(await store.nameCode(tx, code, name, codesSince(context.now())))) throw noSuchCode();
  });
