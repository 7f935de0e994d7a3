import type { Clocked } from '#database/duties.ts';
import type { Db } from '#database/schema.ts';
import { transact } from '#database/transactions.ts';
import { type CommandContext, presentCaller, throwPresentRefusal } from '#features/access/commands/writes.ts';
import { lockVisitor } from '#features/access/store/callers.ts';
import type { CallerWork, VisitorWork } from '#features/audit/commands.ts';
import { person } from '#features/audit/rules/people.ts';
import { countUnderLimit } from '#features/limits/commands/admission.ts';
import { listTakenNames } from '#features/people/users/store/users.ts';
import { throwRefusal } from '#platform/refusal.ts';
import type { Caller } from '#platform/server/caller.ts';
import type * as contract from './contract.ts';
import type { MyOpenGame } from './contract.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';

async function refuseNameOfAccount(tx: Db, name: string, visitorId: string): Promise<void> {
  if ((await listTakenNames(tx, [name], visitorId)).length > 0) throw rules.nameOfAccount(name);
}

const mineNow = async (tx: Db, visitorId: string, id: string): Promise<MyOpenGame> => {
  const [game] = await store.listMine(tx, visitorId, { id });
  if (game === undefined) throw rules.noSuchGame();
  return game;
};

/** Of a repeated request: the caller may have lost its cookie, so the names are those of the first answer. */
const asAnswered = async (tx: Db, first: MyOpenGame): Promise<MyOpenGame> => {
  const found = await store.findOpenGame(tx, first.id);
  if (found === null) throw rules.noSuchGame();
  return { ...first, ...found.game };
};

export const openGame: VisitorWork<typeof contract.openGame> = {
  countsAs: rules.FIRST_COUNTS_AS,
  async act({ context, tx, at, visitorId, body }) {
    await lockVisitor(tx, visitorId);
    throwRefusal(rules.whyNotOpen(body.at, at, await store.hasOpenGame(tx, visitorId, at)));
    await refuseNameOfAccount(tx, body.playerName, visitorId);
    await countUnderLimit(context, tx, store.openGames(context.limits.openGames));
    const id = context.newId();
    await store.addOpenGame(tx, { ...body, id, visitorId, now: at });
    await store.noteGames(tx, [id]);
    return mineNow(tx, visitorId, id);
  },
  recall: asAnswered,
};

export const join: VisitorWork<typeof contract.joinOpenGame> = {
  async act({ context, tx, at, visitorId, params: { id }, body: { playerName } }) {
    const found = await store.lockOpenGame(tx, id);
    if (found === null) throw rules.noSuchGame();
    const isTaken = await store.isNameTaken(tx, found.game, playerName);
    throwRefusal(rules.whyNotJoin(found.game, at, playerName, isTaken));
    await lockVisitor(tx, visitorId);
    throwRefusal(rules.whyNotJoinMore(await store.countJoined(tx, visitorId)));
    await refuseNameOfAccount(tx, playerName, visitorId);
    const player = { id: context.newId(), game_id: id, name: playerName, visitor_id: visitorId, created_at: at };
    await store.addPlayer(tx, player);
    await store.noteGames(tx, [id]);
    return mineNow(tx, visitorId, id);
  },
  recall: asAnswered,
};

/** Leaving twice is leaving. */
export const leave: CallerWork<typeof contract.leaveOpenGame> = async ({ tx, caller, params: { id } }) => {
  const { visitorId } = await presentCaller(tx, caller);
  if ((await store.findOpenGame(tx, id)) === null) throw rules.noSuchGame();
  if (visitorId === null) return;
  await store.noteGames(tx, [id]);
  const own = tx.deleteFrom('open_game_players').where('visitor_id', '=', visitorId);
  await own.where('game_id', '=', id).execute();
};

export const endGame: CallerWork<typeof contract.endOpenGame> = async ({ tx, caller, params: { id }, note }) => {
  const found = await store.findOpenGame(tx, id);
  if (found === null) throw rules.noSuchGame();
  const ownershipOf = ({ visitorId, staff }: Caller) => ({ mine: visitorId === found.visitorId, staff });
  await throwPresentRefusal(tx, caller, (by) => rules.whyNotEndGame(ownershipOf(by)));
  // Of two who end it one gets further.
  if ((await store.lockOpenGame(tx, id)) === null) throw rules.noSuchGame();
  await store.deleteGames(tx, [id]);
  if (ownershipOf(await presentCaller(tx, caller)).mine) return;
  const { game, host, location } = found.game;
  const who = person(id, host, found.visitorId);
  await note({ action: 'open game removed', who, subject: game, before: { game, host: who, location }, after: null });
};

export const report: VisitorWork<typeof contract.reportOpenGame> = {
  async act({ tx, visitorId, params: { id } }) {
    if ((await store.lockOpenGame(tx, id)) === null) throw rules.noSuchGame();
    await tx
      .insertInto('open_game_reports')
      .values({ game_id: id, visitor_id: visitorId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return { id };
  },
  recall: async (_, first) => first,
};

export const dropEnded = ({ db, now }: Clocked): Promise<void> =>
  transact(db, async (tx) => store.deleteGames(tx, await store.listEnded(tx, now().toISOString())));

/** Warnings for Needs attention. */
export const reportWarnings = async ({ db, now }: CommandContext) =>
  rules.reportWarnings(await store.listReported(db, now().toISOString()));
