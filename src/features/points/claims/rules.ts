import type { Mission } from '#features/festival/contract.ts';
import { HOUR } from '#platform/durations.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import type { ArchivedPointEntry } from '../contract.ts';
import { whyNotOnceMore } from '../rules.ts';
import type { ArchivedClaim, Claim } from './contract.ts';
import { MOST_OPEN } from './limits.ts';

/** '5' is a number too: organisers type points as a text. */
export const worthOf = ({ points }: Pick<Mission, 'points'>): number | string =>
  /^\d{1,7}$/.test(String(points)) ? Number(points) : points;

/** `approved` and `open` are of the mission; `approved` also counts points given by hand. */
export type Claimed = {
  readonly approved: number;
  readonly open: number;
  readonly openOfAll: number;
};
type Facts = { readonly claims?: boolean | undefined };

/** The screen asks the same. */
export function whyNotAgain(
  mission: Pick<Mission, 'limit'>,
  { approved, open }: Pick<Claimed, 'approved' | 'open'>,
): Verdict {
  if (open > 0) return new Refusal('ALREADY_CLAIMED', 'You have claimed this already. The organisers will look at it.');
  return whyNotOnceMore(mission, approved);
}

export function whyNotClaim({ claims = false }: Facts, mission: Mission | null, claimed: Claimed): Verdict {
  if (!claims) return new Refusal('NOT_FOUND', 'Claims are switched off. Please tell an organiser instead.');
  if (mission === null) return new Refusal('NOT_FOUND', 'This mission is not in the list any more.');
  const again = whyNotAgain(mission, claimed);
  if (again !== null) return again;
  return claimed.openOfAll < MOST_OPEN
    ? null
    : new Refusal('TOO_MANY_HERE', `${MOST_OPEN} of your claims wait. Claim more when some are decided.`);
}

export const notYours = (): Refusal => new Refusal('NOT_YOURS', 'Claim on the phone that has this account.');
export const noSuchClaim = (): Refusal => new Refusal('NOT_FOUND', 'This claim is not there any more.');
const changed = (sentence: string): Refusal => new Refusal('CHANGED_MEANWHILE', sentence);

export function pointsFor({ state, reason, worth }: Claim, typed: number | undefined): number | Refusal {
  if (state === 'refused') return changed(`This claim was refused already: ${reason}.`);
  if (state !== 'claimed') return changed('This claim was decided already, and its points were taken back.');
  const points = typed ?? worth;
  return typeof points === 'number'
    ? points
    : new Refusal('BAD_INPUT', `Say how many points: ${worth}.`, { field: 'points' });
}

export const whyNotRefuse = ({ state }: Claim): Verdict =>
  state === 'claimed' ? null : changed('This claim was decided already. Undo that first.');

/** The person has claimed it again, so the later claim decides. */
export const claimedAgain = (): Refusal => changed('They have claimed it again. Decide about that claim.');

/** In a freeze it must not give the points away. */
export function pushWords({ task, points, reason }: Pick<Claim, 'task' | 'points' | 'reason'>, isFrozen: boolean) {
  if (reason !== null) return { title: 'Not this time', body: `${task}: ${reason}` };
  if (isFrozen || points === null) return { title: task, body: 'Approved. It counts at the ceremony.' };
  return { title: `+${points}: ${task}`, body: 'Your claim is approved.' };
}
export const pushEndsAt = (now: Date): string => new Date(now.getTime() + 12 * HOUR).toISOString();

export const waitingWarnings = (open: number) =>
  open === 0
    ? []
    : [
        {
          id: 'claims',
          text: `Points for missions: ${open} to decide.`,
          link: { label: 'Decide', to: '/admin/scores#claims' },
        },
      ];

export function claimWords({ state, points, reason }: Pick<Claim, 'state' | 'points' | 'reason'>): string {
  if (state === 'claimed') return 'Sent';
  if (state === 'refused') return `Not this time: ${reason}`;
  if (state === 'undone') return 'Taken back';
  return points === null ? 'Counts at the ceremony' : `+${points}`;
}

type File = {
  readonly claims: readonly ArchivedClaim[];
  readonly users: readonly { readonly id: string }[];
  readonly points: readonly ArchivedPointEntry[];
};

export function checkClaims({ claims, users, points }: File): Verdict {
  const [known, entries, seen] = [
    new Set(users.map(({ id }) => id)),
    new Map(points.map((point) => [point.id, point])),
    new Set(),
  ];
  const isNew = (key: string): boolean => !seen.has(key) && seen.add(key) !== undefined;
  const isRight = ({ id, userId, missionId, state, entryId, decidedAt }: ArchivedClaim): boolean => {
    const entry = entryId === null ? undefined : entries.get(entryId);
    const isOfEntry = entry?.userId === userId && entry.missionId === missionId && entry.undoes === null;
    return (
      known.has(userId) &&
      isNew(`id ${id}`) &&
      (decidedAt === null) === (state === 'claimed') &&
      (state !== 'claimed' || isNew(`open ${userId} ${missionId}`)) &&
      (state === 'approved' ? isOfEntry : entryId === null) &&
      (entryId === null || isNew(`entry ${entryId}`))
    );
  };
  const wrong = claims.find((claim) => !isRight(claim));
  return wrong === undefined
    ? null
    : new Refusal(
        'BAD_INPUT',
        `The file’s claim ${wrong.id} is nobody’s, is there twice, or has no entry of its points.`,
        {
          field: 'claims',
        },
      );
}
