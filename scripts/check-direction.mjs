/**
 * Runs dependency-cruiser's rules (.dependency-cruiser.mjs) over src and adds two checks: every file was read, and no
 * page imports zod at run time, directly or indirectly.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import configuration, { BROWSER } from '../.dependency-cruiser.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCE = /\.tsx?$/;
const TEST = /\.test\.tsx?$/;

const sourceFiles = (root) =>
  readdirSync(join(root, 'src'), { recursive: true })
    .map((path) => `src/${path.replaceAll('\\', '/')}`)
    .filter((path) => SOURCE.test(path));

const cruiseSources = async (root) => {
  const { enhancedResolveOptions, ...options } = configuration.options;
  const { output } = await cruise(
    ['src'],
    { ...options, baseDir: root, validate: true, ruleSet: { forbidden: configuration.forbidden } },
    enhancedResolveOptions,
    { tsConfig: extractTSConfig(join(ROOT, 'tsconfig.json')) },
  );
  return output;
};

/** Files that the cruiser skipped: a check that read nothing must not report success. */
export const unseen = (files, modules) => {
  const seen = new Set(modules.filter((module) => !module.couldNotResolve).map((module) => module.source));
  return files.filter((path) => !seen.has(path)).map((path) => `unseen: ${path} was not read`);
};

const runTimeImports = (module) => module.dependencies.filter((to) => !to.dependencyTypes.includes('type-only'));

/** Returns the import path from one file to zod at run time; undefined where there is none. */
const wayToZod = (start, modules) => {
  const ways = [[start]];
  const known = new Set([start]);
  for (const way of ways) {
    for (const { resolved } of runTimeImports(modules.get(way.at(-1)) ?? { dependencies: [] })) {
      if (/(^|\/)node_modules\/zod\//.test(resolved)) return [...way, 'zod'];
      if (known.has(resolved)) continue;
      known.add(resolved);
      ways.push([...way, resolved]);
    }
  }
  return undefined;
};

const pagesWithZod = (modules) => {
  const bySource = new Map(modules.map((module) => [module.source, module]));
  return modules
    .filter(({ source }) => new RegExp(BROWSER).test(source) && !TEST.test(source))
    .map(({ source }) => wayToZod(source, bySource))
    .filter((way) => way !== undefined)
    .map((way) => `zod-in-browser: ${way.join(' → ')}`);
};

const sentence = ({ rule, from, to, cycle }, comments) => {
  const way = cycle ? [from, ...cycle.map((step) => step.name)] : [from, to];
  return `${rule.name}: ${way.join(' → ')}\n    ${comments.get(rule.name) ?? ''}`;
};

/** Returns all problems under root/src, one line each, and the number of files checked. */
export const checkDirection = async (root) => {
  const files = sourceFiles(root);
  const { modules, summary } = await cruiseSources(root);
  const comments = new Map(configuration.forbidden.map((rule) => [rule.name, rule.comment]));
  const broken = summary.violations.map((violation) => sentence(violation, comments));
  return { count: files.length, problems: [...unseen(files, modules), ...broken, ...pagesWithZod(modules)] };
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { count, problems } = await checkDirection(ROOT);
  for (const problem of problems) console.log(problem);
  console.log(`${count} files looked at, ${problems.length} wrong imports`);
  process.exitCode = problems.length === 0 && count > 0 ? 0 : 1;
}
