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

/** Returns the names of a device's data, the last used first. */
export const ownNames = (used: readonly (KnownName & { readonly usedAt: string })[]): KnownName[] =>
  eachOnce(used.toSorted((one, other) => (one.usedAt < other.usedAt ? 1 : -1)));

type Sources = {
  /** Typed on this device, the last used first. */
  readonly typed: readonly KnownName[];
  /** Of its data on the server, the last used first. */
  readonly own: readonly KnownName[];
};

/**
 * Returns the names that a form offers, the one to fill in first. Typed ones come first, because they are known before
 * the server answers, and what is filled in must not change then.
 */
export const knownNames = ({ typed, own }: Sources, isOffered: (known: KnownName) => boolean): string[] =>
  eachOnce([...typed, ...own])
    .filter(isOffered)
    .slice(0, NAMES_SHOWN)
    .map(({ name }) => name);

/** Returns what the device stores after `used` was used. */
export const withName = (typed: readonly KnownName[], used: KnownName): KnownName[] =>
  eachOnce([used, ...typed]).slice(0, NAMES_SHOWN);

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
