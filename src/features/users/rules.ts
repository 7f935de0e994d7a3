import { isTooLong, looseKey } from '#platform/names.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';

/** Accounts one device may create: a family has several names. */
export const ACCOUNTS_PER_DEVICE = 6;

export const canCreateAccount = (accountsOfDevice: number): Verdict =>
  accountsOfDevice < ACCOUNTS_PER_DEVICE
    ? null
    : new Refusal('TOO_MANY_HERE', `This device already has ${ACCOUNTS_PER_DEVICE} accounts.`);

export const nameTaken = (name: string): Refusal =>
  new Refusal('NAME_TAKEN', `Someone is already called ${name}. Add an initial.`, { field: 'name' });

export const noSuchUser = (): Refusal => new Refusal('NOT_FOUND', 'This user is not there any more.');

const ID_SHOWN = 8;

/** Returns the part of an id that organisers see. */
export const shortId = (id: string): string => id.slice(0, ID_SHOWN);

type Named = { readonly name: string };

/** Cached: a search computes thousands of keys per typed letter, at some microseconds each. */
const looseKeys = new WeakMap<Named, string>();

function looseKeyOf(named: Named): string {
  const known = looseKeys.get(named) ?? looseKey(named.name);
  looseKeys.set(named, known);
  return known;
}

/**
 * Returns those whose name contains `q`, ignoring case, accents, spaces and punctuation; everybody for an empty text,
 * nobody for one that is longer than any name.
 */
export const withName = <T extends Named>(list: readonly T[], q: string): readonly T[] => {
  if (isTooLong(q)) return [];
  const wanted = looseKey(q);
  return wanted === '' ? list : list.filter((named) => looseKeyOf(named).includes(wanted));
};
