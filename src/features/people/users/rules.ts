import { type CodeNetwork, limitsOfCodes } from '#features/access/rules/throttle.ts';
import { person } from '#features/audit/rules/people.ts';
import type { Cell } from '#platform/csv.ts';
import { MINUTE } from '#platform/durations.ts';
import { firstTwice } from '#platform/lists.ts';
import { accountKey, finder, isVisible, nameKey, nameToSearch } from '#platform/names.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import { isOrganiser, type Staff } from '#platform/staff.ts';
import type { User } from './contract.ts';

/** Per device: a family has several names. */
export const ACCOUNTS_PER_DEVICE = 6;

export const whyNotCreateAccount = (accountsOfDevice: number): Verdict =>
  accountsOfDevice < ACCOUNTS_PER_DEVICE
    ? null
    : new Refusal(
        'TOO_MANY_HERE',
        `You already have ${ACCOUNTS_PER_DEVICE} accounts, which is the most. Ask an organiser to add another.`,
      );

/** `isGuest`: it is on a badge that no phone has claimed. */
export const nameTaken = (name: string, { isGuest = false } = {}): Refusal =>
  new Refusal(
    'NAME_TAKEN',
    isGuest
      ? `${name} has a badge. If it is yours, press “I have a badge”. If not, add an initial.`
      : `Someone is already called ${name}. Add an initial.`,
    { field: 'name' },
  );

export const justDeleted = (name: string): Refusal =>
  new Refusal('NAME_TAKEN', `${name} was deleted less than a minute ago. Undo that, or wait a minute.`, {
    field: 'name',
  });

export const noSuchUser = (): Refusal => new Refusal('NOT_FOUND', 'This user is not there any more.');

export const auditedUser = (user: User, visitorId: string | null) => ({
  ...user,
  name: person(user.id, user.name, visitorId),
});

/** Equal scores stay in their order. */
export const byScore = (one: Pick<User, 'score'>, other: Pick<User, 'score'>): number => other.score - one.score;

/** The code is in the fragment, so a phone's own camera opens the scoreboard. */
export const codePath = (code: string): string => `/scoreboard#${code}`;

/** Helpers give nothing to accounts of their own phone, and take back and check nothing of theirs. */
export const whyNotOwn = (
  { staff, visitorId }: { readonly staff: Pick<Staff, 'role'>; readonly visitorId: string | null },
  owner: string | null,
): Verdict =>
  isOrganiser(staff) || owner === null || owner !== visitorId
    ? null
    : new Refusal('NOT_YOUR_JOB', 'This account is on your own phone. Another helper or an organiser has to decide.');

export const noSuchCode = (): Refusal =>
  new Refusal('NOT_FOUND', 'Nobody has this code. Check it, or search for the name.', { field: 'code' });

/** Said to visitors. */
export const noSuchBadge = (): Refusal =>
  new Refusal('NOT_FOUND', 'No badge has this code. Check its six letters, or ask at the desk.', { field: 'code' });

/** Without the name: who guesses a code learns nobody's. */
export const onAnotherPhone = (): Refusal =>
  new Refusal(
    'ALREADY_CLAIMED',
    'This badge is on another phone already. If that is yours, press “Use on another device” in its My schedule, and type the code that it shows into My schedule here. If not, ask at the desk for a new badge.',
    { field: 'code' },
  );

/** Wrong codes of badges: 12 of a device in ten minutes, of networks as for joining: a hotel shares one. */
const BADGE_CODES = { name: 'badge', free: 12, windowMs: 10 * MINUTE, perMinute: 600, ofAllPerMinute: 6000 } as const;

export const badgeCodeLimits = (visitorId: string | null, network: CodeNetwork) =>
  limitsOfCodes(BADGE_CODES, visitorId, network);

const ID_SHOWN = 8;

/** Reversed, because the first characters are shown, and those of a new id are the time. */
export const userIdFrom = (newId: string): string => newId.split('-').reverse().join('-');

export const shortId = (id: string): string => id.slice(0, ID_SHOWN);

type Named = { readonly name: string };

/** A search computes thousands of keys per typed letter, at some microseconds each. */
const searched = new WeakMap<Named, string>();

function searchedName(named: Named): string {
  const text = searched.get(named) ?? nameToSearch(named.name);
  searched.set(named, text);
  return text;
}

export const withName = <T extends Named>(list: readonly T[], q: string): readonly T[] => {
  const isFound = finder(q);
  return isVisible(q) ? list.filter((named) => isFound(searchedName(named))) : list;
};

type Keyed = { readonly nameKey: string; readonly looseKey: string | null };

export function accountLike<T extends Keyed>(accounts: readonly T[]): (name: string) => T | undefined {
  const byName = new Map(accounts.map((account) => [account.nameKey, account]));
  const byLoose = new Map(accounts.map((account) => [account.looseKey, account]));
  return (name) => byName.get(nameKey(name)) ?? byLoose.get(accountKey(name));
}

type InFile = Named & { readonly code?: string | null };

export function checkUsers({ users }: { readonly users: readonly InFile[] }): Verdict {
  const key = firstTwice(users, ({ name }) => nameKey(name));
  if (key !== null) return new Refusal('BAD_INPUT', `The file holds two users called ${key}.`, { field: 'users' });
  const codes = users.flatMap(({ code }) => code ?? []);
  const code = firstTwice(codes, (one) => one);
  return code === null ? null : new Refusal('BAD_INPUT', `The file holds the code ${code} twice.`, { field: 'users' });
}

/** In the form in which scores are uploaded: 'name' in the first line. */
export const userTable = (users: readonly User[]): readonly (readonly Cell[])[] => [
  ['Name', 'Score'],
  ...users.map(({ name, score }) => [name, score]),
];
