/** Two instances on PostgreSQL: both restarted together, or one after the other, and back by a dump. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onServer } from '#testing/postgres.ts';
import { freePorts } from '../../scripts/free-ports.mjs';
import { freshDatabaseOn } from '../faults/scenario.ts';
import { startProxy } from '../proxies/proxy.ts';
import { registrationsIn } from '../proxies/traffic.ts';
import { stillKnown, type Trial } from './sqlite.ts';
import { calm, endTraffic, lostOf, type Named, openFestival, phonesWork, refusedStart, start } from './stage.ts';

/** Starts two instances of the earlier release and a festival on them. */
async function open({ before, folder, server }: Trial) {
  const url = await freshDatabaseOn(server);
  const ports = await freePorts(2);
  const [one, other] = [await start(before, url, ports[0] ?? 0), await start(before, url, ports[1] ?? 0)];
  const proxy = await startProxy('caddy', ports, folder);
  const festival = await openFestival(proxy, ports[0] ?? 0);
  await calm();
  return { url, ports: [ports[0] ?? 0, ports[1] ?? 0] as const, old: [one, other] as const, proxy, festival };
}

export async function together(trial: Trial): Promise<Named[]> {
  const { url, ports, old, proxy, festival } = await open(trial);
  await Promise.all(old.map((program) => program.stop()));
  const newer = await Promise.all(ports.map((port) => start(trial.now, url, port)));
  await calm();
  const { figure, faults, told } = await endTraffic(proxy, festival);
  const broken = [...faults, ...(await phonesWork(proxy, festival)), ...(await lostOf(url, told))];
  const refused = trial.before.schema < trial.now.schema ? [await refusedStart(trial.before, url, ports[0])] : [];
  await Promise.all(newer.map((program) => program.stop()));
  await proxy.stop();
  return [{ name: 'PostgreSQL: both stopped, both started', figure, problems: broken }, ...refused];
}

/**
 * With a newer schema an instance of the earlier release ends itself. Those of before `newer-schema.ts` answer 500 until
 * they are replaced; nothing acknowledged may be lost.
 */
export async function oneAfterTheOther(trial: Trial): Promise<Named[]> {
  const { url, ports, old, proxy, festival } = await open(trial);
  const newer = [];
  for (const [index, port] of ports.entries()) {
    await old[index]?.stop();
    newer.push(await start(trial.now, url, port));
    await calm();
  }
  const { figure, faults, told } = await endTraffic(proxy, festival);
  const endsItself = existsSync(join(trial.before.folder, 'src/app/server/restore-festival.ts'));
  const mayFail = trial.before.schema < trial.now.schema && !endsItself;
  const broken = [...(mayFail ? [] : faults), ...(await phonesWork(proxy, festival))];
  await Promise.all(newer.map((program) => program.stop()));
  await proxy.stop();
  await trial.undo?.(url);
  broken.push(...(await lostOf(url, told)));
  const name = `PostgreSQL: one after the other, schema ${trial.before.schema} to ${trial.now.schema}`;
  return [{ name, figure, problems: broken }];
}

const tool = (name: string, args: readonly string[]) => promisify(execFile)(name, args);

/** As in docs/operating.md: the dump before the upgrade into a new database, without the admin sessions. */
export async function byDump(trial: Trial): Promise<Named[]> {
  const name = 'PostgreSQL: the way back';
  const { url, ports, old, proxy, festival } = await open(trial);
  const upTo = registrationsIn(festival.traffic.ledger.entries).filter(({ outcome }) => outcome === 'ok');
  const file = join(trial.folder, 'boardwalk.dump');
  const end = async (finding: Omit<Named, 'name'>): Promise<Named[]> => {
    await festival.traffic.stop();
    await proxy.stop();
    return [{ name, ...finding }];
  };
  const failed = await tool('pg_dump', ['--format=custom', `--file=${file}`, url]).then(
    () => null,
    (error: Error) => error.message,
  );
  await Promise.all(old.map((program) => program.stop()));
  if (failed !== null) return end({ figure: '', problems: [], notRun: failed.replaceAll('\n', ' ') });
  // The upgrade that is to be undone.
  await (await start(trial.now, url, ports[0])).stop();
  const restored = await freshDatabaseOn(trial.server);
  await tool('pg_restore', ['--no-owner', '--exit-on-error', '--single-transaction', `--dbname=${restored}`, file]);
  await onServer(restored, 'delete from admin_sessions');
  await onServer(restored, 'delete from admin_links');
  const back = await start(trial.before, restored, ports[0]);
  const places = [...festival.phones, ...upTo];
  const problems = [...(await stillKnown(proxy, festival)), ...back.errors.slice(0, 2)];
  const finding = await end({ figure: `${places.length} places of before the dump are there; phones work`, problems });
  await back.stop();
  problems.push(...(await lostOf(restored, places.slice(1))));
  return finding;
}
