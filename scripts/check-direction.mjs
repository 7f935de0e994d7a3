/**
 * Runs dependency-cruiser's rules (.dependency-cruiser.mjs) over src and adds two checks: every file was read, and no
 * page imports zod at run time, directly or indirectly.
 */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import configuration, { BROWSER } from '../.dependency-cruiser.mjs';
import { report } from './problems.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGE = new RegExp(BROWSER);

/** Files that the cruiser skipped: a check that read nothing must not report success. */
export const unseen = (files, modules) => {
  const seen = new Set(modules.filter((module) => !module.couldNotResolve).map((module) => module.source));
  return files.filter((path) => !seen.has(path)).map((path) => `unseen: ${path} was not read`);
};

/** Returns the import path from a file to zod at run time; null where there is none. */
const wayToZod = (path, modules, known = new Set()) => {
  if (/(^|\/)node_modules\/zod\//.test(path)) return ['zod'];
  if (known.has(path)) return null;
  known.add(path);
  for (const { resolved, dependencyTypes } of modules.get(path)?.dependencies ?? []) {
    const way = dependencyTypes.includes('type-only') ? null : wayToZod(resolved, modules, known);
    if (way !== null) return [path, ...way];
  }
  return null;
};

const pagesWithZod = (modules) => {
  const bySource = new Map(modules.map((module) => [module.source, module]));
  const pages = modules.filter(({ source }) => PAGE.test(source) && !/\.test\.tsx?$/.test(source));
  const ways = pages.map(({ source }) => wayToZod(source, bySource)).filter((way) => way !== null);
  return ways.map((way) => `zod-in-browser: ${way.join(' → ')}`);
};

const sentence = ({ rule: { name }, from, to, cycle }) => {
  const way = cycle ? [from, ...cycle.map((step) => step.name)] : [from, to];
  const { comment } = configuration.forbidden.find((rule) => rule.name === name);
  return `${name}: ${way.join(' → ')}\n    ${comment}`;
};

/** Returns all problems under root/src, one line each, and the number of files checked. */
export const checkDirection = async (root) => {
  const { forbidden, options } = configuration;
  const { enhancedResolveOptions, ...rest } = options;
  const { output } = await cruise(
    ['src'],
    { ...rest, baseDir: root, validate: true, ruleSet: { forbidden } },
    enhancedResolveOptions,
    { tsConfig: extractTSConfig(join(ROOT, 'tsconfig.json')) },
  );
  const { modules, summary } = output;
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).map((path) => path.replaceAll('\\', '/'));
  const problems = [...unseen(files, modules), ...summary.violations.map(sentence), ...pagesWithZod(modules)];
  return { count: files.length, problems };
};

if (process.argv[1] === fileURLToPath(import.meta.url)) report(await checkDirection(ROOT));
