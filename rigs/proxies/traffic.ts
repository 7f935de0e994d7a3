/** Constant traffic through a proxy, of which every request must be answered with success. */
import { setTimeout as pause } from 'node:timers/promises';
import { registration } from '../faults/burst.ts';
import { type Entry, type Ledger, newLedger } from '../faults/ledger.ts';
import type { Client } from './client.ts';

const READERS = 10;
const PHONES = 10;
/** Milliseconds between a phone's requests. */
const THINKING = 20;
const PATHS = ['/', '/api/events', '/schedule', '/healthz'];

type Asked = { call: string; body?: unknown; cookie?: string };

/** Sends one request after the other over one connection until told to stop. */
async function keepAsking(client: Client, ledger: Ledger, from: string, next: () => Asked, isOver: () => boolean) {
  const agent = client.agent(from);
  for (; !isOver(); await pause(THINKING)) await ledger.send(client.origin, { ...next(), agent });
  agent.destroy();
}

export type Traffic = { readonly ledger: Ledger; stop(): Promise<void> };

/** Pages and lists, registrations of new phones, and what is asked with `cookies`. */
export function startTraffic(client: Client, eventId: string, cookies: readonly string[] = []): Traffic {
  const ledger = newLedger();
  let over = false;
  const ask = (from: string, next: () => Asked) => keepAsking(client, ledger, from, next, () => over);
  const clients = [
    ...Array.from({ length: READERS }, (_, index) => {
      let turn = index;
      return ask(`127.0.1.${index + 1}`, () => {
        turn += 1;
        return { call: `GET ${PATHS[turn % PATHS.length]}` };
      });
    }),
    ...Array.from({ length: PHONES }, (_, index) => ask(`127.0.2.${index + 1}`, () => registration(eventId))),
    ...cookies.map((cookie, index) => ask(`127.0.3.${index + 1}`, () => ({ call: 'GET /api/rsvps/my', cookie }))),
  ];
  return {
    ledger,
    async stop() {
      over = true;
      await Promise.all(clients);
      ledger.close();
    },
  };
}

export const registrationsIn = (entries: readonly Entry[]): Entry[] =>
  entries.filter(({ call }) => call.startsWith('POST'));

/** Returns how often each call got each status, of the requests that were not answered with success. */
export function failuresIn(entries: readonly Entry[]): string[] {
  const failed = entries.filter(({ outcome }) => outcome !== 'ok');
  const groups = Object.groupBy(failed, ({ call, status }) => `${call} got ${status ?? 'no answer'}`);
  return Object.entries(groups).map(([what, list = []]) => `${what}: ${list.length} times`);
}

export const slowestOf = (entries: readonly Entry[]): string =>
  `${(Math.max(...entries.map(({ ms }) => ms)) / 1000).toFixed(1)} s`;
