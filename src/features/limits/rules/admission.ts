/** docs/behaviour.md "Visitors and devices" */
import { HOUR } from '#platform/durations.ts';
import { looseKey } from '#platform/names.ts';
import { type Code, Refusal } from '#platform/refusal.ts';

/** A job then clears the keyed hash of a new visitor's network. */
export const NETWORK_KEPT_MS = 48 * HOUR;

/** From the dashboard. `word`: null follows festival.json, '' asks for none. */
export type Choices = { readonly paused: boolean; readonly word: string | null };

/** In force. Null: no word is asked for. */
export type AdmissionState = {
  readonly paused: boolean;
  readonly badgeWord: string | null;
  readonly wordFrom: 'overview' | 'festival.json';
};

/** The word from the dashboard wins over festival.json's. */
export const admissionOf = ({ paused, word }: Choices, fileWord: string | null): AdmissionState =>
  word === null
    ? { paused, badgeWord: fileWord, wordFrom: 'festival.json' }
    : { paused, badgeWord: word === '' ? null : word, wordFrom: 'overview' };

export const registrationPaused = (): Refusal =>
  new Refusal('PAUSED', 'New places, accounts and games are paused for a moment.', { retryAfter: 30 });

export const tooManyNewPhones = (): Refusal =>
  new Refusal(
    'TOO_FAST',
    'Very many new phones have come from this network. Please try again in a minute, or ask an organiser.',
    { retryAfter: 60 },
  );

export const wordAsked = (): Refusal => new Refusal('BADGE_WORD', 'What is the word on your badge?');
export const wordWrong = (): Refusal =>
  new Refusal('BADGE_WORD', 'That is not the word on the badge. Look again, or ask an organiser.', { field: 'word' });
export const wordUnusable = (): Refusal =>
  new Refusal('BAD_INPUT', 'The badge word needs a letter or a digit.', { field: 'word' });
export const tooManyWords = (seconds: number): string =>
  `Too many wrong words from this network. Try again in ${seconds} s.`;
export const wordTooFast = (seconds: number): Refusal =>
  new Refusal('TOO_FAST', tooManyWords(seconds), { field: 'word', retryAfter: seconds });

const LONGEST_WORD = 200;

/** Without case, accents, spaces and punctuation. */
export const wordKey = (typed: string): string =>
  typed.length > LONGEST_WORD ? '' : looseKey(typed).replaceAll('−', '');

/** Wrong words of a network without waiting: a hotel's guests share one. A right word resets the count. */
export const FREE_WORDS = 50;

/** These refusals reveal that a name is registered, which is not public for an event. */
const NAME_PROBES: readonly Code[] = ['ALREADY_REGISTERED', 'NAME_TAKEN'];
const REFUSED_SHARE = 0.1;

/**
 * Share of a new visitor's budget that a refused write gives back. A thousand honest phones may meet one full event, so
 * that costs a tenth; asking whether names are taken costs as much as registering them; our own faults cost nothing.
 */
export function shareGivenBack(refusal: { readonly code: Code } | null): number {
  if (refusal === null || refusal.code === 'BUSY') return 1;
  return NAME_PROBES.includes(refusal.code) ? 0 : 1 - REFUSED_SHARE;
}
