/**
 * `npm run try-proxies -- [nginx | caddy] [--rounds N] [--only restarts]`: the examples of deploy/ in the real nginx and the
 * real Caddy, on this machine alone, in front of the built program.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '#testing/postgres.ts';
import { freePorts } from '../../scripts/free-ports.mjs';
import { freshDatabaseOn } from '../faults/scenario.ts';
import { addEvent, unlock } from '../program.ts';
import { brokeOff, type Finding, HEADING, inFolder, machine, print, printFinding, refuseUnknown } from '../rig.ts';
import { CHECKS, NEW_PHONES } from './checks.ts';
import { type ProxyName, startProxy, versionOf } from './proxy.ts';
import { HOLDER, restartUnderLoad, type Service, startOnHeldSockets, startService } from './restarts.ts';

const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, only: { type: 'string' } },
  allowPositionals: true,
});
const rounds = Number(values.rounds);
let failed = 0;

async function report(name: string, act: () => Promise<Finding>): Promise<void> {
  const begun = performance.now();
  if (!printFinding(name, await act().catch(brokeOff), begun)) failed += 1;
}

/** Starts a service and the proxy in front of it, and stops both. */
async function behind(
  name: ProxyName,
  folder: string,
  start: (ports: readonly number[]) => Promise<Service>,
  act: (service: Service, proxy: Awaited<ReturnType<typeof startProxy>>) => Promise<Finding>,
  instances = 1,
): Promise<Finding> {
  const service = await start(await freePorts(instances));
  const ports = service.origins.map((origin) => Number(new URL(origin).port));
  const own = join(folder, String(performance.now()));
  await mkdir(own);
  try {
    const proxy = await startProxy(name, ports, own);
    return await act(service, proxy).finally(() => proxy.stop());
  } finally {
    await service.stop();
  }
}

const restarts = async (service: Service, proxy: Awaited<ReturnType<typeof startProxy>>): Promise<Finding> => {
  const origin = service.origins[0] ?? '';
  const eventId = await addEvent(origin, await unlock(origin), 10_000);
  return restartUnderLoad(service, proxy.client, eventId, rounds);
};

async function tryProxy(name: ProxyName, folder: string, postgresUrl: string): Promise<void> {
  const sqlite = () => `sqlite:${join(folder, `${performance.now()}.db`)}`;
  const budget = { NEW_VISITORS_PER_NETWORK: `${NEW_PHONES}/1` };
  if (values.only !== 'restarts') {
    await behind(
      name,
      folder,
      (ports) => startService(sqlite(), ports, budget),
      async (service, proxy) => {
        const origin = service.origins[0] ?? '';
        const admin = await unlock(origin);
        const stage = { proxy, origin, admin, eventId: await addEvent(origin, admin, 1000) };
        for (const check of CHECKS) {
          await report(`${name}: ${check.name}`, async () => ({ figure: await check.run(stage), problems: [] }));
        }
        return { figure: '', problems: [] };
      },
    );
  }
  const freshPostgres = () => freshDatabaseOn(postgresUrl);
  const one = 'restarts of one instance (SQLite)';
  const two = 'restarts of two instances, one after the other (PostgreSQL)';
  const isHere = versionOf(HOLDER, '--version') !== null;
  const onSystemd = (start: () => Promise<Finding>) => async () =>
    isHere ? start() : { figure: '', problems: [], notRun: `${HOLDER} is not installed` };
  await report(
    `${name}: ${one} on systemd’s socket`,
    onSystemd(() => behind(name, folder, (ports) => startOnHeldSockets(sqlite(), ports), restarts)),
  );
  await report(
    `${name}: ${two} on systemd’s sockets`,
    onSystemd(async () => {
      const url = await freshPostgres();
      return behind(name, folder, (ports) => startOnHeldSockets(url, ports), restarts, 2);
    }),
  );
  await report(`${name}: ${one} on a port of its own`, async () =>
    losing(name, 1, await behind(name, folder, (ports) => startService(sqlite(), ports), restarts)),
  );
  await report(`${name}: ${two} on ports of their own`, async () => {
    const url = await freshPostgres();
    return losing(name, 2, await behind(name, folder, (ports) => startService(url, ports), restarts, 2));
  });
}

/**
 * What is known to lose requests is the control of this rig, which must see it: nginx does not wait for a port that opens
 * again, and an old Caddy answers 502 to a write whose first instance does not listen. That was seen with 2.6.2; by Caddy's
 * own history 2.11.2 is the first release with the change for it.
 */
function losing(name: ProxyName, instances: number, { figure, problems }: Finding): Finding {
  const known = name === 'nginx' ? (instances === 1 ? /got 502/ : null) : isOldCaddy() ? /^POST .* got 502/ : null;
  if (known === null) return { figure, problems };
  const others = problems.filter((problem) => !known.test(problem));
  const seen = problems.length > others.length ? others : [...others, 'nothing was lost, so this rig sees no loss'];
  return { figure: `control, loses requests: ${figure}`, problems: seen };
}

function isOldCaddy(): boolean {
  const [major = 0, minor = 0, patch = 0] = (versionOf('caddy', 'version') ?? '').match(/\d+/g)?.map(Number) ?? [];
  return major * 1e6 + minor * 1e3 + patch < 2_011_002;
}

const PROXIES = ['nginx', 'caddy'] as const;
refuseUnknown(positionals, PROXIES);
print(machine());
const installed = PROXIES.filter((name) => {
  if (positionals.length > 0 && !positionals.includes(name)) return false;
  const version = versionOf(name, name === 'nginx' ? '-v' : 'version');
  print(version === null ? `${name} is not installed: NOT RUN` : `${name}: ${version}`);
  return version !== null;
});
print(HEADING);
await inFolder(async (folder) => {
  const postgres = await startPostgres();
  try {
    for (const name of installed) await tryProxy(name, folder, postgres.url);
  } finally {
    await postgres.stop();
  }
});
process.exit(failed === 0 && installed.length > 0 ? 0 : 1);
