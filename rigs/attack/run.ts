/**
 * `npm run attack -- NAME … [--seconds N] [--rows N] [--lifted]`: attacks its own program on loopback, each scenario on
 * a fresh sample festival, and prints a well-behaved phone's times. Lists the scenarios without a name; `all` runs every
 * one.
 */
import { parseArgs } from 'node:util';
import { machine, print, refuseUnknown } from '../rig.ts';
import { problemsOf, rehearse } from './rehearsal.ts';
import { SCENARIOS } from './scenarios.ts';
import { onStage } from './stage.ts';
import { printed } from './table.ts';

const WATCH_MS = 2000;
const MEMORY_PATIENCE_MS = 60_000;
const ROWS = 27_000;
/** Fewer than by default: one attacking process has too few ports for more. */
const STREAMS = 5000;
const ADDRESS = '198.51.100.7';

const { values, positionals } = parseArgs({
  options: { seconds: { type: 'string' }, rows: { type: 'string' }, lifted: { type: 'boolean' } },
  allowPositionals: true,
});
const names = SCENARIOS.map(({ name }) => name);
if (positionals.length === 0) print(`Name one or more: all, ${names.join(', ')}.`);
if (positionals.length === 0) process.exit(1);
refuseUnknown(positionals, ['all', ...names]);
print(machine());
const problems: string[] = [];
for (const scenario of SCENARIOS) {
  if (!positionals.includes('all') && !positionals.includes(scenario.name)) continue;
  const pace = {
    seconds: Number(values.seconds ?? scenario.seconds),
    slack: 1,
    load: 1,
    rows: Number(values.rows ?? ROWS),
  };
  const wanted = { scenarios: [scenario], limits: { streams: STREAMS }, lifted: values.lifted === true };
  const report = await onStage(wanted, (at) =>
    rehearse(scenario, at(ADDRESS), { ...pace, watchMs: WATCH_MS, patienceMs: MEMORY_PATIENCE_MS }),
  );
  print(printed(report));
  problems.push(...problemsOf(report));
}
print(problems.length === 0 ? '\nAll held.' : `\n${problems.length} FAILED:\n  ${problems.join('\n  ')}`);
process.exit(problems.length === 0 ? 0 : 1);
