/**
 * `npm run bench -- NAME …`: measures the figures of docs/benchmarks.md. Without a name, all of them.
 */
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { backup } from './backup.ts';
import { bracket } from './bracket.ts';
import { bracketLive } from './bracket-live.ts';
import { costs } from './costs.ts';
import { desk } from './desk.ts';
import { forget } from './forget.ts';
import { growth } from './growth.ts';
import { live } from './live.ts';
import { memory } from './memory.ts';
import { opening } from './opening.ts';
import { page, pageAgain } from './page.ts';
import { parsers } from './parsers.ts';
import { postgres } from './postgres.ts';
import { events, home } from './reads.ts';
import { rsvp } from './rsvp.ts';
import { rush } from './rush.ts';
import { sharedCache } from './shared-cache.ts';
import { start } from './start.ts';

const { positionals: names } = parseArgs({ allowPositionals: true });

const BENCHES: Record<string, () => Promise<void>> = {
  events,
  home,
  rsvp,
  bracket,
  desk,
  page,
  start,
  opening,
  backup,
  parsers,
  forget,
  'shared-cache': sharedCache,
  rush,
  live,
  'bracket-live': bracketLive,
  growth,
  memory,
  'page-again': pageAgain,
  postgres,
  costs,
};

const unknown = names.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  process.stderr.write(`No bench called ${unknown.join(', ')}. There are: ${Object.keys(BENCHES).join(', ')}.\n`);
  process.exit(1);
}
process.stdout.write(
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB\n`,
);
for (const [name, bench] of Object.entries(BENCHES)) {
  if (names.length === 0 || names.includes(name)) await bench();
}
