import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { writeMeta } from '#database/meta.ts';
import type { Db } from '#database/schema.ts';
import { transact } from '#database/transactions.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { networkHash } from '#features/access/session.ts';
import { record } from '#features/audit/commands.ts';
import { MINUTE } from '#platform/durations.ts';
import { Refusal } from '#platform/refusal.ts';
import type { StaffCaller } from '#platform/server/caller.ts';
import type { ScreenPage, ScreenPlan, ShownPage, StaffScreen } from './contract.ts';
import { CODE_MINUTES, MOST_CODES, MOST_SCREENS } from './limits.ts';
import { codesToDrop, POLL_WRITE_MS } from './rules/codes.ts';
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

const signature = (secret: string, words: string): string =>
  createHmac('sha256', secret).update(words).digest('base64url');

const isEqual = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** The token of a wall that got this name by a code: 'hall.x8Kf…'. It stays valid when the screen gets another name. */
const tokenOf = (secret: string, name: string): string => `${name}.${signature(secret, `wall ${name}`)}`;

/** Returns the screen that a token was made for; null for none, or an invented one. */
async function findByToken({ db, secret }: CommandContext, token: string): Promise<string | null> {
  const name = token.split('.')[0] ?? '';
  if (!isEqual(token, tokenOf(secret, name))) return null;
  return (await store.findShown(db, name))?.name ?? null;
}

/** Of a paired screen only the computer with its token is heard. @throws Refusal NOT_FOUND. */
export async function noteSeen(
  context: CommandContext,
  name: string,
  { shows, token }: { readonly shows: ShownPage; readonly token?: string | undefined },
): Promise<void> {
  const screen = await store.findShown(context.db, name);
  if (screen === null) throw noSuchScreen();
  const isTheWall = token !== undefined && (await findByToken(context, token)) === screen.name;
  if (isTheWall || !screen.isPaired) await store.noteSeen(context.db, screen.name, shows, context.now().toISOString());
}

/** Without those that look alike. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

export const codesSince = (now: Date): string => new Date(now.getTime() - CODE_MINUTES * MINUTE).toISOString();

/** Returns a new code for a wall to show. Strangers who ask for many end their own: a refusal would keep real walls out. */
export const makeCode = ({ db, now, secret }: CommandContext, networkKey: string): Promise<string> =>
  transact(db, async (tx) => {
    const code = Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
    const at = now();
    await store.addCode(tx, { code, made_at: at.toISOString(), network: networkHash(secret, networkKey) });
    await store.dropCodesOf(tx, codesToDrop(await store.listCodes(tx), MOST_CODES, at));
    return code;
  });

const noSuchCode = (): Refusal =>
  new Refusal('NOT_FOUND', 'No wall shows this code now. A code works for ten minutes: look at the wall again.');

/** Returns the name of the wall that shows the code, with its token; null while it has none. @throws Refusal NOT_FOUND. */
export async function readCode({ db, now, secret }: CommandContext, code: string) {
  const found = await store.findCode(db, code, codesSince(now()));
  if (found === undefined) throw noSuchCode();
  const { name, polled_at: polledAt } = found;
  if (polledAt === null || now().getTime() - Date.parse(polledAt) >= POLL_WRITE_MS)
    await store.notePoll(db, code, now().toISOString());
  return { name, token: name === null ? null : tokenOf(secret, name) };
}

/** Gives the wall a name, and a first playlist unless there is a screen of this name. @throws Refusal NOT_FOUND or TOO_MANY_HERE. */
export const nameScreen = (context: CommandContext, caller: StaffCaller, code: string, name: string): Promise<void> =>
  transact(context.db, async (tx) => {
    if ((await store.findScreen(tx, name)) === null) await put(context, tx, caller, name, { pages: FIRST_PLAYLIST });
    if (!(await store.nameCode(tx, code, name, codesSince(context.now())))) throw noSuchCode();
    await store.notePaired(tx, name, context.now().toISOString());
  });
