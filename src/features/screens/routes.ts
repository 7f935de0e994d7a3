/** Named screens, and the codes by which a wall gets its name. */
import { writeMeta } from '#database/meta.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { hashOf, networkHash, newToken } from '#features/access/session.ts';
import { callerWrites, type StaffWriting, staffWrites } from '#features/audit/commands.ts';
import { Refusal } from '#platform/refusal.ts';
import { newCode } from '#platform/server/codes.ts';
import { parseBody } from '#platform/server/parse.ts';
import type { Serve } from '#platform/server/serve.ts';
import type { ScreenPage, ScreenPlan, StaffScreen } from './contract.ts';
import * as contract from './contract.ts';
import { MOST_CODES, MOST_SCREENS } from './limits.ts';
import { codesSince, codesToDrop, NOTE_MS } from './rules/names.ts';
import { FIRST_PLAYLIST, PAGE_WORDS } from './rules/pages.ts';
import * as store from './store.ts';

const noSuchScreen = (): Refusal => new Refusal('NOT_FOUND', 'There is no screen of this name.');

const noSuchCode = (): Refusal =>
  new Refusal('NOT_FOUND', 'No wall shows this code now. A code works for ten minutes: look at the wall again.');

const wordsOf = ({ kind, seconds }: ScreenPage): string => `${PAGE_WORDS[kind]} (${seconds} s)`;

const recorded = (screen: StaffScreen | null) =>
  screen && {
    name: screen.name,
    room: screen.location,
    pages: screen.pages.map(wordsOf),
    instead: screen.now && wordsOf(screen.now),
  };

type Sides = { readonly before: StaffScreen | null; readonly after: StaffScreen | null };

const noteScreen = ({ note }: StaffWriting, action: string, { before, after }: Sides): Promise<void> =>
  note({ action, subject: (after ?? before)?.name ?? '', before: recorded(before), after: recorded(after) });

type Plan = ScreenPlan & { readonly name?: string | undefined; readonly expectedRevision?: number | undefined };

async function put(given: StaffWriting, former: string, plan: Plan): Promise<StaffScreen> {
  const { tx } = given;
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
    await tx.updateTable('screens').set({ name, formerly: former }).where('name', '=', former).execute();
  }
  if (before === null && (await store.listScreens(tx)).length >= MOST_SCREENS)
    throw new Refusal('TOO_MANY_HERE', `There are ${MOST_SCREENS} screens. Remove one first.`);
  const after = await store.putScreen(tx, name, plan);
  await noteScreen(given, before === null ? 'screen made' : 'screen changed', { before, after });
  return after;
}

export function screenRoutes(serve: Serve, context: CommandContext): void {
  const { db, now } = context;
  const write = staffWrites(serve, context);

  serve(contract.listScreens, () => store.listScreens(db));

  serve(contract.readScreen, async ({ params }) => {
    const screen = await store.findShown(db, params.name);
    if (screen === null) throw noSuchScreen();
    // Everybody may read it.
    const { isPaired: _, lastSeenAt: __, strangerSeenAt: ___, shows: ____, ...shown } = screen;
    return shown;
  });

  write(contract.putScreen, (given) => put(given, parseBody(contract.NamedScreen, given.params).name, given.body));

  write(contract.showNow, async (given) => {
    const { tx, params, body } = given;
    const before = await store.findScreen(tx, params.name);
    const row = await tx
      .updateTable('screens')
      .set({ shown_now: body.page && JSON.stringify(body.page), shown_before: null })
      .where('name', '=', params.name)
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) throw noSuchScreen();
    const after = store.asScreen(row);
    await noteScreen(given, 'screen changed', { before, after });
    return after;
  });

  write(contract.removeScreen, async (given) => {
    const removed = given.tx.deleteFrom('screens').where('name', '=', given.params.name).returningAll();
    const row = await removed.executeTakeFirst();
    if (row === undefined) throw noSuchScreen();
    await noteScreen(given, 'screen removed', { before: store.asScreen(row), after: null });
  });

  // Of a paired screen only the computer with its token is heard; that another shows it is noted.
  serve(contract.tellScreen, async ({ params, body: { shows, token } }) => {
    const screen = await store.findShown(db, params.name);
    if (screen === null) throw noSuchScreen();
    const at = now();
    const seen = { name: screen.name, tokenHash: token === undefined ? null : hashOf(token), now: at.toISOString() };
    if (!(await store.noteSeen(db, seen, shows)))
      await store.noteStranger(db, seen, new Date(at.getTime() - NOTE_MS).toISOString());
  });

  // A code for a wall to show, and the token that the wall says its pages with once it has a name: who reads the code off the wall has
  // no token. Strangers who ask for many end their own: a refusal would keep real walls out.
  callerWrites(serve, context)(contract.makeScreenCode, async ({ tx, now, at, network: { wider, key } }) => {
    const code = newCode(5);
    const token = newToken();
    const network = networkHash(context.secret, wider ?? key);
    await tx
      .insertInto('screen_codes')
      .values({ code, made_at: at, network, token_hash: hashOf(token) })
      .execute();
    const codes = await tx.selectFrom('screen_codes').select(['code', 'made_at', 'network', 'polled_at']).execute();
    const old = codesToDrop(codes, MOST_CODES, now);
    if (old.length > 0) await tx.deleteFrom('screen_codes').where('code', 'in', old).execute();
    return { code, token };
  });

  serve(contract.readScreenCode, async ({ params: { code } }) => {
    const found = await store.findCode(db, code, codesSince(now()));
    if (found === undefined) throw noSuchCode();
    const { name, polled_at: polledAt } = found;
    if (polledAt === null || now().getTime() - Date.parse(polledAt) >= NOTE_MS)
      await db.updateTable('screen_codes').set({ polled_at: now().toISOString() }).where('code', '=', code).execute();
    return { name };
  });

  // A first playlist unless there is a screen of this name.
  write(contract.nameScreen, async (given) => {
    const { tx, now, params, body } = given;
    const { name } = body;
    const before = await store.findScreen(tx, name);
    if (before === null) await put(given, name, { pages: FIRST_PLAYLIST });
    const tokenHash = await store.nameCode(tx, params.code, name, codesSince(now));
    if (tokenHash === undefined) throw noSuchCode();
    // From now on only the computer with this token is heard.
    const paired = { token_hash: tokenHash, stranger_seen_at: null };
    const update = tx.updateTable('screens').set(paired).where('name', '=', name).returningAll();
    const after = store.asScreen(await update.executeTakeFirstOrThrow());
    await noteScreen(given, 'screen paired', { before, after });
  });
}
