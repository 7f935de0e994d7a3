/** Claims are written under the locks of points: the standings, then the account, then the claim. */
import type { Db } from '#database/schema.ts';
import { noteOwners } from '#database/transactions.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import type { StaffWork, StaffWriting, VisitorWork } from '#features/audit/commands.ts';
import { person } from '#features/audit/rules/people.ts';
import { festivalInForce } from '#features/festival/commands.ts';
import type { Mission } from '#features/festival/contract.ts';
import { countUnderLimit } from '#features/limits/commands/admission.ts';
import { tell } from '#features/news/push/commands.ts';
import { noSuchUser, whyNotOwn } from '#features/people/users/rules.ts';
import { findOwner, listOwnAccounts } from '#features/people/users/store/users.ts';
import { Refusal, throwRefusal } from '#platform/refusal.ts';
import type { Caller } from '#platform/server/caller.ts';
import { isOrganiser } from '#platform/staff.ts';
import { tooLateToUndo, undoableSince } from '#platform/undo.ts';
import { addPoints, lockForPoints, undoEntry } from '../commands/entries.ts';
import { isHidden, mayGive, missionIn, whyNotMany } from '../rules.ts';
import { lockFreeze, readFreeze } from '../store.ts';
import type * as contract from './contract.ts';
import type { Claim, MyClaims } from './contract.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';

/** Also of a freeze that lies ahead again, where a clock was set back. */
const frozenSince = async (db: Db, now: Date) => (await readFreeze(db, now.toISOString())).frozenAt;

/** The claim as visitors read it: without the person who decided it, and in a freeze without its points. */
const ownView = ({ claim, givenAt, undoneAt }: store.StoredClaim, frozenAt: string | null): Claim => ({
  ...claim,
  by: null,
  state: undoneAt !== null && isHidden(undoneAt, frozenAt) ? 'approved' : claim.state,
  points: givenAt !== null && isHidden(givenAt, frozenAt) ? null : claim.points,
});

/** The queue for staff who decide; a device's own claims for everybody else. */
export async function listClaims(context: CommandContext, caller: Caller): Promise<Claim[]> {
  if (!mayGive(caller.staff)) return (await listMyClaims(context, caller)).claims;
  return (await store.listQueue(context.db, undoableSince(context.now()))).map(({ claim }) => claim);
}

export async function listMyClaims({ db, now }: CommandContext, { visitorId }: Caller): Promise<MyClaims> {
  if (visitorId === null) return { accounts: [], claims: [] };
  const frozenAt = await frozenSince(db, now());
  const claims = (await store.listClaimsOf(db, visitorId)).map((stored) => ownView(stored, frozenAt));
  return { accounts: (await listOwnAccounts(db, visitorId)).map(({ id, name }) => ({ id, name })), claims };
}

export const claimWarnings = async ({ db }: CommandContext) => rules.waitingWarnings(await store.countOpen(db));

/** Claims a mission for an account of the calling device; an organiser for any. */
export const makeClaim: VisitorWork<typeof contract.makeClaim> = {
  async act(work) {
    const { context, tx, now, at, caller, visitorId, body } = work;
    const { userId, missionId } = body;
    const owner = await findOwner(tx, userId);
    if (owner === null) throw noSuchUser();
    if (owner.visitorId !== visitorId && !isOrganiser(caller.staff)) throw rules.notYours();
    await lockForPoints(work, userId);
    const festival = await festivalInForce(context, tx);
    const mission = missionIn(festival.missions, missionId);
    throwRefusal(rules.whyNotClaim(festival, mission, await store.countClaimed(tx, userId, missionId)));
    if (mission === null) throw rules.noSuchClaim();
    await countUnderLimit(context, tx, store.allClaims(context.limits.claims));
    const said = { task: mission.task, worth: String(mission.points), note: body.note ?? null };
    const id = context.newId();
    await store.addClaim(tx, { id, user_id: userId, mission_id: missionId, ...said, created_at: at });
    noteOwners(tx, [{ visitor_id: owner.visitorId }]);
    return readOwn(tx, id, now);
  },
  recall: (tx, { id }, { now }) => readOwn(tx, id, now()),
};

async function readOwn(db: Db, id: string, now: Date): Promise<Claim> {
  const stored = await store.findClaim(db, id);
  if (stored === null) throw new Refusal('GONE', 'This claim was removed in the meantime.');
  return ownView(stored, await frozenSince(db, now));
}

type Found = store.StoredClaim & {
  readonly locked: Awaited<ReturnType<typeof lockForPoints>>;
  readonly mission: Mission | null;
  /** When it is decided: after the locks, as a freeze may begin before them. */
  readonly at: string;
};

/** Runs a decision about a claim whose account is locked, tells its phones, and returns the claim as staff see it. */
async function deciding(given: StaffWriting, id: string, decide: (found: Found) => Promise<void>): Promise<Claim> {
  const { context, tx, now, caller } = given;
  await lockFreeze(tx, context.now);
  const { missions } = await festivalInForce(context, tx);
  const find = async () => {
    const stored = await store.findClaim(tx, id);
    if (stored === null) throw rules.noSuchClaim();
    return stored;
  };
  const stored = await find();
  const { userId, missionId } = stored.claim;
  const mission = missionIn(missions, missionId);
  const locked = await lockForPoints(given, userId);
  throwRefusal(whyNotOwn(caller, locked.visitorId));
  await decide({ ...stored, mission, locked, at: context.now().toISOString() });
  noteOwners(tx, [{ visitor_id: stored.visitorId }]);
  const { claim } = await find();
  if (claim.decidedAt !== null && claim.decidedAt !== stored.claim.decidedAt)
    await tell(context, tx, {
      key: `claim ${id} ${claim.decidedAt}`,
      kind: 'points',
      to: { visitors: stored.visitorId === null ? [] : [stored.visitorId] },
      about: { claimId: id, decidedAt: claim.decidedAt } satisfies AboutDecision,
      endsAt: rules.pushEndsAt(now),
    });
  return claim;
}

type AboutDecision = { readonly claimId: string; readonly decidedAt: string };

/** A decision that stands. */
export const sayDecision: CommandContext['hooks']['say']['points'] = async ({ db, now }, { about, visitorId }) => {
  const { claimId, decidedAt } = JSON.parse(about) as AboutDecision;
  const stored = await store.findClaim(db, claimId);
  if (stored === null || stored.visitorId !== visitorId || stored.claim.decidedAt !== decidedAt) return null;
  if (stored.claim.state === 'undone') return null;
  const { isFrozen } = await readFreeze(db, now().toISOString());
  return { ...rules.pushWords(stored.claim, isFrozen), url: '/top-gun', told: decidedAt };
};

const decisionBy = ({ staff }: StaffWriting, at: string) => ({
  by_name: staff.name,
  by_role: staff.role,
  decided_at: at,
});

/** Gives the points of a claim once: approved again it stays as it is. */
export const approveClaim: StaffWork<typeof contract.approveClaim> = (given) =>
  deciding(given, given.params.id, async ({ claim, locked, mission, at }) => {
    const { context, tx, staff, body, note } = given;
    // The first answer may have been lost, or another helper was quicker.
    if (claim.state === 'approved') return note(null);
    const points = rules.pointsFor(claim, body.points);
    if (points instanceof Refusal) throw points;
    // What the mission says is no slip of a finger.
    if (points !== claim.worth && !body.evenMany)
      throwRefusal(whyNotMany(staff, points, await festivalInForce(context, tx)));
    // One that was refused or undone may wait again beside another of the mission that counts.
    const claimed = await store.countClaimed(tx, claim.userId, claim.missionId);
    if (mission !== null) throwRefusal(rules.whyNotAgain(mission, { ...claimed, open: 0 }));
    const award = { points, kind: 'mission', reason: claim.task, mission_id: claim.missionId } as const;
    const { entry } = await addPoints(given, locked, award);
    const decision = { state: 'approved', entry_id: entry.id, reason: null, ...decisionBy(given, at) } as const;
    if (!(await store.decide(tx, claim.id, decision))) throw rules.noSuchClaim();
  });

/** Refuses a claim; refused again with the same reason it stays as it is. */
export const refuseClaim: StaffWork<typeof contract.refuseClaim> = (given) =>
  deciding(given, given.params.id, async ({ claim, visitorId, at }) => {
    const { tx, note } = given;
    const { reason } = given.body;
    if (claim.state === 'refused' && claim.reason === reason) return note(null);
    throwRefusal(rules.whyNotRefuse(claim));
    const decision = { state: 'refused', entry_id: null, reason, ...decisionBy(given, at) } as const;
    if (!(await store.decide(tx, claim.id, decision))) throw rules.noSuchClaim();
    const who = person(claim.userId, claim.userName, visitorId);
    const before = { name: who, task: claim.task };
    await note({ action: 'claim refused', who, before, after: { ...before, reason } });
  });

/** Lets a claim wait again that was decided within a minute. */
export const undoDecision: StaffWork<typeof contract.undoDecision> = (given) =>
  deciding(given, given.params.id, async ({ claim, entryId, visitorId }) => {
    const { tx, now, note } = given;
    if (claim.state === 'claimed') return note(null);
    if ((claim.decidedAt ?? '') <= undoableSince(now)) throw tooLateToUndo();
    const isAgain = (await store.countClaimed(tx, claim.userId, claim.missionId)).open > 0;
    if (isAgain && entryId === null) throw rules.claimedAgain();
    const before = { name: person(claim.userId, claim.userName, visitorId), task: claim.task, reason: claim.reason };
    if (entryId !== null) await undoEntry(given, entryId);
    else await note({ action: 'refusal of a claim undone', who: before.name, before, after: null });
    if (!isAgain) await store.reopen(tx, claim.id);
  });
