/** Another process locks the database: briefly, which requests wait for, and long, which they report. */

import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openSqlite } from '#database/sqlite.ts';
import { addEvent, startProgram, unlock } from '../../program.ts';
import { inFolder, shorten } from '../../rig.ts';
import { registersAgain, registration } from '../burst.ts';
import { checkRegistrations, soundness } from '../checker.ts';
import { type Entry, type Ledger, newLedger } from '../ledger.ts';
import type { Options, Scenario } from '../scenario.ts';

const SHORT_MS = 2000;
/** `npm test` waits only long enough for a refusal. */
const LONG_MS = { test: 7000, faults: 20_000 };
const EVERY_MS = 100;
/** busy_timeout is 5 s; no response takes much longer. */
const BUSY_TIMEOUT_MS = 5000;
const ANSWER_AFTER_MS = 1500;
/** Requests that need no lock are not delayed. */
const LONGEST_LIFE_SIGN_MS = 500;

type Locked = { entries: Entry[]; lifeSigns: number[] };

/** Locks the file from this process while people register and /healthz is polled. */
async function lockFor(ms: number, file: string, ledger: Ledger, origin: string, eventId: string): Promise<Locked> {
  const other = openSqlite(file);
  other.exec('begin immediate');
  const until = performance.now() + ms;
  const released = pause(ms).then(() => {
    other.exec('rollback');
    other.close();
  });
  const sent: Promise<Entry>[] = [];
  const lifeSigns: number[] = [];
  while (performance.now() < until) {
    sent.push(ledger.send(origin, registration(eventId)));
    const begun = performance.now();
    const { ok } = await fetch(`${origin}/healthz`);
    lifeSigns.push(ok ? performance.now() - begun : Number.POSITIVE_INFINITY);
    await pause(EVERY_MS);
  }
  await released;
  return { entries: await Promise.all(sent), lifeSigns };
}

const longest = (values: readonly number[]): number => Math.round(Math.max(0, ...values));

function problemsOf({ entries, lifeSigns }: Locked, how: string, slack: number): string[] {
  const answer = longest(entries.map(({ ms }) => ms));
  const lifeSign = longest(lifeSigns);
  return [
    ...entries
      .filter(({ outcome }) => outcome !== 'ok' && outcome !== 'refused')
      .map(({ outcome, status }) => `${how}: ${outcome}, ${status}`),
    ...(answer > BUSY_TIMEOUT_MS + slack * ANSWER_AFTER_MS ? [`${how}: an answer took ${answer} ms`] : []),
    ...(lifeSign > slack * LONGEST_LIFE_SIGN_MS ? [`${how}: /healthz took ${lifeSign} ms`] : []),
  ];
}

/** Refused because of the lock; a busy machine refuses with another message. */
const refused = ({ entries }: Locked): number =>
  entries.filter(({ outcome, answer }) => outcome === 'refused' && answer.includes('can’t save')).length;

async function run({ rounds, slack }: Options) {
  return inFolder(async (folder) => {
    const file = join(folder, 'locked.db');
    const url = `sqlite:${file}`;
    const server = await startProgram({ databaseUrl: url });
    const eventId = await addEvent(server.origin, await unlock(server.origin), 10_000);
    const ledger = newLedger();
    const lock = (ms: number) => lockFor(ms, file, ledger, server.origin, eventId);
    const short = await lock(SHORT_MS);
    const long = await lock(rounds === 1 ? LONG_MS.test : LONG_MS.faults);
    const back = await registersAgain(ledger, server.origin, eventId, slack * 2000);
    const problems = [
      ...problemsOf(short, 'short', slack),
      ...problemsOf(long, 'long', slack),
      ...(refused(short) === 0 ? [] : [`${refused(short)} refused though the lock was short`]),
      ...(refused(long) > 0 ? [] : ['nobody was refused though the lock was long']),
      ...(back === null ? ['no registration within 2 s of the end of the lock'] : []),
      ...(await checkRegistrations(url, ledger.entries)),
      ...(await soundness(url)),
    ];
    await server.kill();
    ledger.close();
    return {
      figure:
        `locked for 2 s: ${short.entries.length - refused(short)} of ${short.entries.length} registered, the slowest after ` +
        `${longest(short.entries.map(({ ms }) => ms))} ms; for ${rounds === 1 ? 7 : 20} s: ${refused(long)} of ${long.entries.length} told 503, ` +
        `none waited longer than ${longest(long.entries.map(({ ms }) => ms))} ms, /healthz at most ${longest([...short.lifeSigns, ...long.lifeSigns])} ms; ` +
        `registered again ${Math.round(back ?? -1)} ms after`,
      problems: shorten(problems),
    };
  });
}

export const locked: Scenario = {
  name: 'locked',
  goal: 'database locked by another process: a lock of 2 s delays writes; one of 20 s gets 503 with Retry-After, then service',
  short: 1,
  long: 2,
  run,
};
