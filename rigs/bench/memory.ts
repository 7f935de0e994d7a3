/** `memory`: resident set under the load of a festival day, for `--minutes` (10). */
import { setTimeout as pause } from 'node:timers/promises';
import { load, memoryOf } from './cost.ts';
import { registerAtRate } from './load.ts';
import { compared, median, print, round, startFestival, whole } from './program.ts';
import { openScreens } from './screens.ts';

const SCREENS = 500;
const REGISTRATIONS_PER_SECOND = 5;
const READS_PER_SECOND = 50;
const PATHS = ['/', '/api/events', '/scoreboard', '/api/users', '/library', '/api/festival', '/missions'];
const SAMPLE_MS = 1000;
const WARM_UP = 0.2;

/** Reads pages and lists in turn, as visitors who open the app. */
function readAtRate(origin: string): () => void {
  let count = 0;
  const timer = setInterval(() => {
    const path = PATHS[count++ % PATHS.length] ?? '/';
    void fetch(origin + path, { headers: { 'accept-encoding': 'br' } })
      .then((response) => response.arrayBuffer())
      .catch(() => undefined);
  }, 1000 / READS_PER_SECOND);
  return () => clearInterval(timer);
}

export async function memory(minutes = 10): Promise<void> {
  const { origin, pid, eventIds, stop } = await startFestival({ events: 60, users: 1000 });
  const idle = memoryOf(pid);
  const screens = await openScreens(origin, SCREENS, 'events');
  const stopReading = readAtRate(origin);
  const registering = registerAtRate(origin, eventIds.slice(-16), REGISTRATIONS_PER_SECOND);
  const samples: number[] = [];
  const until = performance.now() + minutes * 60_000;
  while (performance.now() < until) {
    await pause(SAMPLE_MS);
    samples.push(memoryOf(pid));
  }
  stopReading();
  const made = await registering.stop();
  screens.close();
  await stop();
  const warm = samples.slice(Math.floor(samples.length * WARM_UP));
  const half = Math.floor(warm.length / 2);
  const rise = median(warm.slice(half)) / median(warm.slice(0, half)) - 1;
  print(
    `memory, ${minutes} minutes, ${SCREENS} screens, ${READS_PER_SECOND} reads and ${REGISTRATIONS_PER_SECOND} registrations a ` +
      `second (${made.length} in all, ${load()}): ${whole(idle)} MB at first, ` +
      `${compared(`largest ${whole(Math.max(...warm))} MB`, '178 idle', '≤ 250')}, ` +
      `${compared(`second half ${round(rise * 100, 1)} % above the first`, '–', '≤ 10 %')}`,
  );
}
