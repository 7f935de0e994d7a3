/**
 * Names that mix look-alike Latin, Cyrillic and Greek letters: "Аdmin" with a Cyrillic А is read as "Admin". Such a
 * name gets the key of the single-script name it looks like. A name in one script keeps its own key, even when every
 * letter has a look-alike: Том is not refused because of Tom (docs/decisions/0009-look-alike-names.md).
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

/**
 * Maps Latin letters to twins. A letter with several twins gets the first one that also looks alike as a small letter.
 */
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
 * Returns the text in the letters of one script and a score for the resemblance: one point for each letter of that
 * script, minus one for each faint twin. Null when a letter has no twin there. Leaves letters of other scripts alone.
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

/** Returns the text in the script it resembles most; in Latin on a tie. */
function inOneScript(text: string): string | null {
  const readings = SCRIPTS.map((script) => readAs(script, text)).filter((reading) => reading !== null);
  return readings.toSorted((one, other) => other.likeness - one.likeness)[0]?.text ?? null;
}

const WORDS = /[\p{L}\p{M}]+/gu;

/** Replaces the letters that have a Latin twin in a word that fits no single script, such as Яndex. */
const halfLatin = (word: string): string =>
  mixesScripts(word) ? [...word].map((letter) => toLatin.get(letter)?.letter ?? letter).join('') : word;

/**
 * Returns a folded name as a reader sees it: in one script where its letters allow that, otherwise word by word.
 * Idempotent.
 */
export function asRead(folded: string): string {
  if (!mixesScripts(folded)) return folded;
  const text = folded.normalize('NFD');
  const read = inOneScript(text) ?? text.replace(WORDS, (word) => inOneScript(word) ?? halfLatin(word));
  return read.normalize('NFC');
}

/**
 * Replaces capitals whose small form looks different from the Latin one before folding hides them: Ν looks like N, ν
 * like v.
 */
export const withLatinCapitals = (name: string): string =>
  [...name].map((letter) => capitals.get(letter) ?? letter).join('');
