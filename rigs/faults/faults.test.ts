/** Short forms of the faults, the scenarios of `npm run faults`, and a control for the rig. */
import { afterAll, describe, expect, it } from 'vitest';
import { postgres } from '#testing/copies.ts';
import { startPostgres } from '#testing/postgres.ts';
import { assertNone } from '../rig.ts';
import { dropDatabasesOn, type Scenario } from './scenario.ts';
import { killLiar } from './scenarios/kill-registrations.ts';
import { postgresAway } from './scenarios/postgres-away.ts';
import { SCENARIOS } from './scenarios.ts';

const SEED = 2025;
const MOST_KILLS = 15;
const SLACK = 10;

/** All scenarios share the run's PostgreSQL except the one that stops it. */
const shared = async () => {
  const nothing = async () => {};
  const { url } = await postgres();
  return { url, localUrl: url, stop: nothing, halt: nothing, restart: nothing };
};
afterAll(async () => dropDatabasesOn((await postgres()).url));

const shortForms = SCENARIOS.filter(({ short }) => short > 0);

describe.concurrent('faults', () => {
  it.each(shortForms)('$goal', { timeout: 300_000 }, async (scenario: Scenario) => {
    const { problems, figure, notRun } = await scenario.run({
      ...{ rounds: scenario.short, seed: SEED, slack: SLACK, until: Number.POSITIVE_INFINITY },
      postgres: scenario === postgresAway ? startPostgres : shared,
    });
    process.stdout.write(`${scenario.name}: ${notRun === undefined ? figure : `NOT RUN, ${notRun}`}\n`);
    assertNone(problems, scenario.name);
  });

  it('control: detects a program that answers before it has committed', { timeout: 300_000 }, async () => {
    expect(await killLiar(SEED, MOST_KILLS)).toContainEqual(expect.stringMatching(/^acknowledged but not there: /));
  });
});
