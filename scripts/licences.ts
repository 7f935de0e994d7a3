/**
 * `npm run licences`: writes docs/licences.md from the lock file. A test fails while the page differs; `npm run check`
 * checks which licences may ship.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { shipped } from './check-structure.mjs';

const PAGE = fileURLToPath(new URL('../docs/licences.md', import.meta.url));
const LOCK = fileURLToPath(new URL('../package-lock.json', import.meta.url));

type Locked = { name: string; version: string; license?: string; optional?: boolean };

const HEAD = `# Licences of what ships

Written by \`npm run licences\` from package-lock.json: every package that runs at a festival, on the server or in a browser,
with the runtime for each platform. They require only attribution; \`npm run check\` refuses any other licence. Packages that
only developers use are not listed, except one whose base styles are in the stylesheet: Tailwind CSS (MIT).

| licence | packages |
|---|---|
`;

export function licencePage(lock: unknown): string {
  const byLicence = new Map<string, Set<string>>();
  for (const { name, version, license = 'none' } of shipped(lock) as Locked[]) {
    byLicence.set(license, (byLicence.get(license) ?? new Set()).add(`${name} ${version}`));
  }
  const rows = [...byLicence]
    .sort(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([licence, names]) => `| ${licence} | ${[...names].sort((a, b) => a.localeCompare(b, 'en')).join(', ')} |\n`);
  return HEAD + rows.join('');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const page = licencePage(JSON.parse(readFileSync(LOCK, 'utf8')));
  writeFileSync(PAGE, page);
  console.log(page);
}
