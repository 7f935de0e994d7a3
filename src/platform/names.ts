const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A right-to-left name in a sentence would tear the time or number beside it apart. */
export const isolated = (name: string): string => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);

/** Code points after cleaning: a single-person emoji counts 1, a family of three 5. */
export const NAME_LIMIT = 60;

/** UTF-16 code units before any processing: Unicode's reordering of marks is quadratic in their number. */
export const INPUT_LIMIT = 500;

export const isTooLong = (input: string): boolean => input.length > INPUT_LIMIT;

/** Lone surrogates, noncharacters, bidi overrides, annotation marks, controls except line ends and tabs. */
const UNWRITABLE =
  /(?!\p{White_Space})[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]/u;

/** The braille blank is not white space in Unicode, but a name of it looks empty. */
const BLANKS = /[\p{White_Space}\u2800]+/gu;

const PICTURE = String.raw`\p{Extended_Pictographic}[\ufe0e\ufe0f]?\p{Emoji_Modifier}?`;
const JOINED = String.raw`${PICTURE}(?:\u200d${PICTURE})*`;
const REGION_FLAG = String.raw`\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}`;
const KEYCAP = String.raw`[0-9#*]\ufe0f\u20e3`;
const EMOJI_OR_INVISIBLE = new RegExp(`(${REGION_FLAG}|${JOINED}|${KEYCAP})|\\p{Default_Ignorable_Code_Point}`, 'gu');

/** Not only white space and invisible characters. */
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

/** The name as stored, or a problem that follows a field's name. Line ends and tabs of pasted tables become spaces. */
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
 * The same in browser, server and both databases: keys are never computed in SQL. No `v` flag, which older phones cannot
 * parse, and only Unicode properties that every engine has. Unique among users: equal for names that differ only by
 * case, width or invisible characters. Idempotent. '' for an input over `INPUT_LIMIT`. A key can be 18 times as long as
 * its name.
 */
export const nameKey = (name: string): string => (isTooLong(name) ? '' : foldedKey(name));

/** No character needs more than 3 rounds (tested); the limit is for engines with other Unicode tables. */
const ROUNDS = 8;

/** Folding can require normalising again and the other way round (ẞ → ß → ss). */
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

/** Upper-cases first: only then ß, ŉ and dotless ı meet their equals. Final sigma becomes sigma. */
function fold(name: string): string {
  const plain = oneSpace(name.normalize('NFKC').replace(INVISIBLE, ''));
  return plain.toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFKC');
}

function oneSpace(text: string): string {
  return text.replace(ASCII.test(text) ? /\s+/g : BLANKS, ' ').trim();
}

/** Marks of any script, with the space where ´ was typed. Vowel signs and kana voicing change the letter and stay. */
const ACCENT = / ?(?![\u3099\u309a])(?=\p{M})\p{Script=Inherited}/gu;
/** Includes the apostrophes that Unicode counts as letters (ʻokina, ŉ) and free-standing accents. */
const MARK = String.raw`[\p{P}\p{Sk}\p{White_Space}\u02b9-\u02bf]`;
/** The first group stays between digits: Table 1-1 is not Table 11, nor Level -1 Level 1. */
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
 * Without accents, punctuation and spaces, for searches and names typed at check-in; between digits these become a
 * minus sign. '' for a name of only those and over `INPUT_LIMIT`: such a name never matches loosely.
 */
export function looseKey(name: string): string {
  return looseKeyOfKey(nameKey(name));
}

export function looseKeyOfKey(key: string): string {
  return withoutAccents(key)
    .replace(MARKS, (_, ofNumber) => (ofNumber === undefined ? '' : '−'))
    .normalize('NFC');
}

/** Spellings that differ in case, accents, punctuation or spaces are one room, but K.1.105 is not K.11.05. */
export const roomKey = (location: string): string => looseKey(location) || location;

/** Unique among accounts: `Rosa-Quint.` and `rosa quint` are one. A name of only signs keeps its name key. */
export const accountKey = (name: string): string => looseKey(name) || nameKey(name);

/** Created once: a new collator per comparison takes seconds for thousands of names. */
let alphabet: Intl.Collator | undefined;

export function compareNames(one: string, other: string): number {
  alphabet ??= new Intl.Collator('en', { numeric: true });
  return alphabet.compare(one, other);
}

const QUOTES = /["'`′‚„\p{Pi}\p{Pf}\u02b9-\u02bf]/gu;

/** "1.1" and "1 1" are "1-1". */
const IN_NUMBER = new RegExp(String.raw`(?<=\p{Nd})${MARK}+(?=\p{Nd})`, 'gu');

/** Without case, accents, strokes, ligatures and apostrophes. */
export const searchKey = (text: string): string =>
  withoutAccents(foldedKey(text))
    .replace(IN_NUMBER, '-')
    .replace(QUOTES, '')
    .replace(/[\p{Pd}\u2212]/gu, '-');

/** Signs that people leave out or type as a space. Not those of "d&d" and "Level -1". */
const SIGN = /(?![-&])[\p{P}\p{Sk}]|(?<=[\p{L}\p{M}])-|-(?!\p{Nd})/gu;
const HYPHENATED = /[\p{L}\p{M}\p{Nd}][-.][\p{L}\p{Nd}]/u;

/** Typed "annemarie" finds "Anne-Marie". */
export function textToSearch(text: string): string {
  const key = searchKey(text);
  const joined = key.split(/\s/).filter((word) => HYPHENATED.test(word));
  return [key, ...joined.map((word) => word.replace(SIGN, ''))].join('\n');
}

/** Typed "annemarie" also finds "Anne Marie". */
export const nameToSearch = (name: string): string => `${searchKey(name)}\n${looseKey(name)}`;

const LETTERS = /^[a-z ]*$/;

/** Most names are plain letters, for which this takes a twentieth of the time. */
export const keyToSearch = (key: string): string =>
  LETTERS.test(key) ? `${key}\n${key.replaceAll(' ', '')}` : `${searchKey(key)}\n${looseKeyOfKey(key)}`;

export const typedWords = (typed: string): string[] => typed.split(BLANKS).map(searchKey).filter(Boolean);

/** Also finds the word without its signs, or with spaces for them. */
export function wordFinder(word: string): (text: string) => boolean {
  const forms = new Set([word, ...['', ' '].map((sign) => word.replace(SIGN, sign).trim())]);
  return (text) => [...forms].some((form) => text.includes(form));
}

/** Every word must occur, in any order. A text of only signs finds all; one over `INPUT_LIMIT` nothing. */
export function finder(typed: string): (text: string) => boolean {
  if (isTooLong(typed)) return () => false;
  const words = typedWords(typed).map(wordFinder);
  return (text) => words.every((isIn) => isIn(text));
}

const ASCII = /^[\0-\x7f]*$/;

/** 'łódź' → 'lodz'. */
function withoutAccents(text: string): string {
  if (ASCII.test(text)) return text;
  const bare = text.normalize('NFD').replace(ACCENT, '');
  return bare.replace(/[øłđħŧæœðþ]/g, (letter) => STROKED[letter] ?? letter).normalize('NFC');
}

/** 'Find a dragon meeple' → 'find-a-dragon-meeple'; '' without a Latin letter or digit. */
export const slugOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, 60)
    .replace(/-$/, '');

/** Adds the slug to `taken`: 'Wave' is wave, then wave-2. */
export function freeSlug(text: string, taken: Set<string | undefined>): string {
  const slug = slugOf(text) || 'mission';
  let id = slug;
  for (let count = 2; taken.has(id); count += 1) id = `${slug}-${count}`;
  taken.add(id);
  return id;
}
