/** PostgreSQL is stopped under a running program and comes back. */
import { setTimeout as pause } from 'node:timers/promises';
import { addEvent, startProgram, unlock } from '../../program.ts';
import { plural, shorten } from '../../rig.ts';
import { judgeRefused, keepRegistering, registersAgain, registration } from '../burst.ts';
import { newLedger } from '../ledger.ts';
import { freshDatabaseOn, type Options, type Scenario } from '../scenario.ts';

const EVERY_MS = 20;
const AWAY_MS = 700;
const BACK_WITHIN_MS = 2000;

async function run({ rounds, slack, postgres }: Options) {
  const database = await postgres();
  const url = await freshDatabaseOn(database.url);
  const server = await startProgram({ databaseUrl: url });
  const ledger = newLedger();
  const problems: string[] = [];
  const backs: number[] = [];
  const eventId = await addEvent(server.origin, await unlock(server.origin), 10_000);
  const goHome = keepRegistering(ledger, server.origin, eventId, EVERY_MS);
  for (let round = 0; round < rounds; round += 1) {
    await pause(200);
    await database.halt();
    await pause(AWAY_MS);
    const { outcome, status } = await ledger.send(server.origin, registration(eventId));
    if (outcome !== 'refused') problems.push(`away: ${outcome}, ${status}`);
    if ((await fetch(`${server.origin}/healthz`)).status !== 200) problems.push('away: /healthz is not 200');
    if ((await fetch(`${server.origin}/readyz`)).status !== 503) problems.push('away: /readyz is not 503');
    await database.restart();
    const back = await registersAgain(ledger, server.origin, eventId, slack * BACK_WITHIN_MS);
    if (back === null) problems.push(`no registration in time after its return`);
    backs.push(back ?? Number.POSITIVE_INFINITY);
  }
  await goHome();
  const { told, problems: found } = await judgeRefused(ledger, server.origin, url);
  problems.push(...found);
  if (!server.running()) problems.push('the program ended');
  await server.kill();
  await database.stop();
  ledger.close();
  return {
    figure:
      `stopped and started ${plural(rounds, 'time')} under ${ledger.entries.length} registrations; ${told} told 503 with Retry-After, none else, ` +
      `then all ${ledger.count('ok')} through exactly once by their keys; served again at most ${Math.round(Math.max(...backs))} ms after its return`,
    problems: shorten(problems),
  };
}

export const postgresAway: Scenario = {
  name: 'postgres-away',
  goal: 'PostgreSQL stopped and back: no exit, 503 meanwhile, service within 2 s of its return',
  short: 1,
  long: 10,
  run,
};
