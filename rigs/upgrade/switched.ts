/** As docs/operating.md "Upgrades" says for systemd: a link is switched to the new release, and the instance restarted. */
import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { freePorts } from '../../scripts/free-ports.mjs';
import { startProxy, versionOf } from '../proxies/proxy.ts';
import { HOLDER, holdSocket } from '../proxies/restarts.ts';
import type { Trial } from './sqlite.ts';
import { calm, endTraffic, lostOf, type Named, openFestival, phonesWork } from './stage.ts';

/** Every request must be answered with success. The earlier release must know systemd's socket. */
export async function onSystemd({ before, now, folder, undo }: Trial): Promise<Named[]> {
  const name = `SQLite on systemd’s socket: the link switched, schema ${before.schema} to ${now.schema}`;
  if (versionOf(HOLDER, '--version') === null) {
    return [{ name, figure: '', problems: [], notRun: `${HOLDER} is not installed` }];
  }
  const link = join(folder, 'current');
  await symlink(before.folder, link);
  const url = `sqlite:${join(folder, 'boardwalk.db')}`;
  const [port = 0] = await freePorts(1);
  const held = await holdSocket(url, port, [join(link, 'boardwalk')]);
  const proxy = await startProxy('caddy', [port], folder);
  const festival = await openFestival(proxy, port);
  await calm();
  await rm(link);
  await symlink(now.folder, link);
  await held.restart();
  await calm();
  const { figure, failures, told } = await endTraffic(proxy, festival);
  const problems = [...failures, ...(await phonesWork(proxy, festival))];
  await held.stop();
  await proxy.stop();
  await undo?.(url);
  return [{ name, figure, problems: [...problems, ...(await lostOf(url, told))] }];
}
