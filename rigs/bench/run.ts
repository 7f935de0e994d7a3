/**
 * `npm run bench -- NAME …`: measures the figures of docs/benchmarks.md. Without a name, all of them.
 */
import { parseArgs } from 'node:util';
import { machine, print, refuseUnknown } from '../rig.ts';
import { bracket } from './bracket.ts';
import { growth } from './growth.ts';
import { live } from './live.ts';
import { memory } from './memory.ts';
import { opening } from './opening.ts';
import { page, pageAgain } from './page.ts';
import { push } from './push.ts';
import { events, home } from './reads.ts';
import { rsvp } from './rsvp.ts';
import { rush } from './rush.ts';
import { start } from './start.ts';

const { positionals: names } = parseArgs({ allowPositionals: true });

const BENCHES: Record<string, () => Promise<void>> = {
  events,
  home,
  rsvp,
  bracket,
  page,
  start,
  opening,
  rush,
  push,
  live,
  growth,
  memory,
  'page-again': pageAgain,
};

refuseUnknown(names, Object.keys(BENCHES));
print(machine());
for (const [name, bench] of Object.entries(BENCHES)) {
  if (names.length === 0 || names.includes(name)) await bench();
}
