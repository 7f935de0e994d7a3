/** A festival in progress behind Caddy: known phones, new ones, readers, and what each of them was told. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { registration } from '../faults/burst.ts';
import { checkRegistrations, soundness } from '../faults/checker.ts';
import { type Entry, newLedger } from '../faults/ledger.ts';
import { addEvent, environmentOf, type Program, startProgram, unlock, type Wanted } from '../program.ts';
import { NAME } from '../proxies/examples.ts';
import type { RunningProxy } from '../proxies/proxy.ts';
import { failuresIn, registrationsIn, slowestOf, startTraffic, type Traffic } from '../proxies/traffic.ts';
import type { Finding } from '../rig.ts';
import type { Release } from './releases.ts';

const PHONES = 20;
/** Longer than a health check of the proxy. */
const CALM_MS = 3000;
export const calm = (): Promise<void> => pause(CALM_MS);

const SETTINGS = {
  PUBLIC_URL: `https://${NAME}`,
  TRUST_PROXY: '127.0.0.1',
  NEW_VISITORS_PER_NETWORK: '1000000/1000000',
};

export const start = (release: Release, databaseUrl: string, port: number): Promise<Program> =>
  startProgram({ databaseUrl, port, env: SETTINGS, release: release.folder });

/** Runs one of a release's commands, such as `restore`. */
export const command = ({ folder }: Release, databaseUrl: string, args: readonly string[]) =>
  promisify(execFile)(join(folder, 'boardwalk'), args, {
    env: environmentOf({ databaseUrl, env: SETTINGS } satisfies Wanted),
  });

export type Named = Finding & { readonly name: string };

export type Festival = {
  readonly admin: string;
  readonly eventId: string;
  /** Phones that registered before, with their cookies. */
  readonly phones: readonly Entry[];
  readonly traffic: Traffic;
};

/** Registers the known phones and starts the traffic. */
export async function openFestival(proxy: RunningProxy, port: number): Promise<Festival> {
  const origin = `http://127.0.0.1:${port}`;
  const admin = await unlock(origin);
  const eventId = await addEvent(origin, admin, 10_000);
  const ledger = newLedger();
  const agent = proxy.client.agent('127.0.4.1');
  for (let count = 0; count < PHONES; count += 1) {
    await ledger.send(proxy.client.origin, { ...registration(eventId), agent });
  }
  ledger.close();
  agent.destroy();
  const phones = ledger.entries;
  assert.ok(phones.every(({ cookie }) => cookie !== null));
  const traffic = startTraffic(
    proxy.client,
    eventId,
    phones.map(({ cookie }) => cookie ?? ''),
  );
  return { admin, eventId, phones, traffic };
}

/** 502, 503 and no answer mean "try again"; people do. Anything else is a fault. */
const mayRetry = ({ status }: Entry): boolean => status === null || status === 502 || status === 503;

/** Stops the traffic and repeats with their keys the registrations that were told to try again. */
export async function endTraffic(proxy: RunningProxy, { phones, traffic }: Festival) {
  await traffic.stop();
  const { entries } = traffic.ledger;
  const failures = failuresIn(entries);
  const faults = failuresIn(entries.filter((entry) => entry.outcome !== 'ok' && !mayRetry(entry)));
  const slowest = slowestOf(entries);
  const agent = proxy.client.agent('127.0.4.2');
  for (const entry of registrationsIn(entries)) {
    if (entry.outcome !== 'ok' && mayRetry(entry)) await traffic.ledger.again(proxy.client.origin, entry, agent);
  }
  agent.destroy();
  const answered = failures.length === 0 ? 'all answered' : `${failures.join(', ')}, then registered when tried again`;
  return {
    failures,
    faults,
    // Without the first, whose place `phonesWork` cancels.
    told: [...phones.slice(1), ...registrationsIn(entries)],
    figure:
      `${entries.length} requests, ${registrationsIn(entries).length} of them registrations; ` +
      `${answered}; the slowest took ${slowest}`,
  };
}

/** Returns the registrations that a client was told of and that are not there. */
export async function missingFrom(databaseUrl: string, told: readonly Entry[]): Promise<string[]> {
  const wrong = await checkRegistrations(databaseUrl, told);
  return wrong.filter((line) => !line.startsWith('nobody asked for') && !line.startsWith('answered '));
}

/** Also checks every row, in a database of this schema. On PostgreSQL the checker migrates what it looks at. */
export const lostOf = async (databaseUrl: string, told: readonly Entry[]): Promise<string[]> => [
  ...(await missingFrom(databaseUrl, told)),
  ...(await soundness(databaseUrl)),
];

/** Returns what the known phones and the organiser can no longer do. */
export async function phonesWork(
  proxy: RunningProxy,
  { phones, admin }: Pick<Festival, 'phones' | 'admin'>,
): Promise<string[]> {
  const problems: string[] = [];
  for (const { cookie, answer } of phones) {
    const { id } = JSON.parse(answer) as { id: string };
    const mine = await proxy.client.get('/api/rsvps/my', { headers: { cookie: cookie ?? '' } });
    if (mine.status !== 200 || !mine.body.toString().includes(id)) problems.push(`a phone lost ${id}: ${mine.status}`);
  }
  const [first] = phones;
  const { id } = JSON.parse(first?.answer ?? '{}') as { id: string };
  const headers = { cookie: first?.cookie ?? '' };
  const cancelled = await proxy.client.get(`/api/rsvps/${id}`, { method: 'DELETE', headers });
  if (cancelled.status >= 300) problems.push(`a phone could not cancel: ${cancelled.status}`);
  const session = await proxy.client.get('/api/admin/session', { headers: { cookie: admin } });
  if (!session.body.toString().includes('true')) problems.push(`the organiser is no longer in admin mode`);
  return problems;
}

/** Starts the earlier release on the newer database, which it must refuse in words. */
export async function refusedStart(release: Release, databaseUrl: string, port: number): Promise<Named> {
  const output = await start(release, databaseUrl, port).then(
    async (program) => {
      await program.stop();
      return 'it started';
    },
    (error: Error) => /This database has schema version[^\n]*/.exec(String(error))?.[0] ?? String(error),
  );
  const isRefused = output.startsWith('This database has schema version');
  return { name: 'the earlier release on the newer database', figure: output, problems: isRefused ? [] : [output] };
}
