/** What the oldest browsers lack of JavaScript's and the browsers' own functions, by the W3C's list of web features. */
import { type ESTree, parseSync } from 'vite';
import { browsers, features } from 'web-features';
import { OLDEST } from '../vite.config.ts';

const KEY = /^(?<of>javascript\.builtins|api)\.(?<object>[^.]+)(?:\.(?<member>[^.]+?)(?<isStatic>_static)?)?$/;
const GLOBAL_SCOPE = /^Window$|GlobalScope$/;

/** Returns `['Response.json']` for `api.Response.json_static`; of JavaScript's own the list does not say which are static. */
function pathsOf(key: string): string[] {
  const { of, object, member, isStatic } = KEY.exec(key)?.groups ?? {};
  if (object === undefined || member?.endsWith('_event')) return [];
  if (member === undefined || member === object) return [object];
  if (GLOBAL_SCOPE.test(object)) return [member];
  const [onClass, onObjects] = [`${object}.${member}`, `${object}.prototype.${member}`];
  if (of !== 'api') return [onClass, onObjects];
  return [isStatic === undefined ? onObjects : onClass];
}

const isInAll = (support: Readonly<Record<string, string | undefined>>): boolean =>
  Object.keys(browsers).every((browser) => {
    const [, oldest = ''] = Object.entries(OLDEST).find(([name]) => browser.split('_')[0] === name) ?? [];
    const since = support[browser]?.replace('≤', '');
    return since !== undefined && since.localeCompare(oldest, 'en', { numeric: true }) <= 0;
  });

const listed = Object.values(features).flatMap((feature) =>
  feature.kind === 'feature' ? Object.entries(feature.status.by_compat_key ?? {}) : [],
);
const pathsThat = (areInAll: boolean): Set<string> =>
  new Set(listed.flatMap(([key, { support }]) => (isInAll({ ...support }) === areInAll ? pathsOf(key) : [])));
const lastOf = (path: string): string => path.replace(/.*\./, '');

const KNOWN = pathsThat(true);
/** What at least one of the oldest browsers lacks, also where it has it in part: `Map.groupBy`, `Set.prototype.union`. */
export const LACKED: ReadonlySet<string> = pathsThat(false).difference(KNOWN);

const members = [...LACKED].filter((path) => path.includes('.prototype.') && KNOWN.has(path.replace(/\..*/, '')));
/** Methods that nothing else has. An object of a class that is lacked comes from something else that is lacked. */
const METHODS = new Set(members.map(lastOf)).difference(new Set([...KNOWN].map(lastOf)));

type Found = { readonly node: ESTree.Node; readonly isTried: boolean };

const isNode = (value: unknown): value is ESTree.Node => typeof value === 'object' && value !== null && 'type' in value;

/** Collects a node and all in it. */
function collect(node: ESTree.Node, isTried = false, into: Found[] = []): Found[] {
  into.push({ node, isTried });
  for (const [key, value] of Object.entries(node)) {
    const isCaught = node.type === 'TryStatement' && node.handler !== null && key === 'block';
    for (const child of [value].flat()) if (isNode(child)) collect(child, isTried || isCaught, into);
  }
  return into;
}

const nameOf = (node: ESTree.Node): string | undefined => {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'ChainExpression') return nameOf(node.expression);
  if (node.type === 'MemberExpression' && !node.computed) return nameOf(node.property);
  if (node.type === 'TemplateLiteral') return node.quasis[0]?.value.raw;
  return node.type === 'Literal' ? String(node.value) : undefined;
};

const rightmost = (node: ESTree.Node): ESTree.Node =>
  node.type === 'LogicalExpression' ? rightmost(node.right) : node;

/** Returns what is looked for before it is used (`'share' in navigator`, `document.open?.()`), or is the script's own. */
function testedBy(node: ESTree.Node): ESTree.Node[] {
  if (node.type === 'LogicalExpression') return [rightmost(node.left)];
  if (node.type === 'IfStatement' || node.type === 'ConditionalExpression') return [rightmost(node.test)];
  if (node.type === 'UnaryExpression') return [node.argument];
  if (node.type === 'BinaryExpression') return [node.left, node.right];
  if (node.type === 'CallExpression' && node.optional) return [node.callee];
  if (node.type === 'MethodDefinition' || (node.type === 'Property' && !node.shorthand)) return [node.key];
  return node.type === 'AssignmentExpression' ? [node.left] : [];
}

/** Returns the names that a script uses without looking for them although at least one of the oldest browsers lacks them. */
export function lackedIn(code: string): string[] {
  const nodes = collect(parseSync('script.js', code).program);
  const tested = new Set(nodes.flatMap(({ node }) => testedBy(node).map(nameOf)));
  const keys = new Set<ESTree.Node>(
    nodes.flatMap(({ node }) => {
      if (node.type === 'MemberExpression') return node.computed ? [] : [node.property];
      return node.type === 'Property' && !node.shorthand ? [node.key] : [];
    }),
  );
  const used = nodes.flatMap(({ node, isTried }) => {
    if (node.type === 'CallExpression') {
      const isMethod = node.callee.type === 'MemberExpression' && !isTried && METHODS.has(nameOf(node.callee) ?? '');
      return isMethod ? [{ name: nameOf(node.callee), shown: `${nameOf(node.callee)}()` }] : [];
    }
    const name = nameOf(node);
    if (node.type === 'Identifier') return LACKED.has(name ?? '') && !keys.has(node) ? [{ name, shown: name }] : [];
    if (node.type !== 'MemberExpression') return [];
    const shown = `${nameOf(node.object)}.${name}`;
    return LACKED.has(shown) ? [{ name, shown }] : [];
  });
  return [...new Set(used.filter(({ name }) => !tested.has(name)).map(({ shown }) => shown ?? ''))];
}
