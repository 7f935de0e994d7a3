/** Checks the documents: links and pictures lead to a file and heading, each picture is used, and the guide's labels are on the screens. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { report } from './problems.mjs';

const PICTURES = 'docs/pictures';
const GUIDE = 'docs/organising.md';
const CODE_BLOCK = /^(```|~~~)[\s\S]*?^\1|`[^`\n]*`/gm;
const LINK = /\]\(([^)\s]+)\)|<(?:img|source)\b[^>]*?\b(?:src|srcset)="([^"]+)"/g;
const LABEL = /\*\*([^*]+)\*\*/g;
/** What the screens fill in. */
const FILLED = /\d+|…/;

const documents = (root) => [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(root, 'docs'), { recursive: true })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.replaceAll('\\', '/')}`),
];

/** As GitHub makes them. */
const anchors = (text) =>
  new Set(
    (text.replace(/^```[\s\S]*?^```/gm, '').match(/^#+ .+$/gm) ?? []).map((line) =>
      line
        .replace(/^#+ /, '')
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );

const linkProblem = (root, page, link) => {
  if (/^[a-z]+:/.test(link)) return null;
  const [path = '', anchor] = link.split('#');
  const file = path === '' ? page : posix.join(dirname(page), path);
  if (!existsSync(join(root, file))) return `${page}: leads to ${link}, which is not there`;
  if (!anchor || anchors(readFileSync(join(root, file), 'utf8')).has(anchor)) return null;
  return `${page}: ${file} has no heading for #${anchor}`;
};

const linksOf = (text) =>
  [...text.replace(CODE_BLOCK, '').matchAll(LINK)].map(([, markdown, html]) => markdown ?? html ?? '');

const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/g;
const STRING = /'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g;
const BETWEEN_TAGS = /[>}]([^<>{}]+)(?=[<{])/g;
const textsOf = (source) =>
  [STRING, BETWEEN_TAGS].flatMap((pattern) =>
    [...source.replace(COMMENT, '').matchAll(pattern)].map((found) =>
      (found.slice(1).find((text) => text !== undefined) ?? '').replace(/\s+/g, ' ').trim(),
    ),
  );

const screens = (root) =>
  readdirSync(join(root, 'src'), { recursive: true })
    .filter((name) => /\bweb\b.*\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => textsOf(readFileSync(join(root, 'src', name), 'utf8')));

/** Returns whether a screen has the label as it is; or, where it fills something in, what is beside it. */
const isOnScreen = (label, texts) => {
  const parts = label.split(FILLED).flatMap((part) => part.trim() || []);
  return FILLED.test(label) ? parts.every((part) => texts.some((text) => text.includes(part))) : texts.includes(label);
};

const labelProblems = (root) => {
  if (!existsSync(join(root, GUIDE))) return [];
  const all = screens(root);
  const labels = [...readFileSync(join(root, GUIDE), 'utf8').matchAll(LABEL)].map(([, label = '']) =>
    label.replace(/\s+/g, ' '),
  );
  return [...new Set(labels)]
    .filter((label) => !all.some((texts) => isOnScreen(label, texts)))
    .map((label) => `${GUIDE}: no screen says "${label}"`);
};

const linksIn = (root) =>
  documents(root).flatMap((page) => linksOf(readFileSync(join(root, page), 'utf8')).map((link) => ({ page, link })));

/** Returns one sentence for each link that leads nowhere in the tree at `root`. */
export const brokenLinks = (root) => linksIn(root).flatMap(({ page, link }) => linkProblem(root, page, link) ?? []);

/** Returns one sentence for each problem in the documents of the tree at `root`. */
export const documentProblems = (root) => {
  const used = new Set(linksIn(root).map(({ page, link }) => posix.join(dirname(page), link)));
  const pictures = existsSync(join(root, PICTURES)) ? readdirSync(join(root, PICTURES)) : [];
  return [
    ...brokenLinks(root),
    ...pictures
      .filter((name) => !used.has(`${PICTURES}/${name}`))
      .map((name) => `${PICTURES}/${name}: no document shows it`),
    ...labelProblems(root),
  ];
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  report({ count: documents(root).length, problems: documentProblems(root) });
}
