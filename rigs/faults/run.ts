/**
 * `npm run faults -- NAME … [--rounds N] [--seed N] [--minutes N]`: the long forms of the faults in
 * docs/reliability.md. Without a name, all of them. After `--minutes` no new round begins.
 */
import { parseArgs } from 'node:util';
import { startPostgres } from '#testing/postgres.ts';
import { type Finding, machine } from '../rig.ts';
import type { Scenario } from './scenario.ts';
import { SCENARIOS } from './scenarios.ts';

const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string' }, seed: { type: 'string' }, minutes: { type: 'string' } },
  allowPositionals: true,
});
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const until = performance.now() + Number(values.minutes ?? Number.POSITIVE_INFINITY) * 60_000;
const unknown = positionals.filter((name) => !SCENARIOS.some((scenario) => scenario.name === name));
if (unknown.length > 0) {
  const names = SCENARIOS.map(({ name }) => name).join(', ');
  process.stderr.write(`No fault called ${unknown.join(', ')}. There are: ${names}.\n`);
  process.exit(1);
}

const tell = (line: string): void => void process.stdout.write(`${line}\n`);

async function tryOut(scenario: Scenario): Promise<Finding> {
  const rounds = Number(values.rounds ?? scenario.long);
  const begun = performance.now();
  const finding = await scenario
    .run({ rounds, seed, slack: 1, until, postgres: startPostgres })
    .catch((error: Error) => ({ figure: 'broke off', problems: [error.stack ?? String(error)] }) as Finding);
  const seconds = Math.round((performance.now() - begun) / 1000);
  const verdict = finding.notRun !== undefined ? 'NOT RUN' : finding.problems.length === 0 ? 'passed' : 'FAILED';
  tell(`| ${scenario.name} | ${verdict} | ${finding.notRun ?? finding.figure} | ${seconds} s |`);
  for (const problem of finding.problems) tell(`    ${problem}`);
  return finding;
}

/** One after the other, so that none disturbs another's figures. */
tell(`seed ${seed}, ${machine()}`);
tell('\n| fault | verdict | seen | took |\n|---|---|---|---|');
let failed = 0;
for (const scenario of SCENARIOS) {
  if (positionals.length > 0 && !positionals.includes(scenario.name)) continue;
  if ((await tryOut(scenario)).problems.length > 0) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);
