/** The freeze of the standings, and the ceremony that ends it. */
import type { Db } from '#database/schema.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import type { StaffWork } from '#features/audit/commands.ts';
import { listHiddenUsers } from '#features/people/users/store/deletions.ts';
import { listAdminUsers } from '#features/people/users/store/users.ts';
import { throwRefusal } from '#platform/refusal.ts';
import { undoableSince } from '#platform/undo.ts';
import type * as contract from '../contract.ts';
import type { Ceremony, Freeze } from '../contract.ts';
import { PODIUM } from '../limits.ts';
import {
  rankAnew,
  rankingOf,
  stepAt,
  toldPlaces,
  whyNotFreeze,
  whyNotFrom,
  whyNotRankAnew,
  whyNotReveal,
} from '../rules.ts';
import * as store from '../store.ts';

declare module '#features/access/commands/writes.ts' {
  interface Hooks {
    /** Shows the ceremony on these named screens; the others that show it get back what they showed before. */
    showCeremony(tx: Db, screens: readonly string[]): Promise<void>;
  }
}

/** What everybody may know. */
export async function readFreeze({ db, now }: Pick<CommandContext, 'db' | 'now'>): Promise<Freeze> {
  return asPublic(db, await store.readFreeze(db, now().toISOString()));
}

async function asPublic(db: Db, { frozenAt: at, to, ranking }: store.StoredFreeze): Promise<Freeze> {
  return { frozen: at !== null, at, to, places: await placesOf(db, toldPlaces(ranking, to)) };
}

type Ranking = store.StoredFreeze['ranking'];

/** By id; those who were deleted are missing. */
async function usersOf(db: Db, ranking: Ranking) {
  const users =
    ranking.length === 0
      ? []
      : await listAdminUsers(
          db,
          ranking.map(({ userId }) => userId),
        );
  return new Map(users.map((user) => [user.id, user]));
}

/** With their present names; without those who were deleted. */
async function placesOf(db: Db, ranking: Ranking): Promise<Freeze['places']> {
  const users = await usersOf(db, ranking);
  return ranking.flatMap(({ userId: id, rank, points }) => {
    const name = users.get(id)?.name;
    return name === undefined ? [] : [{ id, rank, name, points }];
  });
}

/** For organisers: every place. */
async function asCeremony(db: Db, { to, ranking }: Pick<store.StoredFreeze, 'to' | 'ranking'>): Promise<Ceremony> {
  if (to === null) return { to, places: [], lost: [] };
  const users = await usersOf(db, ranking);
  const lost = ranking.flatMap(({ userId, rank, points }) => {
    const { name = null, score = null } = users.get(userId) ?? {};
    return score !== null && score >= points ? [] : [{ rank, name, points, score }];
  });
  return { to, places: await placesOf(db, ranking), lost };
}

export const readCeremony = async ({ db, now }: CommandContext): Promise<Ceremony> =>
  asCeremony(db, await store.readFreeze(db, now().toISOString()));

/** Freezes from now or a later time on, or ends the freeze and shows the scores as they are. */
export const freezeStandings: StaffWork<typeof contract.freezeStandings> = async ({ context, tx, body, note }) => {
  const { frozen, at: wanted, from } = body;
  const before = await store.lockFreeze(tx, context.now);
  const at = context.now().toISOString();
  if (frozen) throwRefusal(whyNotFreeze(before, wanted, at));
  // The answer of an earlier request may have been lost.
  if (frozen ? before.isFrozen : before.frozenAt === null) {
    await note(null);
    return asPublic(tx, before);
  }
  throwRefusal(whyNotFrom(before.to, from));
  const frozenAt = frozen ? (wanted === undefined || wanted < at ? at : wanted) : null;
  await store.changeFreeze(tx, { frozenAt, to: null, ranking: [] });
  if (!frozen) {
    await store.showScores(tx);
    await context.hooks.showCeremony(tx, []);
  }
  const action = frozen ? 'standings frozen' : 'standings shown';
  await note({ action, before: { at: before.frozenAt }, after: { at: frozenAt } });
  return asPublic(tx, { isFrozen: frozen, frozenAt, to: null, ranking: [] });
};

/** Moves the ceremony; begins it with the ranking of this moment. */
export const revealStandings: StaffWork<typeof contract.revealStandings> = async ({ context, tx, now, body, note }) => {
  const before = await store.lockFreeze(tx, context.now);
  throwRefusal(whyNotReveal(before, body.anew ? PODIUM : body.to));
  const after = await afterReveal(tx, before, body, undoableSince(now));
  // The answer of an earlier press may have been lost.
  if (after.to === before.to && !body.anew) {
    await note(null);
    return asCeremony(tx, after);
  }
  throwRefusal(whyNotFrom(before.to, body.from));
  await store.changeFreeze(tx, { frozenAt: before.frozenAt, ...after });
  const screens = before.to === null ? body.screens : [];
  if (before.to === null || after.to === null) await context.hooks.showCeremony(tx, screens);
  const action = body.anew ? 'ceremony ranked anew' : 'ceremony moved';
  await note({ action, before: { to: before.to }, after: { to: after.to, ...(screens.length > 0 && { screens }) } });
  return asCeremony(tx, after);
};

type Reveal = { readonly to: number | null; readonly onlySeen: boolean; readonly anew: boolean };

async function afterReveal(tx: Db, { to, ranking }: store.StoredFreeze, wanted: Reveal, since: string) {
  if (wanted.anew && to !== null) {
    const users = await listAdminUsers(tx);
    const { behind, ...anew } = rankAnew({ ranking, to }, users);
    const hidden = (await listHiddenUsers(tx)).filter(
      ({ user, deletedAt }) => deletedAt > since && ranking.some(({ userId }) => userId === user.id),
    );
    const namesBehind = users.filter(({ id }) => behind.includes(id)).map(({ name }) => name);
    throwRefusal(whyNotRankAnew({ restorable: hidden.map(({ user }) => user.name), behind: namesBehind }));
    return anew;
  }
  const ranks = to === null ? rankingOf(await listAdminUsers(tx), wanted) : ranking;
  return { ranking: ranks, to: wanted.to === null ? null : stepAt(ranks, wanted.to) };
}
