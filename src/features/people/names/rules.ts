import { nameKey } from '#platform/names.ts';
import type { KnownName } from './contract.ts';

/** As many as a device may have accounts. */
export const NAMES_SHOWN = 6;

/** As spelled first; with an account if any entry of theirs has one. */
function eachOnce(names: readonly KnownName[]): KnownName[] {
  const people = new Map<string, KnownName>();
  for (const { name, account } of names) {
    const key = nameKey(name);
    const person = people.get(key);
    people.set(key, { name: person?.name ?? name, account: account || (person?.account ?? false) });
  }
  return [...people.values()];
}

/** The name used first is its owner's; then the others, the last used first. */
export function ownNames(used: readonly (KnownName & { readonly usedAt: string })[]): KnownName[] {
  const latest = eachOnce(used.toSorted((one, other) => (one.usedAt < other.usedAt ? 1 : -1)));
  const first = used.toSorted((one, other) => (one.usedAt < other.usedAt ? -1 : 1)).slice(0, 1);
  const owner = latest.filter(({ name }) => isAmong(namesOf(first), name));
  return eachOnce([...owner, ...latest]);
}

const namesOf = (people: readonly KnownName[]): string[] => people.map(({ name }) => name);

type Sources = {
  /** On this device, in the order of `ownNames`. */
  readonly typed: readonly KnownName[];
  /** From the server, in the same order. */
  readonly own: readonly KnownName[];
};

/**
 * Fills in the owner's name, if it is offered. Typed names come first: they are known before the server answers, and
 * the filled-in name must not change then.
 */
export function knownNames({ typed, own }: Sources, isOffered: (known: KnownName) => boolean) {
  const known = eachOnce([...typed, ...own]);
  const names = namesOf(known.filter(isOffered).slice(0, NAMES_SHOWN));
  const [me] = namesOf(known);
  return { names, me: me !== undefined && names.includes(me) ? me : '' };
}

/** The first name stays the owner's. */
export const withName = (typed: readonly KnownName[], used: KnownName): KnownName[] =>
  eachOnce([...typed.slice(0, 1), used, ...typed.slice(1)]).slice(0, NAMES_SHOWN);

export function isAmong(people: readonly string[], name: string): boolean {
  const key = nameKey(name);
  return people.some((person) => nameKey(person) === key);
}

/** Anything may have changed the stored text. */
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
