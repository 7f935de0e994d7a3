import { nameKey } from '#platform/names.ts';
import type { KnownName } from './contract.ts';

/** As many as a device may have accounts. */
export const NAMES_SHOWN = 6;

/** Returns each person once, as spelled first; with an account if any entry of theirs has one. */
function eachOnce(names: readonly KnownName[]): KnownName[] {
  const people = new Map<string, KnownName>();
  for (const { name, account } of names) {
    const key = nameKey(name);
    const person = people.get(key);
    people.set(key, { name: person?.name ?? name, account: account || (person?.account ?? false) });
  }
  return [...people.values()];
}

/** Returns the names of a device's data: the name used first is its owner's, then the others, the last used first. */
export function ownNames(used: readonly (KnownName & { readonly usedAt: string })[]): KnownName[] {
  const latest = eachOnce(used.toSorted((one, other) => (one.usedAt < other.usedAt ? 1 : -1)));
  const first = used.toSorted((one, other) => (one.usedAt < other.usedAt ? -1 : 1)).slice(0, 1);
  const owner = latest.filter(({ name }) => isAmong(namesOf(first), name));
  return eachOnce([...owner, ...latest]);
}

const namesOf = (people: readonly KnownName[]): string[] => people.map(({ name }) => name);

type Sources = {
  /** Typed on this device: its owner's, then the others, the last used first. */
  readonly typed: readonly KnownName[];
  /** Of its data on the server, in the same order. */
  readonly own: readonly KnownName[];
};

/**
 * Returns the names that a form offers, and the one it fills in: the owner's, if it is offered. Typed ones come first, because
 * they are known before the server answers, and what is filled in must not change then.
 */
export function knownNames({ typed, own }: Sources, isOffered: (known: KnownName) => boolean) {
  const known = eachOnce([...typed, ...own]);
  const names = namesOf(known.filter(isOffered).slice(0, NAMES_SHOWN));
  const [me] = namesOf(known);
  return { names, me: me !== undefined && names.includes(me) ? me : '' };
}

/** Returns what the device stores after `used` was used: the first name stays the owner's. */
export const withName = (typed: readonly KnownName[], used: KnownName): KnownName[] =>
  eachOnce([...typed.slice(0, 1), used, ...typed.slice(1)]).slice(0, NAMES_SHOWN);

/** Returns whether the name is that of one of these people. */
export function isAmong(people: readonly string[], name: string): boolean {
  const key = nameKey(name);
  return people.some((person) => nameKey(person) === key);
}

/** Reads what the device stored, which anything may have changed. */
export function readStored(text: string | null): KnownName[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.flatMap((one: Partial<KnownName> | null) =>
      typeof one?.name === 'string' ? [{ name: one.name, account: one.account === true }] : [],
    );
  } catch {
    return [];
  }
}
