import { randomInt } from 'node:crypto';
import { writeMeta } from '#database/meta.ts';
import type { Db } from '#database/schema.ts';
import { transact } from '#database/transactions.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { hashOf, networkHash, newToken } from '#features/access/session.ts';
import { record } from '#features/audit/commands.ts';
import { MINUTE } from '#platform/durations.ts';
import { Refusal } from '#platform/refusal.ts';
import type { StaffCaller } from '#platform/server/caller.ts';
import type { ScreenPage, ScreenPlan, ShownPage, StaffScreen } from './contract.ts';
import { CODE_MINUTES, MOST_CODES, MOST_SCREENS } from './limits.ts';
import { codesToDrop, NOTE_MS } from './rules/names.ts';
import { FIRST_PLAYLIST, PAGE_WORDS } from './rules/pages.ts';
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

/** Of a paired screen only the computer with its token is heard; that another shows it is noted. @throws Refusal NOT_FOUND. */
export async function noteSeen(
  { db, now }: CommandContext,
  name: string,
  { shows, token }: { readonly shows: ShownPage; readonly token?: string | undefined },
): Promise<void> {
  const screen = await store.findShown(db, name);
  if (screen === null) throw noSuchScreen();
  const at = now();
  const seen = { name: screen.name, tokenHash: token === undefined ? null : hashOf(token), now: at.toISOString() };
  if (await store.noteSeen(db, seen, shows)) return;
  await store.noteStranger(db, seen, new Date(at.getTime() - NOTE_MS).toISOString());
}

/** Without those that look alike. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

export const codesSince = (now: Date): string => new Date(now.getTime() - CODE_MINUTES * MINUTE).toISOString();

/**
 * Returns a new code for a wall to show, and the token that the wall says its pages with once it has a name: whoever reads the code off
 * the wall has no token. Strangers who ask for many end their own: a refusal would keep real walls out.
 */
export const makeCode = ({ db, now, secret }: CommandContext, networkKey: string) =>
  transact(db, async (tx) => {
    const code = Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
    const [token, at] = [newToken(), now()];
    await store.addCode(tx, {
      code,
      made_at: at.toISOString(),
      network: networkHash(secret, networkKey),
      token_hash: hashOf(token),
    });
    await store.dropCodesOf(tx, codesToDrop(await store.listCodes(tx), MOST_CODES, at));
    return { code, token };
  });

const noSuchCode = (): Refusal =>
  new Refusal('NOT_FOUND', 'No wall shows this code now. A code works for ten minutes: look at the wall again.');

/** Returns the name of the wall that shows the code; null while it has none. @throws Refusal NOT_FOUND. */
export async function readCode({ db, now }: CommandContext, code: string) {
  const found = await store.findCode(db, code, codesSince(now()));
  if (found === undefined) throw noSuchCode();
  const { name, polled_at: polledAt } = found;
  if (polledAt === null || now().getTime() - Date.parse(polledAt) >= NOTE_MS)
    await store.notePoll(db, code, now().toISOString());
  return { name };
}

/** Gives the wall a name, and a first playlist unless there is a screen of this name. @throws Refusal NOT_FOUND or TOO_MANY_HERE. */
export const nameScreen = (context: CommandContext, caller: StaffCaller, code: string, name: string): Promise<void> =>
  transact(context.db, async (tx) => {
    const before = await store.findScreen(tx, name);
    if (before === null) await put(context, tx, caller, name, { pages: FIRST_PLAYLIST });
    const tokenHash = await store.nameCode(tx, code, name, codesSince(context.now()));
    if (tokenHash === undefined) throw noSuchCode();
    const after = await store.pairScreen(tx, name, tokenHash);
    await recordChange(context, tx, caller, { action: 'screen paired', before, after });
  });
