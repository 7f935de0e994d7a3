/** Everything here is kept in the address. */
import { MINUTE } from '#platform/durations.ts';
import { isTooLong, nameToSearch, textToSearch, typedWords, wordFinder } from '#platform/names.ts';
import { timeRange } from '#platform/time.ts';
import type { EventType, FestivalEvent } from '../contract.ts';
import { closedWord, endOf, overlap, startOf, type Timed } from './clock.ts';
import { spotsRemaining } from './status.ts';

export type Searched = Pick<FestivalEvent, 'title' | 'location' | 'host' | 'description'>;

const FORGIVEN_FROM = 5;

// Searching 2,000 descriptions at each key press is slow. A changed event is another object.
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

/** One letter shorter than FORGIVEN_FROM, because that letter may be the typo. */
const LONG_WORDS = /[\p{L}\p{N}]{4,}/gu;

function wordsOf(event: Searched): readonly string[] {
  const known = vocabularies.get(event);
  if (known !== undefined) return known;
  const words = [...new Set(textOf(event).match(LONG_WORDS))];
  vocabularies.set(event, words);
  return words;
}

/** `typed` begins the word, but for one letter that is wrong, missing, too many, or swapped with the next. */
export function isTypoOf(typed: string, word: string): boolean {
  let at = 0;
  while (at < typed.length && typed[at] === word[at]) at += 1;
  const goesOn = (from: number, wordFrom: number) => word.startsWith(typed.slice(from), wordFrom);
  if (goesOn(at + 1, at + 1) || goesOn(at, at + 1) || goesOn(at + 1, at)) return true;
  return typed[at] === word[at + 1] && typed[at + 1] === word[at] && goesOn(at + 2, at + 2);
}

/**
 * Every word must occur in title, location, host or description. A word in none of `events` counts as mistyped. A text
 * that is too long finds nothing.
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

/** As many as one visitor may take. */
export const SEATS_WANTED: readonly number[] = [1, 2, 3, 4, 5, 6];

/** ISO 8601 UTC. */
export type Between = { readonly from: string; readonly to: string };

export type EventFilter = {
  readonly q: string;
  readonly type: EventType | null;
  /** YYYY-MM-DD or FINISHED; null for all. */
  readonly day: string | null;
  readonly seats: number;
  /** Only events beside this device's places, or within a stretch of time. */
  readonly fits: 'mine' | Between | null;
};

type Filtered = Searched &
  Timed &
  Pick<FestivalEvent, 'eventType' | 'status' | 'capacity' | 'currentRegistrations' | 'bracketDrawn' | 'bracketDecided'>;

/** `mine`: events that this device has places in. `now`: ISO 8601. */
type Against = { readonly mine: readonly Timed[]; readonly now: string };

export function keeps(
  events: readonly Searched[],
  { q, type, seats, fits }: Omit<EventFilter, 'day'>,
  { mine, now }: Against,
): (event: Filtered) => boolean {
  const isFound = searchIn(events, q);
  return (event) =>
    (type === null || event.eventType === type) &&
    spotsRemaining(event) >= seats &&
    (fits === null || isFree(event, fits, mine)) &&
    ((seats === 0 && fits === null) || closedWord(event, now) === null) &&
    isFound(event);
}

const isFree = (event: Timed, fits: 'mine' | Between, mine: readonly Timed[]): boolean =>
  fits === 'mine' ? !mine.some((place) => overlap(place, event)) : isWithin(event, fits);

function isWithin(event: Timed, { from, to }: Between): boolean {
  return startOf(event) >= Date.parse(from) && endOf(event) <= Date.parse(to);
}

const compact = (iso: string): string => `${iso.replace(/[-:]/g, '').slice(0, 13)}Z`;

/** '20251114T1930Z-20251114T2100Z' */
export const writeBetween = ({ from, to }: Between): string => `${compact(from)}-${compact(to)}`;

const MOMENT = String.raw`(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)Z`;
const BETWEEN = new RegExp(`^${MOMENT}-${MOMENT}$`);

/** '2:30–4:00 PM' */
export const betweenWords = ({ from, to }: Between, zone: string): string =>
  timeRange(from, (Date.parse(to) - Date.parse(from)) / MINUTE, zone);

export function readBetween(written: string): Between | null {
  const parts = BETWEEN.exec(written)?.slice(1);
  if (parts === undefined) return null;
  const momentAt = (first: number) => {
    const [year, month, day, hour, minute] = parts.slice(first, first + 5);
    return `${year}-${month}-${day}T${hour}:${minute}:00.000Z`;
  };
  const [from, to] = [momentAt(0), momentAt(5)];
  return Date.parse(from) < Date.parse(to) ? { from, to } : null;
}
