import { isTypoOf } from '#features/events/rules/filters.ts';
import { accountKey, looseKeyOfKey, nameKey, searchKey } from '#platform/names.ts';
import { Refusal } from '#platform/refusal.ts';

export type Place = {
  readonly id: string;
  readonly playerName: string;
  readonly nameKey: string;
  readonly checkedIn: boolean;
};

/**
 * The place with the typed key, else the only loose match not yet checked in, else that of the first and last name in
 * any order. If all of these are checked in and there is one, it is that one, so that a second tap gets "already". Null
 * for several; punctuation never matches loosely.
 */
export function findPlace(places: readonly Place[], typed: string): Place | null {
  const key = nameKey(typed);
  const same = places.find((place) => place.nameKey === key);
  if (same !== undefined) return same;
  const loose = looseKeyOfKey(key);
  if (loose === '') return null;
  const alike = places.filter((place) => looseKeyOfKey(place.nameKey) === loose);
  const fitting = alike.length > 0 ? alike : places.filter((place) => isShortOf(wordsOf(key), wordsOf(place.nameKey)));
  const waiting = fitting.filter((place) => !place.checkedIn);
  return onlyOne(waiting.length > 0 ? waiting : fitting);
}

/** `exact`: the place of that exact name on any device. If another device holds it, the name means none of `own`. */
export function findOwnPlace(own: readonly Place[], exact: Pick<Place, 'id'> | null, typed: string): Place | null {
  if (exact !== null) return own.find(({ id }) => id === exact.id) ?? null;
  return findPlace(own, typed);
}

/** Numbers are no middle names: Team Red is not Team 1 Red. */
const isShortOf = (typed: readonly string[], known: readonly string[]): boolean =>
  typed.length > 1 &&
  !known.some((word) => /\p{N}/u.test(word)) &&
  typed.every((word) => known.includes(word)) &&
  [known[0], known.at(-1)].every((word) => word !== undefined && typed.includes(word));

const onlyOne = (places: readonly Place[]): Place | null => (places.length === 1 ? (places[0] ?? null) : null);

export const noRegistration = (typed: string, title: string): Refusal =>
  new Refusal('NOT_FOUND', `Nobody called '${typed}' has a place in ${title}. Check the spelling or see event staff.`, {
    field: 'playerName',
  });

/** A word of so many letters may contain one typo. */
const FORGIVEN_FROM = 4;

const wordsOf = (name: string): string[] =>
  searchKey(name)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);

/** Letters of a beginning: initials begin many other names. */
const BEGINNING = 3;

const isNearly = (typed: string, known: string): boolean =>
  known.startsWith(typed) ||
  (known.length >= BEGINNING && typed.startsWith(known)) ||
  (typed.length >= FORGIVEN_FROM && isTypoOf(typed, known));

/** Each word of the shorter name begins one of the longer, but for a typo. Shown before a walk-in is added. */
export function nearPlaces<P extends { readonly playerName: string }>(places: readonly P[], typed: string): P[] {
  const words = wordsOf(typed);
  return places.filter(({ playerName }) => {
    const known = wordsOf(playerName);
    const isShorter = words.length <= known.length;
    const everyWord = isShorter
      ? words.every((word) => known.some((other) => isNearly(word, other)))
      : known.every((other) => words.some((word) => isNearly(word, other)));
    return words.length > 0 && known.length > 0 && everyWord;
  });
}

type Placed = { readonly playerName: string };

/** The place under the name of a badge's account, else those under one that looks like it; all without an account. */
export function placesOf<P extends Placed>(places: readonly P[], account: { readonly name: string } | null): P[] {
  if (account === null) return [...places];
  const same = places.filter(({ playerName }) => nameKey(playerName) === nameKey(account.name));
  if (same.length > 0) return same;
  return places.filter(({ playerName }) => accountKey(playerName) === accountKey(account.name));
}
