/**
 * Names that mix Latin, Cyrillic and Greek letters which look alike: "Аdmin" with a Cyrillic А is read as "Admin". Such a name
 * gets the key of the name in one script that it looks like. Names of one script keep theirs, even where all letters have
 * a twin: nobody called Том shall be refused for a Tom (docs/decisions/0009-look-alike-names.md).
 */
import { CAPITAL_TWINS, CYRILLIC_TWINS, GREEK_TWINS } from './twins.ts';

/** `faint` twins look alike only as capitals: н and h. */
type Twin = { readonly letter: string; readonly faint: boolean };

const pairsOf = (twins: string): (readonly [letter: string, latin: string])[] =>
  twins.split(' ').map((pair) => [...pair] as [string, string]);

const toLatin = new Map<string, Twin>(
  [...pairsOf(CYRILLIC_TWINS), ...pairsOf(GREEK_TWINS)].map(([letter, latin]) => [
    letter,
    { letter: latin.toLowerCase(), faint: latin !== latin.toLowerCase() },
  ]),
);
const capitals = new Map(pairsOf(CAPITAL_TWINS));

/** From a Latin letter to its twin; of several, one that looks alike as a small letter, and the first of these. */
function fromLatin(twins: string): ReadonlyMap<string, Twin> {
  const found = new Map<string, Twin>();
  const faint = [...pairsOf(twins), ...pairsOf(CAPITAL_TWINS)].filter(([, latin]) => latin !== latin.toLowerCase());
  for (const [letter, latin] of faint.reverse()) {
    if (twins.includes(letter.toLowerCase()))
      found.set(latin.toLowerCase(), { letter: letter.toLowerCase(), faint: true });
  }
  for (const [letter, latin] of pairsOf(twins).reverse())
    if (latin === latin.toLowerCase()) found.set(latin, { letter, faint: false });
  return found;
}

type Script = { readonly letter: RegExp; readonly twins: ReadonlyMap<string, Twin> | null };
const SCRIPTS: readonly Script[] = [
  { letter: /\p{Script=Latin}/u, twins: null },
  { letter: /\p{Script=Cyrillic}/u, twins: fromLatin(CYRILLIC_TWINS) },
  { letter: /\p{Script=Greek}/u, twins: fromLatin(GREEK_TWINS) },
];

const OTHER = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;

export const isLatin = (text: string): boolean => !OTHER.test(text);

export const mixesScripts = (text: string): boolean =>
  !isLatin(text) && SCRIPTS.filter(({ letter }) => letter.test(text)).length > 1;

type Reading = { readonly text: string; readonly likeness: number };

/**
 * The text in the letters of one script, and how much it looks like that: a point for each letter that is, one less for each
 * faint twin. Null when a letter has no twin there. Letters of any fourth script are left alone.
 */
function readAs({ letter, twins }: Script, text: string): Reading | null {
  let [read, likeness] = ['', 0];
  for (const sign of text) {
    const own = letter.test(sign);
    if (own) likeness += 1;
    if (own || !SCRIPTS.some((script) => script.letter.test(sign))) {
      read += sign;
      continue;
    }
    const latin = toLatin.get(sign) ?? { letter: sign, faint: false };
    const twin = twins === null ? toLatin.get(sign) : twins.get(latin.letter);
    if (twin === undefined) return null;
    if (twin.faint || latin.faint) likeness -= 1;
    read += twin.letter;
  }
  return { text: read, likeness };
}

/** In the script that it looks most like; in Latin where several are as likely. */
function inOneScript(text: string): string | null {
  const readings = SCRIPTS.map((script) => readAs(script, text)).filter((reading) => reading !== null);
  return readings.toSorted((one, other) => other.likeness - one.likeness)[0]?.text ?? null;
}

const WORDS = /[\p{L}\p{M}]+/gu;

/** A word that is in no one script, such as Яndex, in Latin as far as it goes. */
const halfLatin = (word: string): string =>
  mixesScripts(word) ? [...word].map((letter) => toLatin.get(letter)?.letter ?? letter).join('') : word;

/**
 * A folded name as it is read: in one script where its letters allow that, else each word for itself. A text that is read
 * again stays what it is.
 */
export function asRead(folded: string): string {
  if (!mixesScripts(folded)) return folded;
  const text = folded.normalize('NFD');
  const read = inOneScript(text) ?? text.replace(WORDS, (word) => inOneScript(word) ?? halfLatin(word));
  return read.normalize('NFC');
}

/** The name with the capitals replaced of which folding would make a letter that looks different: Ν is an N, ν a v. */
export const withLatinCapitals = (name: string): string =>
  [...name].map((letter) => capitals.get(letter) ?? letter).join('');
