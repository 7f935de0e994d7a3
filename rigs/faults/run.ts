/**
 * `npm run faults -- NAME … [--rounds N] [--seed N] [--minutes N]`: the long forms of the faults in
 * docs/reliability.md. Without a name, all of them. After `--minutes` no new round begins.
 */
import { parseArgs } from 'node:util';
import { startPostgres } from '#testing/postgres.ts';
import { brokeOff, HEADING, machine, print, printFinding, refuseUnknown } from '../rig.ts';
import { SCENARIOS } from './scenarios.ts';

const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string' }, seed: { type: 'string' }, minutes: { type: 'string' } },
  allowPositionals: true,
});
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const until = performance.now() + Number(values.minutes ?? Number.POSITIVE_INFINITY) * 60_000;
refuseUnknown(
  positionals,
  SCENARIOS.map(({ name }) => name),
);

/** One after the other, so that none disturbs another's figures. */
print(`seed ${seed}, ${machine()}${HEADING}`);
let failed = 0;
for (const { name, long, run } of SCENARIOS) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const begun = performance.now();
  const options = { rounds: Number(values.rounds ?? long), seed, slack: 1, until, postgres: startPostgres };
  if (!printFinding(name, await run(options).catch(brokeOff), begun)) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);
