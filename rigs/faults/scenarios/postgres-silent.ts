/** PostgreSQL's connections keep silent: first the one that receives notifications, then all. */
import { setTimeout as pause } from 'node:timers/promises';
import { silentProxy } from '#testing/silent-proxy.ts';
import { addEvent, justWrote, type Program, startProgram, unlock } from '../../program.ts';
import { plural, shorten, within } from '../../rig.ts';
import { judgeRefused, keepRegistering, registration } from '../burst.ts';
import { newLedger } from '../ledger.ts';
import { freshDatabaseOn, type Options, type Scenario } from '../scenario.ts';

const EVERY_MS = 200;
const SILENT_MS = 6000;
const ANSWER_WITHIN_MS = 5000;
const HEARD_WITHIN_MS = 15_000;
/** PostgreSQL takes 5 s to give up a transaction whose connection keeps silent, and with it the lock of its event. */
const BACK_WITHIN_MS = 10_000;

/** An open screen: the text that its live stream got. */
async function openScreen(origin: string) {
  const left = new AbortController();
  const screen = { heard: '', close: () => left.abort() };
  const { body } = await fetch(`${origin}/api/live?watch=events`, { signal: left.signal });
  const read = async () => {
    for await (const chunk of body ?? []) screen.heard += Buffer.from(chunk).toString();
  };
  read().catch(() => undefined);
  return screen;
}

/** Milliseconds until list and screens of an instance show an event that another one added, or null. */
async function heardOf(title: string, here: Program, elsewhere: Program, cookie: string, patience: number) {
  const screen = await openScreen(here.origin);
  await addEvent(elsewhere.origin, cookie, 10, title);
  const heard = await within(patience, async () => {
    const list = await (await fetch(`${here.origin}/api/events`)).text();
    return list.includes(title) && /event: (rows|touched)/.test(screen.heard);
  });
  screen.close();
  return heard;
}

async function timed(url: string, headers = {}): Promise<{ status: number; ms: number }> {
  const begun = performance.now();
  const { status } = await fetch(url, { headers });
  return { status, ms: performance.now() - begun };
}

async function run({ rounds, slack, postgres }: Options) {
  const database = await postgres();
  const direct = await freshDatabaseOn(database.url);
  const proxy = await silentProxy(direct);
  const [here, elsewhere] = [
    await startProgram({ databaseUrl: proxy.url }),
    await startProgram({ databaseUrl: direct }),
  ];
  const ledger = newLedger();
  const problems: string[] = [];
  const [heards, answers, backs]: [number[], number[], number[]] = [[], [], []];
  const cookie = await unlock(elsewhere.origin);
  const eventId = await addEvent(elsewhere.origin, cookie, 10_000);
  for (let round = 0; round < rounds; round += 1) {
    proxy.silenceListener();
    const heard = await heardOf(`Added meanwhile ${round}`, here, elsewhere, cookie, slack * HEARD_WITHIN_MS);
    if (heard === null) problems.push('nothing was heard of the other instance’s event');
    heards.push(heard ?? Number.POSITIVE_INFINITY);

    const goHome = keepRegistering(ledger, here.origin, eventId, EVERY_MS);
    await pause(200);
    proxy.silenceAll();
    await pause(100);
    const reads = ['/readyz', '/api/events', '/api/users', '/api/admin/session', '/'].map(async (path) => {
      const { status, ms } = await timed(here.origin + path, {
        cookie: `${cookie}; ${justWrote().cookie}`,
      });
      if (path === '/readyz' && status !== 503) problems.push(`silent: ${path} is ${status}`);
      return ms;
    });
    const alive = await timed(`${here.origin}/healthz`);
    if (alive.status !== 200) problems.push('silent: /healthz is not 200');
    const other = await ledger.send(elsewhere.origin, registration(eventId));
    if (other.outcome === 'broken' || other.outcome === 'unknown') problems.push(`the other one: ${other.outcome}`);
    await pause(SILENT_MS);
    answers.push(...(await Promise.all(reads)));
    proxy.heal();
    const back = await within(slack * BACK_WITHIN_MS, async () => {
      const again = await ledger.send(here.origin, registration(eventId));
      return again.outcome === 'ok' && (await timed(`${here.origin}/readyz`)).status === 200;
    });
    if (back === null) problems.push('no registration in time after it answers again');
    backs.push(back ?? Number.POSITIVE_INFINITY);
    await goHome();
  }
  answers.push(...ledger.entries.map(({ ms }) => ms));
  const late = answers.filter((ms) => ms > slack * ANSWER_WITHIN_MS);
  if (late.length > 0) problems.push(`${plural(late.length, 'answer')} took up to ${Math.round(Math.max(...late))} ms`);
  const { told, problems: found } = await judgeRefused(ledger, here.origin, direct);
  problems.push(...found);
  for (const program of [here, elsewhere]) if (!program.running()) problems.push('the program ended');
  proxy.silenceAll();
  const status = await here.stop();
  if (status !== 0) problems.push(`stopped with ${status} while all is silent`);
  await elsewhere.kill();
  proxy.stop();
  await database.stop();
  ledger.close();
  const worst = (times: readonly number[]) => Math.round(Math.max(...times));
  return {
    figure:
      `${plural(rounds, 'time')} the receiving connection, then all: the other instance’s event after at most ${worst(heards)} ms; ` +
      `${told} of ${ledger.entries.length} registrations told 503, the slowest answer ${worst(answers)} ms; served again after ` +
      `at most ${worst(backs)} ms, then all ${ledger.count('ok')} through exactly once by their keys`,
    problems: shorten(problems),
  };
}

export const postgresSilent: Scenario = {
  name: 'postgres-silent',
  goal: 'PostgreSQL accepts and keeps silent: other instances are heard within 15 s, every answer within 5 s, nothing lost',
  short: 1,
  long: 5,
  run,
};
