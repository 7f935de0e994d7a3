/** `memory`: resident set before, during and after the four days of a rehearsal, without its kill. */
import { setTimeout as pause } from 'node:timers/promises';
import { load } from '../process.ts';
import { play } from '../rehearse/play.ts';
import { openStage } from '../rehearse/stage.ts';
import { FULL } from '../rehearse/timetable.ts';
import { inFolder, median, print, round, whole } from '../rig.ts';

/** The program gives memory back in quiet moments, at most every five seconds. */
const QUIET_MS = 20_000;

export async function memory(): Promise<void> {
  await inFolder(async (folder) => {
    const stage = await openStage({ folder, postgresUrl: null });
    const now = () => stage.memory();
    const idle = now();
    const { record } = await play(stage, { size: FULL, seed: 2025, kills: false });
    await pause(QUIET_MS);
    const after = now();
    await stage.stop();
    const during = (days: readonly number[]): number[] =>
      record.hours.flatMap(({ hour, memory: resident }) => (days.includes(hour.day) ? resident : []));
    const rise = median(during([3, 4])) / median(during([1, 2])) - 1;
    print(
      `memory, a festival of four days in ${record.counts.requests} requests (${load()}): ${whole(idle)} MB at first, ` +
        `largest ${whole(Math.max(...during([0, 1, 2, 3, 4])))} MB (goal ≤ 300), ` +
        `days 3 and 4 ${round(rise * 100, 1)} % above days 1 and 2, ${whole(after)} MB afterwards (goal ≤ 250)`,
    );
  });
}
