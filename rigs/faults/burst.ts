/** A rush of registrations, each with its own name and device. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../random.ts';
import { within } from '../rig.ts';
import { checkRegistrations, soundness } from './checker.ts';
import type { Entry, Ledger } from './ledger.ts';

let players = 0;

export const registration = (eventId: string) => {
  players += 1;
  return { call: 'POST /api/rsvps', body: { eventId, playerName: `Player ${players}` } };
};

export type Burst = { stop(): void; readonly over: Promise<void> };

/** This many clients register one player after the other until stopped, or until the server is gone. */
export function startBurst(
  ledger: Ledger,
  origins: readonly string[],
  events: readonly string[],
  clients: number,
  random: Random,
): Burst {
  let stopped = false;
  const client = async (): Promise<void> => {
    while (!stopped) {
      const { outcome } = await ledger.send(random.pick(origins), registration(random.pick(events)));
      if (outcome !== 'unknown' && outcome !== 'unreached') continue;
      if (origins.length === 1) return;
      await pause(5);
    }
  };
  const over = Promise.all(Array.from({ length: clients }, client)).then(() => undefined);
  return {
    over,
    stop() {
      stopped = true;
    },
  };
}

/** Registers a player every so many milliseconds, whatever the answers are. Returns how to stop and wait for the last. */
export function keepRegistering(ledger: Ledger, origin: string, eventId: string, everyMs: number) {
  const sent: Promise<unknown>[] = [];
  const timer = setInterval(() => sent.push(ledger.send(origin, registration(eventId))), everyMs);
  return async (): Promise<void> => {
    clearInterval(timer);
    await Promise.all(sent);
  };
}

const TRIES = 60;
const PAUSE_MS = 50;

const isOpen = ({ outcome, status }: Entry): boolean =>
  outcome === 'unknown' || outcome === 'unreached' || status === 503;

/**
 * Repeats requests with an unknown outcome until it is known; with `refusedToo` also those told to retry. Returns the
 * entries that stayed unknown.
 */
export async function settle(
  ledger: Ledger,
  origin: string,
  entries: readonly Entry[],
  { refusedToo = false } = {},
): Promise<string[]> {
  const open = entries.filter((entry) => isOpen(entry) && (refusedToo || entry.outcome !== 'refused'));
  await Promise.all(
    open.map(async (entry) => {
      for (let attempt = 0; attempt < TRIES && isOpen(entry); attempt += 1) {
        if (attempt > 0) await pause(PAUSE_MS);
        await ledger.again(origin, entry);
      }
    }),
  );
  return open.flatMap((entry) => (isOpen(entry) ? [`${entry.key} is still open after ${TRIES} tries`] : []));
}

/** Returns milliseconds until somebody gets a place again, or null. */
export const registersAgain = (ledger: Ledger, origin: string, eventId: string, patienceMs: number) =>
  within(patienceMs, async () => (await ledger.send(origin, registration(eventId))).outcome === 'ok');

/**
 * Judges a burst in which some were told 503, and counts those. A commit may have succeeded when its connection was lost, so
 * they also retry with their key.
 */
export async function judgeRefused(
  ledger: Ledger,
  origin: string,
  url: string,
): Promise<{ told: number; problems: string[] }> {
  const told = ledger.entries.filter(({ status }) => status === 503).length;
  const broken = ledger.entries.filter(({ outcome }) => outcome === 'broken' || outcome === 'unknown');
  const problems = broken.map(({ outcome, status, answer }) => `${outcome}: ${status} ${answer.slice(0, 100)}`);
  problems.push(...(await settle(ledger, origin, ledger.entries, { refusedToo: true })));
  problems.push(...(await checkRegistrations(url, ledger.entries)), ...(await soundness(url)));
  return { told, problems };
}
