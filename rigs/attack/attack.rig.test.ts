/** Short forms of the attacks against one program with small limits, and their controls against one without guards. */
import { expect, it } from 'vitest';
import type { Limits } from '#platform/server/limits.ts';
import { arePagesBuilt } from '../program.ts';
import { assertNone } from '../rig.ts';
import { problemsIn, problemsOf, type Report, rehearse } from './rehearsal.ts';
import { SCENARIOS } from './scenarios.ts';
import { onStage } from './stage.ts';

const LONGEST_MS = 300_000;
/** Few requests reach these limits. `lateness` is off, because a busy machine is late without an attack. */
const LIMITS = {
  games: 20,
  streams: 30,
  checkInNames: 5,
  lateness: 0,
  newVisitors: { burst: 60, perMinute: 6 },
} satisfies Partial<Limits>;
const PACE = { seconds: 0.3, slack: 30, load: 0.05, rows: 10_000, watchMs: 100, patienceMs: 0 };

/** `npm run rigs` has built the pages already. */
const ATTACKS = SCENARIOS.filter(({ needsPages }) => needsPages !== true || arePagesBuilt());

/** Each scenario has its own address, so that none uses up the budgets of another. */
const attackAll = (lifted: boolean): Promise<Report[]> =>
  onStage({ scenarios: ATTACKS, limits: LIMITS, lifted }, async (at) => {
    const reports: Report[] = [];
    for (const [number, scenario] of ATTACKS.entries()) {
      reports.push(await rehearse(scenario, at(`198.51.100.${number + 1}`), PACE));
    }
    return reports;
  });

it.concurrent('holds off every attack', { timeout: LONGEST_MS }, async () => {
  assertNone((await attackAll(false)).flatMap(problemsOf), 'one hostile phone');
});

it.concurrent('control: every check fails without the guard', { timeout: LONGEST_MS }, async () => {
  const reports = await attackAll(true);
  const unnoticed = ATTACKS.filter(({ guards = [] }, number) => {
    const problems = problemsIn(reports[number]?.found ?? []);
    return problems.length < Math.max(1, guards.length);
  });
  expect(unnoticed.map(({ name }) => name)).toEqual([]);
});

it('does not start a control whose guard is not in its file', { timeout: LONGEST_MS }, async () => {
  const guards = [{ file: 'src/platform/names.ts', guard: 'no such text', without: '' }];
  const stale = ATTACKS.slice(0, 1).map((scenario) => ({ ...scenario, guards }));
  const begun = onStage({ scenarios: stale, lifted: true }, async () => 'started');
  await expect(begun).rejects.toThrow('src/platform/names.ts holds no "no such text"');
});
