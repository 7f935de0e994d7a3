/**
 * `npm run rehearse [-- --quick] [--postgres] [--seed N] [--report FILE] [--without commit]`: plays a festival of four days and writes
 * a report. `--without commit` is a control: the program then answers before it has committed, and the verdict must say so.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startPostgres } from '#testing/postgres.ts';
import { freshDatabaseOn } from '../faults/scenario.ts';
import { inFolder, machine, print } from '../rig.ts';
import { play } from './play.ts';
import { reportOf } from './report.ts';
import { openStage } from './stage.ts';
import { FULL, QUICK } from './timetable.ts';
import { isSound, judge } from './verdict.ts';

const { values } = parseArgs({
  options: {
    ...{ quick: { type: 'boolean', default: false }, postgres: { type: 'boolean', default: false } },
    ...{ seed: { type: 'string', default: '2025' }, report: { type: 'string', default: 'rehearsal.md' } },
    without: { type: 'string' },
  },
});
if (values.without !== undefined && values.without !== 'commit') throw new Error('--without knows "commit" only');

async function rehearse(folder: string): Promise<boolean> {
  const size = values.quick ? QUICK : FULL;
  const postgres = values.postgres ? await startPostgres() : null;
  const begun = performance.now();
  const stage = await openStage({
    folder,
    postgresUrl: postgres === null ? null : await freshDatabaseOn(postgres.url),
    preload: values.without === undefined ? undefined : 'faults/lying-server.ts',
  });
  try {
    const played = await play(stage, {
      ...{ size, seed: Number(values.seed), kills: true },
      onHour: ({ hours, counts }) => {
        const { hour, places, waiting } = hours.at(-1) ?? hours[0] ?? { hour: { name: '' }, places: 0, waiting: 0 };
        print(`${hour.name.padEnd(10)} ${places} places, ${waiting} waiting, ${counts.requests} requests`);
      },
    });
    await stage.stop();
    const checks = await judge(played, stage.url, stage.errors());
    const seconds = (performance.now() - begun) / 1000;
    const database = values.postgres ? 'PostgreSQL, two instances' : 'SQLite';
    writeFileSync(
      values.report,
      reportOf(played, checks, { seconds, machine: `${machine()}, ${database}, seed ${values.seed}` }),
    );
    for (const { says, problems } of checks) {
      print(`${problems.length === 0 ? 'ok   ' : 'FAIL '} ${says}`);
      for (const problem of problems) print(`      ${problem}`);
    }
    print(`${isSound(checks) ? 'sound' : 'NOT SOUND'}, after ${Math.round(seconds)} s; report: ${values.report}`);
    return isSound(checks);
  } finally {
    await stage.stop();
    await postgres?.stop();
  }
}

process.exit((await inFolder(rehearse)) ? 0 : 1);
