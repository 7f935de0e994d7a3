/** The push service is away for an hour, of a clock that runs so fast that it takes seconds. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { HOUR } from '#platform/durations.ts';
import type { PushFault } from '#testing/push-receiver.ts';
import { inFolder, plural, shorten } from '../../rig.ts';
import { addPhones, arrivals, arrived, say, startSender, withPushService } from '../phones.ts';
import type { Options, Scenario } from '../scenario.ts';

const FACTOR = 240;
const PHONES = 5;
/** Tries in an hour: with back-off up to five minutes, and one at its end. */
const MOST_TRIES = 20;
const WAYS: readonly PushFault[] = ['500', 'reset', 'garbage', '429'];

const once = (fault: PushFault, slack: number) =>
  inFolder((folder) =>
    withPushService(async (service) => {
      const problems: string[] = [];
      const url = `sqlite:${join(folder, 'away.db')}`;
      const program = await startSender(url, { preload: `faults/fast-clock.ts?factor=${FACTOR}` });
      const { origin } = program;
      const cookie = await addPhones(origin, service, PHONES);
      service.fault = fault;
      const at = await say(origin, cookie, { text: 'long' });
      await say(origin, cookie, { text: 'short', endsAt: new Date(Date.parse(at) + HOUR / 2).toISOString() });
      await pause(HOUR / FACTOR);
      const { asked } = service;
      service.fault = null;
      const took = await arrived(service, PHONES, 10_000 * slack);
      await program.stop();
      const got = arrivals(service);
      if (took === null) problems.push(`after ${fault}, ${got.length} of ${PHONES} phones were told`);
      if (new Set(got).size < got.length) problems.push(`after ${fault}, a phone was told twice`);
      if (got.some((one) => one.endsWith('short'))) problems.push(`after ${fault}, a phone was told what had ended`);
      if (asked > 2 * PHONES * MOST_TRIES) problems.push(`with ${fault}, it asked ${asked} times`);
      if (asked < PHONES) problems.push(`with ${fault}, it asked only ${plural(asked, 'time')}`);
      problems.push(...program.errors);
      return { asked, minutes: ((took ?? 0) * FACTOR) / 60_000, problems };
    }),
  );

async function run({ rounds, slack }: Options) {
  const seen: Awaited<ReturnType<typeof once>>[] = [];
  for (const fault of WAYS.slice(0, rounds)) seen.push(await once(fault, slack));
  const problems = seen.flatMap((one) => one.problems);
  const most = (of: (one: (typeof seen)[number]) => number) => Math.round(Math.max(...seen.map(of)));
  return {
    figure:
      `${plural(seen.length, 'hour')}; at most ${most((one) => one.asked / PHONES)} requests a phone for two messages, told at most ` +
      `${plural(
        most((one) => one.minutes),
        'minute',
      )} after it was back, each once; what had ended was told to nobody`,
    problems: shorten(problems),
  };
}

export const pushAway: Scenario = {
  name: 'push-away',
  goal: 'the push service away for an hour: phones are told once when it is back, unless it has ended',
  short: 1,
  long: WAYS.length,
  run,
};
