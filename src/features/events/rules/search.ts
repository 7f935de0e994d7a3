/** Searching the programme as people type: any case, without accents, with a typo. */
import { isTooLong, nameToSearch, textToSearch, typedWords, wordFinder } from '#platform/names.ts';
import type { FestivalEvent } from '../contract.ts';

export type Searched = Pick<FestivalEvent, 'title' | 'location' | 'host' | 'description'>;

/** A typed word of so many letters may contain one typo. */
const FORGIVEN_FROM = 5;

// Computed once per event: 2,000 descriptions at each key press are slow. A changed event is another object.
const texts = new WeakMap<Searched, string>();
const vocabularies = new WeakMap<Searched, readonly string[]>();

function textOf(event: Searched): string {
  const known = texts.get(event);
  if (known !== undefined) return known;
  const { title, location, host, description } = event;
  const text = `${textToSearch([title, location, description].join('\n'))}\n${nameToSearch(host)}`;
  texts.set(event, text);
  return text;
}

/** One letter shorter than what is forgiven, because that letter may be the typo. */
const LONG_WORDS = /[\p{L}\p{N}]{4,}/gu;

function wordsOf(event: Searched): readonly string[] {
  const known = vocabularies.get(event);
  if (known !== undefined) return known;
  const words = [...new Set(textOf(event).match(LONG_WORDS))];
  vocabularies.set(event, words);
  return words;
}

/**
 * Returns whether `typed` begins the word, but for one letter that is wrong, missing, too many, or swapped with the
 * next.
 */
export function isTypoOf(typed: string, word: string): boolean {
  let at = 0;
  while (at < typed.length && typed[at] === word[at]) at += 1;
  const goesOn = (from: number, wordFrom: number) => word.startsWith(typed.slice(from), wordFrom);
  if (goesOn(at + 1, at + 1) || goesOn(at, at + 1) || goesOn(at + 1, at)) return true;
  return typed[at] === word[at + 1] && typed[at + 1] === word[at] && goesOn(at + 2, at + 2);
}

/**
 * Returns a test for the events in which every typed word occurs, in title, location, host or description. A word that
 * occurs in none of `events` is taken as mistyped. A text that is too long finds nothing.
 */
export function searchIn(events: readonly Searched[], typed: string): (event: Searched) => boolean {
  if (isTooLong(typed)) return () => false;
  const tests = typedWords(typed).map((word) => {
    const isIn = wordFinder(word);
    const isExact = word.length < FORGIVEN_FROM || events.some((event) => isIn(textOf(event)));
    return isExact
      ? (event: Searched) => isIn(textOf(event))
      : (event: Searched) => wordsOf(event).some((known) => isTypoOf(word, known));
  });
  return (event) => tests.every((test) => test(event));
}
