/** Declares the short form of each scenario as a test. */
import { afterAll, it } from 'vitest';
import { postgres } from '#testing/copies.ts';
import { startPostgres } from '#testing/postgres.ts';
import { assertNone } from '../rig.ts';
import { dropDatabasesOn, type Scenario } from './scenario.ts';
import { postgresAway } from './scenarios/postgres-away.ts';

export const SEED = 2025;
const SLACK = 10;

/** All scenarios share the run's PostgreSQL except the one that stops it. */
const shared = async () => {
  const nothing = async () => {};
  const { url } = await postgres();
  return { url, localUrl: url, stop: nothing, halt: nothing, restart: nothing };
};

export function testShortForms(scenarios: readonly Scenario[]): void {
  afterAll(async () => dropDatabasesOn((await postgres()).url));
  it.concurrent.each(scenarios.filter(({ short }) => short > 0))('$goal', { timeout: 300_000 }, async (scenario) => {
    const { problems, figure, notRun } = await scenario.run({
      ...{ rounds: scenario.short, seed: SEED, slack: SLACK, until: Number.POSITIVE_INFINITY },
      postgres: scenario === postgresAway ? startPostgres : shared,
    });
    process.stdout.write(`${scenario.name}: ${notRun === undefined ? figure : `NOT RUN, ${notRun}`}\n`);
    assertNone(problems, scenario.name);
  });
}
