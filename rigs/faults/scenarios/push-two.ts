/** Two instances on one PostgreSQL take messages at the same time: each phone gets each of them once. */
import { setTimeout as pause } from 'node:timers/promises';
import { plural, shorten } from '../../rig.ts';
import { addPhones, arrivals, arrived, say, startSender, withPushService } from '../phones.ts';
import { freshDatabaseOn, type Options, type Scenario } from '../scenario.ts';

const PHONES = 40;
/** How long a second one might take to come. */
const AFTERWARDS_MS = 2000;

const run = ({ rounds, slack, postgres }: Options) =>
  withPushService(async (service) => {
    const database = await postgres();
    const url = await freshDatabaseOn(database.url);
    const instances = [await startSender(url), await startSender(url)];
    const cookie = await addPhones(instances[0]?.origin ?? '', service, PHONES);
    for (let round = 0; round < rounds; round += 1)
      await Promise.all(
        instances.map(({ origin }, index) => say(origin, cookie, { text: `message ${round} of ${index}` })),
      );
    const all = rounds * instances.length * PHONES;
    const took = await arrived(service, all, 30_000 * slack);
    await pause(AFTERWARDS_MS);
    for (const instance of instances) await instance.stop();
    await database.stop();
    const got = arrivals(service);
    const problems: string[] = [];
    if (took === null) problems.push(`${new Set(got).size} of ${all} messages arrived`);
    if (got.length > new Set(got).size) problems.push(`${got.length - new Set(got).size} messages arrived twice`);
    return {
      figure: `${plural(rounds * instances.length, 'message')} written at two instances to ${PHONES} phones: ${got.length} arrived, each once`,
      problems: shorten(problems),
    };
  });

export const pushTwo: Scenario = {
  name: 'push-two',
  goal: 'two instances on one PostgreSQL: each phone gets each message once',
  short: 2,
  long: 20,
  run,
};
