/** kill -9 after a message was taken, before and while it is sent: it reaches every phone all the same. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { randomFrom } from '../../random.ts';
import { inFolder, plural, shorten, within } from '../../rig.ts';
import { soundness } from '../checker.ts';
import { addPhones, arrivals, arrived, say, startSender, withPushService } from '../phones.ts';
import type { Options, Scenario } from '../scenario.ts';

const PHONES = 60;
/** What was claimed by who was killed is free after 30 s, and the job itself after 15 s. */
const TAKEN_OVER_MS = 60_000;

const run = ({ rounds, seed, slack }: Options) =>
  inFolder((folder) =>
    withPushService(async (service) => {
      const random = randomFrom(seed);
      const url = `sqlite:${join(folder, 'kill.db')}`;
      let program = await startSender(url);
      const cookie = await addPhones(program.origin, service, PHONES);
      let midway = 0;
      for (let kill = 0; kill < rounds; kill += 1) {
        // The last while phones have what the program does not know to have been sent.
        const isThis = (one: string) => one.endsWith(` message ${kill}`);
        const isLast = kill === rounds - 1;
        service.fault = isLast ? 'unanswered' : null;
        await say(program.origin, cookie, { text: `message ${kill}` });
        // The first between commit and sending; the others in the middle of it, once the job of who was killed is taken over.
        if (kill > 0) await within(TAKEN_OVER_MS * slack, async () => arrivals(service).some(isThis));
        if (kill > 0 && !isLast) await pause(random.between(0, 50));
        await program.kill();
        service.fault = null;
        const sent = new Set(arrivals(service).filter(isThis)).size;
        if (sent > 0 && sent < PHONES) midway += 1;
        program = await startSender(url);
      }
      const took = await arrived(service, rounds * PHONES, TAKEN_OVER_MS * slack);
      const again = await within(TAKEN_OVER_MS * slack, async () => service.pushed.length > rounds * PHONES);
      await program.stop();
      const got = arrivals(service);
      const keys = new Set(service.pushed.map(({ phone, message }) => `${phone} ${message.key}`)).size;
      const different = new Set(got).size;
      const problems = await soundness(url);
      if (took === null) problems.push(`${different} of ${rounds * PHONES} messages arrived`);
      if (again === null) problems.push('no message was sent again: no kill was between sending and noting');
      if (keys !== different)
        problems.push(`${different} messages arrived with ${keys} keys: a phone would show one twice`);
      return {
        figure:
          `${plural(rounds, 'kill')}, ${midway} of them in the middle of sending; all ${different} messages of ${PHONES} phones arrived, ` +
          `${got.length - different} of them again with the same key`,
        problems: shorten(problems),
      };
    }),
  );

export const killPush: Scenario = {
  name: 'kill-push',
  goal: 'kill -9 between commit and send, and in the middle of it: every phone is told, and shows it once',
  short: 2,
  long: 20,
  run,
};
