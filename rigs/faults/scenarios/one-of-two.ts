/** Two instances share one PostgreSQL and a rush; one of them is killed during it. */
import { setTimeout as pause } from 'node:timers/promises';
import { addEvent, type Program, startProgram, unlock } from '../../program.ts';
import { type Random, randomFrom } from '../../random.ts';
import { plural, shorten } from '../../rig.ts';
import { settle, startBurst } from '../burst.ts';
import { checkRegistrations, soundness } from '../checker.ts';
import { newLedger } from '../ledger.ts';
import { freshDatabaseOn, type Options, type Scenario } from '../scenario.ts';

const CLIENTS = 20;
/** How long the rush continues with the other instance. */
const AFTERWARDS_MS = 150;

type Seen = { ok: number; sentAgain: number; afterwards: number; problems: string[] };

async function killOne(url: string, left: Program, doomed: Program, random: Random): Promise<Seen> {
  const cookie = await unlock(left.origin);
  const events = [await addEvent(left.origin, cookie, 20), await addEvent(left.origin, cookie, 10_000)];
  const ledger = newLedger();
  const burst = startBurst(ledger, [left.origin, doomed.origin], events, CLIENTS, random);
  await pause(random.between(50, 250));
  await doomed.kill();
  const before = ledger.count('ok');
  await pause(AFTERWARDS_MS);
  burst.stop();
  await burst.over;
  const afterwards = ledger.count('ok') - before;
  const sentAgain = ledger.count('unknown') + ledger.count('unreached');
  const problems = await settle(ledger, left.origin, ledger.entries);
  problems.push(...(await checkRegistrations(url, ledger.entries)));
  if (afterwards === 0) problems.push('the other instance did not go on');
  if (!left.running()) problems.push('the other instance ended too');
  ledger.close();
  return { ok: ledger.count('ok'), sentAgain, afterwards, problems };
}

async function run({ rounds, seed, postgres }: Options) {
  const database = await postgres();
  const url = await freshDatabaseOn(database.url);
  const random = randomFrom(seed);
  const seen: Seen[] = [];
  let left = await startProgram({ databaseUrl: url });
  for (let round = 0; round < rounds; round += 1) {
    const doomed = await startProgram({ databaseUrl: url });
    // Alternates: the instance started last survives.
    seen.push(await killOne(url, doomed, left, random));
    left = doomed;
  }
  const problems = [...seen.flatMap((one) => one.problems), ...(await soundness(url))];
  await left.kill();
  await database.stop();
  const sum = (of: (one: Seen) => number): number => seen.reduce((total, one) => total + of(one), 0);
  return {
    figure:
      `${plural(rounds, 'kill')}; ${sum((one) => one.ok)} registered, ${sum((one) => one.sentAgain)} of them by trying again at the other ` +
      `with the same key, ${sum((one) => one.afterwards)} while it was alone; ${problems.length} lost, doubled or beyond capacity`,
    problems: shorten(problems),
  };
}

export const oneOfTwo: Scenario = {
  name: 'one-of-two',
  goal: 'one of two instances on one PostgreSQL killed: the other continues, nothing is lost',
  short: 1,
  long: 30,
  run,
};
