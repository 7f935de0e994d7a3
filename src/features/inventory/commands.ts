import type { Db } from '#database/schema.ts';
import { presentCaller, throwPresentRefusal } from '#features/access/commands/writes.ts';
import { lockVisitor } from '#features/access/store/callers.ts';
import type { CallerWork, StaffWork, VisitorWork } from '#features/audit/commands.ts';
import { person } from '#features/audit/rules/people.ts';
import { countUnderLimit } from '#features/limits/commands/admission.ts';
import { nameKey } from '#platform/names.ts';
import { Refusal, throwRefusal } from '#platform/refusal.ts';
import type { Caller } from '#platform/server/caller.ts';
import { isOrganiser } from '#platform/staff.ts';
import { undoableSince } from '#platform/undo.ts';
import type * as contract from './contract.ts';
import type { Game } from './contract.ts';
import { FIRST_GAME_COUNTS_AS, type Ownership, whyNotAddGame, whyNotRemoveGame } from './rules.ts';
import * as store from './store.ts';

/** The game is the calling device's own, also an organiser's: the device that adds a game may remove it. */
export const addGame: VisitorWork<typeof contract.addGame> = {
  countsAs: FIRST_GAME_COUNTS_AS,
  async act({ context, tx, at, caller, visitorId, body }) {
    await lockVisitor(tx, visitorId);
    throwRefusal(whyNotAddGame(await store.countGamesOf(tx, visitorId)));
    const most = isOrganiser(caller.staff) ? Number.POSITIVE_INFINITY : context.limits.games;
    await countUnderLimit(context, tx, store.visitorGames(most));
    return store.addGame(tx, { ...body, id: context.newId(), nameKey: nameKey(body.name), visitorId, now: at });
  },
  async recall(tx, first) {
    const game = await store.findGame(tx, first.id);
    if (game === null)
      throw new Refusal('GONE', 'This game was removed in the meantime. Add it again if you still bring it.');
    return { ...game, mine: first.mine };
  },
};

export const removeGame: CallerWork<typeof contract.removeGame> = async ({ tx, at, caller, params: { id }, note }) => {
  const ownerId = await store.findOwner(tx, id);
  if (ownerId === undefined) throw noSuchGame();
  await throwPresentRefusal(tx, caller, (by) => whyNotRemoveGame(ownershipOf(ownerId, by)));
  // Of two concurrent removals one gets further.
  const game = await store.findGame(tx, id);
  if (game?.lent)
    throw new Refusal('ALREADY_LENT', 'This game is lent to somebody. It can be removed when it is back.');
  if (game === null || !(await store.markRemoved(tx, id, at))) throw noSuchGame();
  if (!ownershipOf(ownerId, await presentCaller(tx, caller)).mine)
    await note({ action: 'game removed', subject: game.name, before: recorded(game, ownerId), after: null });
};

/** For everyone else a removed game does not exist. */
export const restoreGame: CallerWork<typeof contract.restoreGame> = async ({
  tx,
  now,
  caller,
  params: { id },
  note,
}) => {
  const since = undoableSince(now);
  const ownerId = await store.findRemovedOwner(tx, id, since);
  const by = await presentCaller(tx, caller);
  if (ownerId === undefined) return restoredBefore(tx, by, id);
  const ownership = ownershipOf(ownerId, by);
  if (whyNotRemoveGame(ownership) !== null) throw tooLate();
  if (ownerId !== null) {
    await lockVisitor(tx, ownerId);
    throwRefusal(whyNotAddGame(await store.countGamesOf(tx, ownerId)));
  }
  const game = await store.restore(tx, id, since, by.visitorId);
  if (game === null) return restoredBefore(tx, by, id);
  if (!ownership.mine)
    await note({ action: 'game restored', subject: game.name, before: null, after: recorded(game, ownerId) });
  return game;
};

export const lendGame: StaffWork<typeof contract.lendGame> = async ({
  tx,
  at,
  params: { id },
  body: { name },
  note,
}) => {
  const free = tx.updateTable('inventory_games').set({ lent_to: name, lent_at: at }).where('id', '=', id);
  // Of two who lend it at once one gets it.
  const lent = await free.where('lent_at', 'is', null).where('removed_at', 'is', null).returning('name').execute();
  const [game] = lent;
  if (game === undefined)
    throw (await store.findGame(tx, id)) === null
      ? noSuchGame()
      : new Refusal('ALREADY_LENT', 'This game is in use. Take it back first.');
  await note({ action: 'game lent', subject: game.name, before: null, after: { to: person(id, name, null) } });
  return { name, since: at };
};

/** Taking it back twice is taking it back. */
export const takeBackGame: StaffWork<typeof contract.takeBackGame> = async ({ tx, params: { id }, note }) => {
  const loan = (await store.listLoans(tx)).find((one) => one.id === id);
  const back = tx.updateTable('inventory_games').set({ lent_to: null, lent_at: null }).where('id', '=', id);
  const [game] = await back.where('removed_at', 'is', null).returning('name').execute();
  if (game === undefined) throw noSuchGame();
  const before = loan && { to: person(id, loan.lent.name, null) };
  await note(before === undefined ? null : { action: 'game taken back', subject: game.name, before, after: null });
};

const recorded = (game: Game, ownerId: string | null) => ({
  name: game.name,
  owner: person(game.id, game.owner, ownerId),
});

/** The answer to the first undo may have been lost. */
async function restoredBefore(tx: Db, by: Caller, id: string): Promise<Game> {
  const [ownerId = null, game] = [await store.findOwner(tx, id), await store.findGame(tx, id)];
  const ownership = ownershipOf(ownerId, by);
  if (game === null || whyNotRemoveGame(ownership) !== null) throw tooLate();
  return { ...game, mine: ownership.mine };
}

const ownershipOf = (ownerId: string | null, { visitorId, staff }: Caller): Ownership => ({
  mine: ownerId !== null && ownerId === visitorId,
  admin: isOrganiser(staff),
});

const noSuchGame = (): Refusal => new Refusal('NOT_FOUND', 'This game is not on the list any more.');
const tooLate = (): Refusal =>
  new Refusal('NOT_FOUND', 'This game can’t be brought back any more. Please add it again.');
