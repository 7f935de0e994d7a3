/** Checks comments and test titles: citations lead to a page and heading of this repository, and no unclear phrases. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Phrases that readers had to read twice, with what to write instead. */
const UNCLEAR = [
  [/\bwhoever\b/i, 'name the person or the caller'],
  [/\bheard of\b/i, 'say who logs, sends or shows it'],
  [/\banew\b/i, 'write "again"'],
  [/\bfor ever\b/i, 'name the limit'],
  [/\bis told\b/i, 'say who reports what'],
  [/\b(page|screen) is alive\b/i, 'write "hydrated"'],
  [/\bcontrol twins?\b/i, 'write "control without the guard"'],
];
const OUTSIDE =
  /\bthe spec\b|\bspec(?:ification)? section|\bin the specification|\b(?:issue (?:of|\d+)|goal \d+)\b|\b(?:behaviour|goals) section\b|\.\.\/shared\b/i;
/** A page, and the headings named after it: `docs/security.md "Limits", "Secrets"`. */
const PAGE = /(?<![\w./-])((?:\w[\w-]*\/)*\w[\w-]*\.md)\b((?:,? (?:and )?"[^"]+")*)/g;
/** Migrations are frozen, and these two files hold the phrases themselves. */
const EXEMPT = /^src\/database\/migrations\/|^scripts\/check-words\.(?:test\.)?mjs$/;

/** Comments, and titles of `it(…)`, `describe.skipIf(…)(…)` and `test.each([…])(…)`. */
const PROSE =
  /\/\*[\s\S]*?\*\/|(?<=^\s*|\s)\/\/.*|(?:\b(?:it|test|describe)(?:\.\w+)*|[\])]\))\(\s*(?:'[^']*'|"[^"]*"|`[^`]*`)/gm;

const headings = (root, page) =>
  new Set(
    readFileSync(join(root, page), 'utf8')
      .match(/^#+ .+$/gm)
      ?.map((line) => line.replace(/^#+ /, '')),
  );

/** Returns one sentence for each problem in a file's comments and test titles. */
export const wordProblems = (root, path, text) => {
  if (EXEMPT.test(path)) return [];
  return [...text.matchAll(PROSE)].flatMap(({ 0: found, index }) => {
    const at = `${path}:${text.slice(0, index).split('\n').length}`;
    const prose = found.replace(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' ');
    const unclear = UNCLEAR.filter(([phrase]) => phrase.test(prose)).map(
      ([phrase, instead]) => `${at}: "${prose.match(phrase)[0]}" is unclear; ${instead}`,
    );
    const outside = OUTSIDE.test(prose) ? [`${at}: cites a page outside the repository`] : [];
    const cited = [...prose.matchAll(PAGE)].flatMap(([, page, named]) => {
      if (!existsSync(join(root, page))) return [`${at}: cites ${page}, which the repository does not have`];
      const missing = [...named.matchAll(/"([^"]+)"/g)].filter(([, heading]) => !headings(root, page).has(heading));
      return missing.map(([quoted]) => `${at}: ${page} has no heading ${quoted}`);
    });
    return [...unclear, ...outside, ...cited];
  });
};
