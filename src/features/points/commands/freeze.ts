/** The freeze of the standings, and the ceremony that ends it. */
import type { Db } from '#database/schema.ts';
import { transact } from '#database/transactions.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { record } from '#features/audit/commands.ts';
import { listAdminUsers } from '#features/users/store.ts';
import { throwRefusal } from '#platform/refusal.ts';
import type { StaffCaller } from '#platform/server/caller.ts';
import type { Ceremony, Standings } from '../contract.ts';
import { rankingOf, stepAt, toldPlaces, whyNotFreeze, whyNotReveal } from '../rules.ts';
import * as store from '../store.ts';

/** What everybody may know. */
export async function readStandings({ db, now }: Pick<CommandContext, 'db' | 'now'>): Promise<Standings> {
  return asPublic(db, await store.readStandings(db, now().toISOString()));
}

async function asPublic(db: Db, { frozenAt: at, to, ranking }: store.StoredStandings): Promise<Standings> {
  return { frozen: at !== null, at, to, places: await placesOf(db, toldPlaces(ranking, to)) };
}

/** With their present names; without those who were deleted. */
async function placesOf(db: Db, ranked: store.StoredStandings['ranking']): Promise<Standings['places']> {
  if (ranked.length === 0) return [];
  const users = await listAdminUsers(
    db,
    ranked.map(({ userId }) => userId),
  );
  const names = new Map(users.map(({ id, name }) => [id, name]));
  return ranked.flatMap(({ userId: id, rank, points }) => {
    const name = names.get(id);
    return name === undefined ? [] : [{ id, rank, name, points }];
  });
}

/** For organisers: every place. */
export async function readCeremony({ db, now }: CommandContext): Promise<Ceremony> {
  const { to, ranking } = await store.readStandings(db, now().toISOString());
  return { to, places: await placesOf(db, ranking) };
}

/** Freezes from now or a later time on, or ends the freeze and shows the scores as they are. @throws Refusal BAD_INPUT. */
export const freezeStandings = (
  context: CommandContext,
  caller: StaffCaller,
  { frozen, at }: { readonly frozen: boolean; readonly at?: string | undefined },
): Promise<Standings> =>
  transact(context.db, async (tx) => {
    const now = context.now().toISOString();
    const before = await store.lockStandings(tx, now);
    if (frozen) throwRefusal(whyNotFreeze(before, at, now));
    // The answer of an earlier request may have been lost.
    if (frozen ? before.isFrozen : before.frozenAt === null) return asPublic(tx, before);
    const frozenAt = frozen ? (at === undefined || at < now ? now : at) : null;
    await store.changeStandings(tx, { frozenAt, to: null, ranking: [] });
    if (!frozen) await store.showScores(tx);
    const action = frozen ? 'standings frozen' : 'standings shown';
    await record(context, tx, caller.staff, { action, before: { at: before.frozenAt }, after: { at: frozenAt } });
    return asPublic(tx, { isFrozen: frozen, frozenAt, to: null, ranking: [] });
  });

/** Moves the ceremony; begins it with the ranking of this moment. @throws Refusal NOT_FROZEN or CHANGED_MEANWHILE. */
export const revealStandings = (
  context: CommandContext,
  caller: StaffCaller,
  wanted: number | null,
  { onlySeen }: { readonly onlySeen: boolean },
): Promise<Ceremony> =>
  transact(context.db, async (tx) => {
    const before = await store.lockStandings(tx, context.now().toISOString());
    throwRefusal(whyNotReveal(before, wanted));
    const ranking = before.to === null ? rankingOf(await listAdminUsers(tx), { onlySeen }) : before.ranking;
    const to = wanted === null ? null : stepAt(ranking, wanted);
    if (to !== before.to) {
      await store.changeStandings(tx, { frozenAt: before.frozenAt, to, ranking });
      const sides = { before: { to: before.to }, after: { to } };
      await record(context, tx, caller.staff, { action: 'ceremony moved', ...sides });
    }
    return { to, places: to === null ? [] : await placesOf(tx, ranking) };
  });
