/**
 * `npm run security`: writes the table of docs/security.md from the contracts: every call, who may make it, and what
 * everyone else gets. A test fails while the page differs.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Endpoint } from '#platform/contract.ts';
import { HELPER_ROLES } from '#platform/staff.ts';
import { declaredEndpoints } from '#testing/contracts.ts';
import { promisedRefusal, ruleOf, VISITORS } from '#testing/promises.ts';

const PAGE = fileURLToPath(new URL('../docs/security.md', import.meta.url));

export const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;

const SHOWN = [...VISITORS, ...HELPER_ROLES];

/** For a visitor the thing always belongs to somebody else, for a helper it is in their scope. */
const answersOf = (endpoint: Endpoint): string[] =>
  SHOWN.map((caller) => String(promisedRefusal(ruleOf(endpoint), caller, 'there') ?? '✓'));

export function permissionTable(endpoints: readonly Endpoint[]): string {
  const path = ({ route }: Endpoint) => route.split(' ')[1] ?? '';
  const sorted = endpoints.toSorted(
    (a, b) => path(a).localeCompare(path(b), 'en') || a.route.localeCompare(b.route, 'en'),
  );
  const head = ['call', 'who', ...SHOWN];
  return [
    row(head),
    row(head.map(() => '---')),
    ...sorted.map((endpoint) => row([`\`${endpoint.route}\``, endpoint.who, ...answersOf(endpoint)])),
  ].join('');
}

/** Returns the page with the table of a command replaced. */
export function withTable(page: string, table: string, command = 'security'): string {
  const begin = `<!-- begin: npm run ${command} -->\n`;
  const [before, after] = [page.indexOf(begin) + begin.length, page.indexOf(`<!-- end: npm run ${command} -->`)];
  if (before < begin.length || after < before) throw new Error('docs/security.md has lost the place of its table.');
  return `${page.slice(0, before)}\n${table}\n${page.slice(after)}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const endpoints = await declaredEndpoints();
  const table = permissionTable(endpoints);
  writeFileSync(PAGE, withTable(readFileSync(PAGE, 'utf8'), table));
  console.log(`${table}\n${endpoints.length} calls written to docs/security.md`);
}
