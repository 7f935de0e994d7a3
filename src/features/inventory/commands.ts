import type { Db } from '#database/schema.ts';
import { transact } from '#database/transactions.ts';
import {
  type CommandContext,
  presentCaller,
  throwPresentRefusal,
  type Write,
  type Written,
  writeAsVisitor,
} from '#features/access/commands/writes.ts';
import { lockVisitor } from '#features/access/store/callers.ts';
import { record } from '#features/audit/commands.ts';
import { person } from '#features/audit/rules/people.ts';
import { countUnderLimit } from '#features/limits/commands/admission.ts';
import { nameKey } from '#platform/names.ts';
import { Refusal, throwRefusal } from '#platform/refusal.ts';
import type { Caller } from '#platform/server/caller.ts';
import { isOrganiser } from '#platform/staff.ts';
import { undoableSince } from '#platform/undo.ts';
import type { Game, NewGame } from './contract.ts';
import { type Claim, FIRST_GAME_COUNTS_AS, whyNotAddGame, whyNotRemoveGame } from './rules.ts';
import * as store from './store.ts';

/**
 * Lists a game as the calling device's own, also for an organiser: the device that adds a game may remove it. @throws
 * Refusal TOO_MANY_HERE.
 */
export const addGame = (context: CommandContext, write: Write, game: NewGame): Promise<Written<Game>> =>
  writeAsVisitor(context, write, {
    countsAs: FIRST_GAME_COUNTS_AS,
    async act(tx, visitorId) {
      await lockVisitor(tx, visitorId);
      throwRefusal(whyNotAddGame(await store.countGamesOf(tx, visitorId)));
      const most = isOrganiser(write.caller.staff) ? Number.POSITIVE_INFINITY : context.limits.games;
      await countUnderLimit(context, tx, store.visitorGames(most));
      const now = context.now().toISOString();
      return store.addGame(tx, { ...game, id: context.newId(), nameKey: nameKey(game.name), visitorId, now });
    },
    async recall(tx, first) {
      const game = await store.findGame(tx, first.id);
      if (game === null)
        throw new Refusal('GONE', 'This game was removed in the meantime. Add it again if you still bring it.');
      return { ...game, mine: first.mine };
    },
  });

/** Removes a game from the list. @throws Refusal NOT_FOUND or NOT_YOURS. */
export const removeGame = (context: CommandContext, caller: Caller, id: string): Promise<void> =>
  transact(context.db, async (tx) => {
    const ownerId = await store.findOwner(tx, id);
    if (ownerId === undefined) throw noSuchGame();
    await throwPresentRefusal(tx, caller, (by) => whyNotRemoveGame(claimOf(ownerId, by)));
    // Of two concurrent removals one gets further.
    const game = await store.findGame(tx, id);
    if (game === null || !(await store.markRemoved(tx, id, context.now().toISOString()))) throw noSuchGame();
    await recordGame(context, tx, { game, ownerId, by: await presentCaller(tx, caller) }, 'game removed');
  });

type Changed = { readonly game: Game; readonly ownerId: string | null; readonly by: Caller };

/** Records what staff did to somebody's game. */
async function recordGame(
  context: CommandContext,
  tx: Db,
  { game, ownerId, by }: Changed,
  action: 'game removed' | 'game restored',
): Promise<void> {
  if (by.staff === null || claimOf(ownerId, by).mine) return;
  const side = { name: game.name, owner: person(game.id, game.owner, ownerId) };
  const [before, after] = action === 'game removed' ? [side, null] : [null, side];
  await record(context, tx, by.staff, { action, subject: game.name, before, after });
}

/**
 * Undoes a removal. For everyone else a removed game does not exist.
 * @throws Refusal NOT_FOUND, or TOO_MANY_HERE when the device has filled its list meanwhile.
 */
export const restoreGame = (context: CommandContext, caller: Caller, id: string): Promise<Game> =>
  transact(context.db, async (tx) => {
    const since = undoableSince(context.now());
    const ownerId = await store.findRemovedOwner(tx, id, since);
    const by = await presentCaller(tx, caller);
    if (ownerId === undefined) return restoredBefore(tx, by, id);
    if (whyNotRemoveGame(claimOf(ownerId, by)) !== null) throw tooLate();
    if (ownerId !== null) {
      await lockVisitor(tx, ownerId);
      throwRefusal(whyNotAddGame(await store.countGamesOf(tx, ownerId)));
    }
    const game = await store.restore(tx, id, since, by.visitorId);
    if (game === null) return restoredBefore(tx, by, id);
    await recordGame(context, tx, { game, ownerId, by }, 'game restored');
    return game;
  });

/** The answer to the first undo may have been lost. */
async function restoredBefore(tx: Db, by: Caller, id: string): Promise<Game> {
  const [ownerId = null, game] = [await store.findOwner(tx, id), await store.findGame(tx, id)];
  const claim = claimOf(ownerId, by);
  if (game === null || whyNotRemoveGame(claim) !== null) throw tooLate();
  return { ...game, mine: claim.mine };
}

const claimOf = (ownerId: string | null, { visitorId, staff }: Caller): Claim => ({
  mine: ownerId !== null && ownerId === visitorId,
  admin: isOrganiser(staff),
});

const noSuchGame = (): Refusal => new Refusal('NOT_FOUND', 'This game is not on the list any more.');
const tooLate = (): Refusal =>
  new Refusal('NOT_FOUND', 'This game can’t be brought back any more. Please add it again.');
