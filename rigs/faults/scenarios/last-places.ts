/** Two hundred clients for twenty places, over real connections, on each of the three database setups. */
import { Agent } from 'node:http';
import { join } from 'node:path';
import { addEvent, startProgram, unlock } from '../../program.ts';
import { inFolder, shorten } from '../../rig.ts';
import { registration, settle } from '../burst.ts';
import { checkRegistrations, soundness } from '../checker.ts';
import { newLedger } from '../ledger.ts';
import { freshDatabaseOn, type Options, type Scenario } from '../scenario.ts';

const RUSH = 200;
const PLACES = 20;
const WHOLE_EVERY = 100;

type Seen = { rounds: number; problems: string[] };

async function rounds(url: string, instances: number, count: number, until: number): Promise<Seen> {
  const servers = await Promise.all(Array.from({ length: instances }, () => startProgram({ databaseUrl: url })));
  const origins = servers.map(({ origin }) => origin);
  const agent = new Agent({ keepAlive: true, maxSockets: RUSH });
  const problems: string[] = [];
  let cookie = '';
  let round = 0;
  for (; round < count && performance.now() < until; round += 1) {
    // A session may create a limited number of events a minute; renewed now and then.
    if (round % WHOLE_EVERY === 0) cookie = await unlock(origins[0] ?? '');
    const eventId = await addEvent(origins[0] ?? '', cookie, PLACES);
    const ledger = newLedger();
    await Promise.all(
      Array.from({ length: RUSH }, (_, index) =>
        ledger.send(origins[index % instances] ?? '', { ...registration(eventId), agent }),
      ),
    );
    // Clients that got BUSY retry, as phones do; the places must still add up.
    problems.push(...(await settle(ledger, origins[0] ?? '', ledger.entries, { refusedToo: true })));
    const full = ledger.entries.filter(({ status }) => status === 409).length;
    if (ledger.count('ok') !== PLACES || full !== RUSH - PLACES) {
      problems.push(`round ${round}: ${ledger.count('ok')} got a place, ${full} were told that it is full`);
    }
    problems.push(...(await checkRegistrations(url, ledger.entries)));
    if (round % WHOLE_EVERY === 0) problems.push(...(await soundness(url)));
    ledger.close();
  }
  problems.push(...(await soundness(url)));
  agent.destroy();
  await Promise.all(servers.map((server) => server.kill()));
  return { rounds: round, problems };
}

async function run({ rounds: count, until, postgres }: Options) {
  const database = await postgres();
  // Divides the remaining time between the setups.
  const share = (parts: number) => performance.now() + (until - performance.now()) / parts;
  const seen = [
    await inFolder((folder) => rounds(`sqlite:${join(folder, 'race.db')}`, 1, count, share(3))),
    await rounds(await freshDatabaseOn(database.url), 1, count, share(2)),
    await rounds(await freshDatabaseOn(database.url), 2, count, until),
  ];
  await database.stop();
  const problems = seen.flatMap((one) => one.problems);
  return {
    figure:
      `${RUSH} clients for ${PLACES} places, ${seen.map((one) => one.rounds).join(', ')} rounds on SQLite, on PostgreSQL and on two ` +
      `instances on one PostgreSQL: ${problems.length === 0 ? `exactly ${PLACES} in every round` : `${problems.length} times something else`}`,
    problems: shorten(problems),
  };
}

export const lastPlaces: Scenario = {
  name: 'last-places',
  goal: 'last-place races: exactly 20 in every round, on SQLite, PostgreSQL, and two instances on one PostgreSQL',
  // `npm test` covers this in races.test.ts.
  short: 0,
  long: 1000,
  run,
};
