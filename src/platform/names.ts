/**
 * What a name is, the same in the browser, on the server and for both databases: keys are computed here and never in
 * SQL. Only Unicode properties that every engine knows, and no `v` flag, which older phones cannot read.
 */

import { asRead, isLatin, mixesScripts, withLatinCapitals } from './look-alikes.ts';

/** Code points after cleaning, so that an emoji of one person counts 1 and a family of three counts 5. */
export const NAME_LIMIT = 60;

/** UTF-16 code units of a name or search before any work: Unicode's reordering of marks is quadratic in their number. */
export const INPUT_LIMIT = 500;

export const isTooLong = (input: string): boolean => input.length > INPUT_LIMIT;

/** Lone surrogates, noncharacters, bidi overrides and isolates, annotation marks; controls but for line ends and tabs. */
const UNWRITABLE =
  /(?!\p{White_Space})[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]/u;

/** The braille blank is no space to Unicode, but it looks like one and makes names that seem empty. */
const BLANKS = /[\p{White_Space}\u2800]+/gu;

const PICTURE = String.raw`\p{Extended_Pictographic}[\ufe0e\ufe0f]?\p{Emoji_Modifier}?`;
const JOINED = String.raw`${PICTURE}(?:\u200d${PICTURE})*`;
const REGION_FLAG = String.raw`\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}`;
const KEYCAP = String.raw`[0-9#*]\ufe0f\u20e3`;
/** An emoji whole, or one invisible character outside of any. */
const EMOJI_OR_INVISIBLE = new RegExp(`(${REGION_FLAG}|${JOINED}|${KEYCAP})|\\p{Default_Ignorable_Code_Point}`, 'gu');

const TOO_LONG = `is longer than ${NAME_LIMIT} characters`;

/**
 * The name as it is stored and shown, or what is wrong with it as a phrase that follows a field's name. Line ends and
 * tabs come with names pasted from a table, so they count as spaces; other control characters are refused.
 */
export function cleanName(raw: string): { name: string } | { problem: string } {
  if (isTooLong(raw)) return { problem: TOO_LONG };
  if (UNWRITABLE.test(raw)) return { problem: 'holds characters that cannot be shown' };
  const name = oneSpace(raw.replace(EMOJI_OR_INVISIBLE, '$1').normalize('NFC'));
  if (nameKey(name) === '') return { problem: 'is missing' };
  if ([...name].length > NAME_LIMIT) return { problem: TOO_LONG };
  return { name };
}

/**
 * What is unique among users: two names with one key are one name, whatever their case, width and invisible characters, and
 * when they differ only by letters of other scripts that look alike. The key of a key is that key. '' for an input over
 * `INPUT_LIMIT`, which is no name's key. A key can be 18 times as long as its name.
 */
export function nameKey(name: string): string {
  const key = plainKey(name);
  if (!mixesScripts(key)) return key;
  const latin = foldedKey(withLatinCapitals(name.normalize('NFKC')), asRead);
  return isLatin(latin) ? latin : foldedKey(key, asRead);
}

/**
 * The key as it was before letters that look alike counted. Stored for such names where an older one has their new key, and
 * what a search compares: typing part of a name does not say which script the rest is in.
 */
export const plainKey = (name: string): string => (isTooLong(name) ? '' : foldedKey(name));

/** Whether a stored key is that of the name. */
export const isKeyOf = (key: string, name: string): boolean => key === nameKey(name) || key === plainKey(name);

/** More rounds than any character needs (3, see the test), so that it ends whatever an engine's tables say. */
const ROUNDS = 8;

/**
 * Folding can call for more normalising and the other way round (ẞ → ß → ss), so it is repeated until nothing changes.
 */
function foldedKey(name: string, read = (folded: string) => folded): string {
  let key = name;
  for (let round = 0; round < ROUNDS; round++) {
    const folded = read(fold(key));
    if (folded === key) break;
    key = folded;
  }
  return key;
}

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/** Upper case first because that is where ß, ŉ and dotless ı meet their twins; one sigma, wherever it stands. */
function fold(name: string): string {
  const plain = oneSpace(name.normalize('NFKC').replace(INVISIBLE, ''));
  return plain.toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFKC');
}

function oneSpace(text: string): string {
  return text.replace(BLANKS, ' ').trim();
}

/** Marks that sit on letters of any script; vowel signs and kana voicing make other letters and stay. */
const ACCENT = /(?![\u3099\u309a])(?=\p{M})\p{Script=Inherited}/gu;
/** With the apostrophes that Unicode counts as letters (ʻokina, ŉ) and free-standing accents. */
const PUNCTUATION = /[\p{P}\p{Sk}\p{White_Space}\u02b9-\u02bf]/gu;
const STROKED: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ħ: 'h',
  ŧ: 't',
  æ: 'ae',
  œ: 'oe',
};

/**
 * For searches, and for check-in where a person types their name again: the key without accents, punctuation and spaces. It is ''
 * for a name of nothing else and for an input over `INPUT_LIMIT`; such a name fits nobody loosely.
 */
export function looseKey(name: string): string {
  return looseKeyOfKey(plainKey(name));
}

/** The loose key of a name whose key is known. */
export function looseKeyOfKey(key: string): string {
  const bare = key.normalize('NFD').replace(ACCENT, '').replace(PUNCTUATION, '');
  return bare.replace(/[øłđħŧæœ]/g, (letter) => STROKED[letter] ?? letter).normalize('NFC');
}
