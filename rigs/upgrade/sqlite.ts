/** One instance on SQLite: stopped, started as the newer release, and back by the backup that the start made. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { freePorts } from '../../scripts/free-ports.mjs';
import { startProxy } from '../proxies/proxy.ts';
import { registrationsIn } from '../proxies/traffic.ts';
import type { Release } from './releases.ts';
import {
  calm,
  command,
  endTraffic,
  lostOf,
  missingFrom,
  type Named,
  openFestival,
  phonesWork,
  refusedStart,
  start,
} from './stage.ts';

export type Trial = {
  readonly before: Release;
  readonly now: Release;
  readonly folder: string;
  /** The address of a PostgreSQL. */
  readonly server: string;
  /** Takes back a migration that this repository does not have, so that the checker can look. */
  undo?(databaseUrl: string): Promise<unknown>;
};

export async function onSqlite({ before, now, folder }: Trial): Promise<Named[]> {
  const url = `sqlite:${join(folder, 'boardwalk.db')}`;
  const [port = 0] = await freePorts(1);
  const old = await start(before, url, port);
  const proxy = await startProxy('caddy', [port], folder);
  const festival = await openFestival(proxy, port);
  await calm();
  const upTo = registrationsIn(festival.traffic.ledger.entries).filter(({ outcome }) => outcome === 'ok');
  await old.stop();
  const stopped = performance.now();
  const newer = await start(now, url, port);
  const away = performance.now() - stopped;
  await calm();
  const { figure, faults, told } = await endTraffic(proxy, festival);
  const problems = [...faults, ...(await phonesWork(proxy, festival)), ...(await lostOf(url, told))];
  await newer.stop();
  const findings: Named[] = [
    { name: 'SQLite: stop, start', figure: `${figure}; started within ${Math.round(away)} ms`, problems },
  ];
  if (before.schema < now.schema) {
    findings.push(await refusedStart(before, url, port));
    const kept = (await readdir(join(folder, 'backups'))).filter((file) => file.includes('before-schema')).sort();
    await command(before, url, ['restore', join(folder, 'backups', kept.at(-1) ?? ''), '--keep-secret']);
  }
  const again = await start(before, url, port);
  // What was registered since then is not in the backup.
  const lost = await missingFrom(url, [...festival.phones, ...upTo]);
  findings.push({
    name: 'SQLite: the way back',
    figure: `${upTo.length + festival.phones.length} places of before the upgrade are there; phones and their cookies work`,
    problems: [...lost, ...(await stillKnown(proxy, festival))],
  });
  await again.stop();
  await proxy.stop();
  return findings;
}

/** A restore ends admin sessions; phones stay. */
export const stillKnown = async (...given: Parameters<typeof phonesWork>): Promise<string[]> =>
  (await phonesWork(...given)).filter((line) => !line.startsWith('the organiser'));
