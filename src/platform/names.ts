const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A name or title for a sentence: where it is written from right to left, it would tear the time or number beside it apart. */
export const isolated = (name: string): string => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);

/**
 * Cleaning of names and their keys, the same in the browser, on the server and for both databases: keys are computed
 * here and never in SQL. Uses only Unicode properties that every engine knows, and no `v` flag, which older phones
 * cannot parse.
 */

/** Code points after cleaning: a single-person emoji counts 1, a family of three counts 5. */
export const NAME_LIMIT = 60;

/**
 * UTF-16 code units of a name or search before any processing: Unicode's reordering of marks is quadratic in their
 * number.
 */
export const INPUT_LIMIT = 500;

export const isTooLong = (input: string): boolean => input.length > INPUT_LIMIT;

/** Lone surrogates, noncharacters, bidi overrides and isolates, annotation marks; controls but for line ends and tabs. */
const UNWRITABLE =
  /(?!\p{White_Space})[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]/u;

/** The braille blank is not white space in Unicode, but makes a name look empty. */
const BLANKS = /[\p{White_Space}\u2800]+/gu;

const PICTURE = String.raw`\p{Extended_Pictographic}[\ufe0e\ufe0f]?\p{Emoji_Modifier}?`;
const JOINED = String.raw`${PICTURE}(?:\u200d${PICTURE})*`;
const REGION_FLAG = String.raw`\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}`;
const KEYCAP = String.raw`[0-9#*]\ufe0f\u20e3`;
/** A whole emoji, or one invisible character outside an emoji. */
const EMOJI_OR_INVISIBLE = new RegExp(`(${REGION_FLAG}|${JOINED}|${KEYCAP})|\\p{Default_Ignorable_Code_Point}`, 'gu');

/** Returns whether a text shows anything: it is not only white space and invisible characters. */
export const isVisible = (text: string): boolean =>
  /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);

/** Accents and other marks need a character to stand on. */
const HAS_BASE = /[^\p{Mark}\p{White_Space}]/u;

/** "Аdmin" with a Cyrillic А would be read as "Admin" (docs/decisions/0009-look-alike-names.md). */
const mixesAlphabets = (name: string): boolean =>
  NOT_LATIN.test(name) &&
  (name.match(/\p{L}[\p{L}\p{M}]*/gu) ?? []).some((word) => /\p{Script=Latin}/u.test(word) && NOT_LATIN.test(word));
const NOT_LATIN = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;

const TOO_LONG = `is longer than ${NAME_LIMIT} characters`;

/**
 * Returns the name as stored and shown, or what is wrong with it as a phrase that follows a field's name. Line ends and
 * tabs count as spaces, because names pasted from a table bring them; other control characters are refused.
 */
export function cleanName(raw: string): { name: string } | { problem: string } {
  if (isTooLong(raw)) return { problem: TOO_LONG };
  if (UNWRITABLE.test(raw)) return { problem: 'holds characters that cannot be shown' };
  const name = oneSpace(raw.replace(EMOJI_OR_INVISIBLE, '$1').normalize('NFC'));
  if (nameKey(name) === '' || !HAS_BASE.test(name)) return { problem: 'is missing' };
  if (mixesAlphabets(name)) return { problem: 'mixes letters of two alphabets in one word' };
  if ([...name].length > NAME_LIMIT) return { problem: TOO_LONG };
  return { name };
}

/**
 * Returns the key that is unique among users: equal for names that differ only by case, width or invisible characters.
 * Idempotent. Returns '' for an input over `INPUT_LIMIT`, which no name has as its key. A key can be 18 times as long as its name.
 */
export const nameKey = (name: string): string => (isTooLong(name) ? '' : foldedKey(name));

/**
 * No character needs more than 3 rounds (see the test). The limit stops the loop if an engine's Unicode tables differ.
 */
const ROUNDS = 8;

/**
 * Repeats until nothing changes, because folding can require normalising again and the other way round (ẞ → ß → ss).
 */
function foldedKey(name: string): string {
  if (ASCII.test(name)) return oneSpace(name).toLowerCase();
  let key = name;
  for (let round = 0; round < ROUNDS; round++) {
    const folded = fold(key);
    if (folded === key) break;
    key = folded;
  }
  return key;
}

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/** Upper-cases first, because ß, ŉ and dotless ı only then meet their equals; final sigma becomes sigma. */
function fold(name: string): string {
  const plain = oneSpace(name.normalize('NFKC').replace(INVISIBLE, ''));
  return plain.toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFKC');
}

function oneSpace(text: string): string {
  return text.replace(ASCII.test(text) ? /\s+/g : BLANKS, ' ').trim();
}

/** Marks that sit on letters of any script, or on a space where ´ was typed. Vowel signs and kana voicing change the letter, so they stay. */
const ACCENT = / ?(?![\u3099\u309a])(?=\p{M})\p{Script=Inherited}/gu;
/** Includes the apostrophes that Unicode counts as letters (ʻokina, ŉ) and free-standing accents. */
const MARK = String.raw`[\p{P}\p{Sk}\p{White_Space}\u02b9-\u02bf]`;
/** The first group is what numbers need: Table 1-1 is not Table 11, nor Level -1 Level 1. */
const MARKS = new RegExp(String.raw`((?<=\p{Nd})${MARK}+(?=\p{Nd})|(?<=^| )\p{Pd}(?=\p{Nd}))|${MARK}`, 'gu');
const STROKED: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  æ: 'ae',
  œ: 'oe',
};

/**
 * Returns the key without accents, punctuation and spaces, for searches and for check-in, where people type their name
 * again. Between digits any of these is a minus sign. Returns '' for a name of only those and for an input over
 * `INPUT_LIMIT`; such a name never matches loosely.
 */
export function looseKey(name: string): string {
  return looseKeyOfKey(nameKey(name));
}

/** Returns the loose key of a name whose key is known. */
export function looseKeyOfKey(key: string): string {
  return withoutAccents(key)
    .replace(MARKS, (_, ofNumber) => (ofNumber === undefined ? '' : '−'))
    .normalize('NFC');
}

/** Returns the key of a room's name. Spellings that differ in case, accents, punctuation or spaces are one room, but K.1.105 is not K.11.05. */
export const roomKey = (location: string): string => looseKey(location) || location;

/** Returns the key that is unique among accounts: `Rosa-Quint.` and `rosa quint` are one. A name of only signs keeps its name key. */
export const accountKey = (name: string): string => looseKey(name) || nameKey(name);

/** Created once, when it is needed: a new collator per comparison takes seconds for thousands of names. */
let alphabet: Intl.Collator | undefined;

/** Compares two names for a list of people: by letters first, then by accents and case. */
export function compareNames(one: string, other: string): number {
  alphabet ??= new Intl.Collator('en', { numeric: true });
  return alphabet.compare(one, other);
}

/** Within and around words, in every keyboard's spelling. */
const QUOTES = /["'`′‚„\p{Pi}\p{Pf}\u02b9-\u02bf]/gu;

/** "1.1" and "1 1" are "1-1". */
const IN_NUMBER = new RegExp(String.raw`(?<=\p{Nd})${MARK}+(?=\p{Nd})`, 'gu');

/** Returns a text as every search compares it: without case, accents, strokes, ligatures and apostrophes. */
export const searchKey = (text: string): string =>
  withoutAccents(foldedKey(text))
    .replace(IN_NUMBER, '-')
    .replace(QUOTES, '')
    .replace(/[\p{Pd}\u2212]/gu, '-');

/** Signs that people leave out, or type in place of a space. Not those of "d&d" and "Level -1". */
const SIGN = /(?![-&])[\p{P}\p{Sk}]|(?<=[\p{L}\p{M}])-|-(?!\p{Nd})/gu;
const HYPHENATED = /[\p{L}\p{M}\p{Nd}][-.][\p{L}\p{Nd}]/u;

/** Returns what `finder` looks for typed words in: "annemarie" finds "Anne-Marie". */
export function textToSearch(text: string): string {
  const key = searchKey(text);
  const joined = key.split(/\s/).filter((word) => HYPHENATED.test(word));
  return [key, ...joined.map((word) => word.replace(SIGN, ''))].join('\n');
}

/** Returns what `finder` looks for typed words in, of a person's name: "annemarie" finds "Anne Marie" too. */
export const nameToSearch = (name: string): string => `${searchKey(name)}\n${looseKey(name)}`;

const LETTERS = /^[a-z ]*$/;

/** Returns the same of a name whose key is known. Most names are plain letters, which take a twentieth of the time. */
export const keyToSearch = (key: string): string =>
  LETTERS.test(key) ? `${key}\n${key.replaceAll(' ', '')}` : `${searchKey(key)}\n${looseKeyOfKey(key)}`;

/** Returns the typed words as `searchKey` folds them. */
export const typedWords = (typed: string): string[] => typed.split(BLANKS).map(searchKey).filter(Boolean);

/** Returns a test for texts to search in which a typed word occurs, also without its signs or with spaces for them. */
export function wordFinder(word: string): (text: string) => boolean {
  const forms = new Set([word, ...['', ' '].map((sign) => word.replace(SIGN, sign).trim())]);
  return (text) => [...forms].some((form) => text.includes(form));
}

/**
 * Returns a test for texts to search in which every typed word occurs, in any order. An empty text, or one of signs alone,
 * finds all; one over `INPUT_LIMIT` nothing.
 */
export function finder(typed: string): (text: string) => boolean {
  if (isTooLong(typed)) return () => false;
  const words = typedWords(typed).map(wordFinder);
  return (text) => words.every((isIn) => isIn(text));
}

const ASCII = /^[\0-\x7f]*$/;

/** Returns a lower-case text without accents and with plain letters for stroked ones. */
function withoutAccents(text: string): string {
  if (ASCII.test(text)) return text;
  const bare = text.normalize('NFD').replace(ACCENT, '');
  return bare.replace(/[øłđħŧæœðþ]/g, (letter) => STROKED[letter] ?? letter).normalize('NFC');
}

/** Returns a text as part of an id: 'Find a dragon meeple' is find-a-dragon-meeple. Empty when it has no Latin letter or digit. */
export const slugOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, 60)
    .replace(/-$/, '');

/** Returns the slug of a mission's task that none of `taken` is, and adds it to them: 'Wave' is wave, then wave-2. */
export function freeSlug(text: string, taken: Set<string | undefined>): string {
  const slug = slugOf(text) || 'mission';
  let id = slug;
  for (let count = 2; taken.has(id); count += 1) id = `${slug}-${count}`;
  taken.add(id);
  return id;
}
