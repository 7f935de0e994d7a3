/** kill -9 during a rush of registrations, again and again, on the same files. */

import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { addEvent, type Program, startProgram, unlock } from '../../program.ts';
import { type Random, randomFrom } from '../../random.ts';
import { inFolder, plural, shorten } from '../../rig.ts';
import { settle, startBurst } from '../burst.ts';
import { checkRegistrations, soundness } from '../checker.ts';
import { type Ledger, newLedger } from '../ledger.ts';
import type { Options, Scenario } from '../scenario.ts';

const CLIENTS = 40;
/** One event that fills up in the rush and one that does not. */
const CAPACITIES = [20, 2000];
/** Checks the whole database every so many rounds; each round's own rows always. */
const WHOLE_EVERY = 10;
/** Databases that are killed concurrently. */
const LANES = 2;

type Lane = { url: string; preload: string | undefined; random: Random; kills: number };
type Tally = { kills: number; midway: number; ok: number; refused: number; repeated: number; problems: string[] };

/** One kill: a rush, the kill, a restart, the phones' retries, and a check of the rows. */
async function killOnce(lane: Lane, server: Program, cookie: string, tally: Tally): Promise<Program> {
  const events = [];
  for (const capacity of CAPACITIES) events.push(await addEvent(server.origin, cookie, capacity));
  const ledger = newLedger();
  const burst = startBurst(ledger, [server.origin], events, CLIENTS, lane.random);
  await pause(lane.random.between(15, 150));
  await server.kill();
  await burst.over;
  const next = await startProgram({ databaseUrl: lane.url, ...(lane.preload && { preload: lane.preload }) });
  await judge(lane, ledger, next.origin, tally);
  ledger.close();
  return next;
}

async function judge(lane: Lane, ledger: Ledger, origin: string, tally: Tally): Promise<void> {
  const open = ledger.count('unknown');
  tally.kills += 1;
  if (open > 0) tally.midway += 1;
  tally.repeated += open;
  // Checked after the kill and again after the retries.
  tally.problems.push(...(await checkRegistrations(lane.url, ledger.entries)));
  tally.problems.push(...(await settle(ledger, origin, ledger.entries)));
  tally.problems.push(...(await checkRegistrations(lane.url, ledger.entries)));
  if (tally.kills % WHOLE_EVERY === 0) tally.problems.push(...(await soundness(lane.url)));
  tally.ok += ledger.count('ok');
  tally.refused += ledger.count('refused');
}

async function killLane(lane: Lane, enough: (tally: Tally) => boolean): Promise<Tally> {
  const tally: Tally = { kills: 0, midway: 0, ok: 0, refused: 0, repeated: 0, problems: [] };
  let server = await startProgram({ databaseUrl: lane.url, ...(lane.preload && { preload: lane.preload }) });
  try {
    const cookie = await unlock(server.origin);
    while (tally.kills < lane.kills && !enough(tally)) server = await killOnce(lane, server, cookie, tally);
    tally.problems.push(...(await soundness(lane.url)));
  } finally {
    await server.kill();
  }
  return tally;
}

async function run({ rounds, seed, until }: Options) {
  const late = () => performance.now() > until;
  const tallies = await inFolder((folder) =>
    Promise.all(
      Array.from({ length: LANES }, (_, lane) => {
        const kills = Math.floor((rounds + lane) / LANES);
        const url = `sqlite:${join(folder, `${lane}.db`)}`;
        return killLane({ url, preload: undefined, random: randomFrom(seed + lane), kills }, late);
      }),
    ),
  );
  const sum = (of: (tally: Tally) => number): number => tallies.reduce((total, tally) => total + of(tally), 0);
  const problems = [...new Set(tallies.flatMap((tally) => tally.problems))];
  return {
    figure:
      `${plural(
        sum((t) => t.kills),
        'kill',
      )}, ${sum((t) => t.midway)} of them with requests under way; ` +
      `${sum((t) => t.ok)} acknowledged, ${sum((t) => t.refused)} refused, ${sum((t) => t.repeated)} unknown and sent again; ` +
      `${problems.length} lost, doubled or beyond capacity`,
    problems: shorten(problems),
  };
}

export const killRegistrations: Scenario = {
  name: 'kill-registrations',
  goal: 'kill -9 in a burst of registrations: nothing acknowledged lost, nothing beyond capacity',
  short: 10,
  long: 1000,
  run,
};

/** Control: what the rig finds in a program that answers before it has committed. */
export const killLiar = (seed: number, most: number): Promise<readonly string[]> =>
  inFolder(async (folder) => {
    const url = `sqlite:${join(folder, 'liar.db')}`;
    const lane = { url, preload: 'faults/lying-server.ts', random: randomFrom(seed), kills: most };
    return (await killLane(lane, ({ problems }) => problems.length > 0)).problems;
  });
