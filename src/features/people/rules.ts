/** docs/behaviour.md "Find a person" */
import { finder, looseKey, nameKey, searchKey } from '#platform/names.ts';
import type { Person } from './contract.ts';

/** 0 for all of the name, 1 for its beginning, 2 for the beginning of a word. */
function distance(text: string, typed: string): number {
  if (text.startsWith(typed)) return text[typed.length] === '\n' ? 0 : 1;
  return text.includes(` ${typed}`) ? 2 : 3;
}

type Found = { readonly key: string; readonly far: number };

const isCloser = (one: Found, other: Found): boolean =>
  one.far < other.far || (one.far === other.far && one.key < other.key);

/**
 * The `most` names that fit best, and how many fit. `texts`: what to search, by key. A text without letters, digits or
 * emojis finds nobody.
 */
export function findNames(
  texts: ReadonlyMap<string, string>,
  q: string,
  most: number,
): { readonly keys: readonly string[]; readonly count: number } {
  if (looseKey(q) === '') return { keys: [], count: 0 };
  const [isFound, typed] = [finder(q), searchKey(q)];
  const best: Found[] = [];
  let count = 0;
  for (const [key, text] of texts) {
    if (!isFound(text)) continue;
    count += 1;
    const found = { key, far: distance(text, typed) };
    const last = best[most - 1];
    if (last !== undefined && !isCloser(found, last)) continue;
    const after = best.findIndex((one) => isCloser(found, one));
    best.splice(after === -1 ? best.length : after, 0, found);
    best.length = Math.min(best.length, most);
  }
  return { keys: best.map(({ key }) => key), count };
}

export type Kind = 'place' | 'account' | 'game';
export type Owner = { readonly kind: Kind; readonly nameKey: string; readonly visitorId: string | null };

/** Names on one phone are one person. Without one, only rows of one kind are: an equal name is no proof. */
export const personOf = ({ kind, nameKey: key, visitorId }: Owner): string => visitorId ?? `${kind} ${key}`;

/** In the order of the names; phones before rows without one, the phone that registered first before the others. */
export function listPersons(owners: readonly Owner[], keys: readonly string[]): Owner[] {
  const order = new Map(keys.map((key, index) => [key, index]));
  const position = (owner: Owner) => order.get(owner.nameKey) ?? keys.length;
  const sorted = owners.toSorted(
    (one, other) =>
      position(one) - position(other) ||
      Number(one.visitorId === null) - Number(other.visitorId === null) ||
      (personOf(one) < personOf(other) ? -1 : 1),
  );
  const persons = new Map<string, Owner>();
  for (const owner of sorted) if (!persons.has(personOf(owner))) persons.set(personOf(owner), owner);
  return [...persons.values()];
}

type Timed = Pick<Person['places'][number], 'startTime' | 'isOver'>;

/** Past things come last, the latest first. */
export const nextFirst = <T extends Timed>(things: readonly T[]): T[] =>
  things.toSorted((one, other) => {
    if (one.isOver !== other.isOver) return one.isOver ? 1 : -1;
    return one.startTime < other.startTime === one.isOver ? 1 : -1;
  });

type Belongings = Pick<Person, 'places' | 'waiting' | 'accounts' | 'games'>;

/** Those of `keys` first, in their order. */
export function namesOf({ places, waiting, accounts, games }: Belongings, keys: readonly string[]): string[] {
  const all = [
    ...[...places, ...waiting].map(({ playerName }) => playerName),
    ...accounts.map(({ name }) => name),
    ...games.map(({ owner }) => owner),
  ];
  const byKey = new Map<string, string>();
  for (const name of all) if (!byKey.has(nameKey(name))) byKey.set(nameKey(name), name);
  const ordered = new Set([...keys.filter((key) => byKey.has(key)), ...byKey.keys()]);
  return [...ordered].map((key) => byKey.get(key) ?? key);
}
