/**
 * `node scripts/twins.ts confusables.txt`: writes src/platform/twins.ts, the letters of Cyrillic and Greek that look like Latin
 * ones, from Unicode's list of confusables (UTS #39): https://www.unicode.org/Public/17.0.0/security/confusables.txt.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const TABLE = fileURLToPath(new URL('../src/platform/twins.ts', import.meta.url));
const LATIN = [...'abcdefghijklmnopqrstuvwxyz'];
const LAST_LETTER = 0x1ffff;

const lettersOf = (codes: string): string =>
  String.fromCodePoint(...codes.split(' ').map((code) => Number.parseInt(code, 16)));

/** Returns a function that gives a character's prototype: characters with equal prototypes look alike. */
function prototypesIn(list: string): (character: string) => string {
  const found = list.matchAll(/^([0-9A-F]+) ;\t([0-9A-F ]+) ;\tMA/gm);
  const prototypes = new Map([...found].map(([, from = '', to = '']) => [lettersOf(from), lettersOf(to)]));
  return (character) => prototypes.get(character) ?? character;
}

type Pair = readonly [letter: string, latin: string];

/**
 * Small letters with their Latin twins; a twin is a capital where only the capitals look alike. Where both look alike
 * but differ, the capitals are in `capitals`.
 */
function twinsOf(script: RegExp, prototype: (character: string) => string): { small: Pair[]; capitals: Pair[] } {
  const small: Pair[] = [];
  const capitals: Pair[] = [];
  for (let code = 0x80; code <= LAST_LETTER; code++) {
    const letter = String.fromCodePoint(code);
    const capital = letter.toUpperCase();
    const isKept = letter.normalize('NFKC').toLowerCase() === letter && capital.toLowerCase() === letter;
    // Keys contain no capitals and nothing that normalising changes.
    if (!script.test(letter) || !/\p{L}/u.test(letter) || !isKept) continue;
    const own = LATIN.find((latin) => prototype(latin) === prototype(letter));
    const ofCapital = LATIN.map((latin) => latin.toUpperCase()).find(
      (latin) => prototype(latin) === prototype(capital),
    );
    // The capital soft sign looks like a small b.
    const twin = own ?? ofCapital ?? LATIN.find((latin) => prototype(latin) === prototype(capital))?.toUpperCase();
    if (twin !== undefined) small.push([letter, twin]);
    if (own !== undefined && ofCapital !== undefined && own !== ofCapital.toLowerCase())
      capitals.push([capital, ofCapital]);
  }
  return { small, capitals };
}

const [path] = process.argv.slice(2);
if (path === undefined) throw new Error('Name the confusables.txt to read.');
const list = readFileSync(path, 'utf8');
const version = /^# Version: (\S+)$/m.exec(list)?.[1];
if (version === undefined) throw new Error(`${path} is not Unicode's confusables.txt.`);
const prototype = prototypesIn(list);
const cyrillic = twinsOf(/^\p{Script=Cyrillic}$/u, prototype);
const greek = twinsOf(/^\p{Script=Greek}$/u, prototype);
const written = (pairs: readonly Pair[]): string => `'${pairs.map((pair) => pair.join('')).join(' ')}'`;
writeFileSync(
  TABLE,
  `/**
 * Letters that look like Latin ones, each before its twin, which is capital where only the capitals look alike. Written by scripts/twins.ts from confusables.txt, Unicode ${version}
 * (UTS #39), © Unicode, Inc., under the Unicode License v3: https://www.unicode.org/license.txt
 */
export const CYRILLIC_TWINS = ${written(cyrillic.small)};
export const GREEK_TWINS = ${written(greek.small)};
/** Capitals that look like a different Latin letter than their small form does. */
export const CAPITAL_TWINS = ${written([...cyrillic.capitals, ...greek.capitals])};
`,
);
