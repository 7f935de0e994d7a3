/** Starts the program for an attack: sample festival, given limits, memory watched. */
import { join } from 'node:path';
import { LIMITS, type Limits } from '#platform/server/limits.ts';
import { startProgram, unlock } from '../program.ts';
import { inFolder } from '../rig.ts';
import type { Scenario, Stage } from './scenario.ts';
import { type Client, clientFrom } from './wire.ts';

/** Instead of infinity, which JSON cannot represent. */
const UNLIMITED = Number.MAX_SAFE_INTEGER;

const lift = (limit: Limits[keyof Limits]): unknown =>
  typeof limit === 'number' ? UNLIMITED : Object.fromEntries(Object.keys(limit).map((part) => [part, UNLIMITED]));

const LIFTED = {
  ...Object.fromEntries(Object.entries(LIMITS).map(([name, limit]) => [name, lift(limit)])),
  lateness: 0,
} as Partial<Limits>;

export type Wanted = {
  /** Limits other than the program's own. Scenarios judge by them. */
  readonly limits?: Partial<Limits>;
  /** Removes every limit and the scenarios' guards, for controls. */
  readonly lifted?: boolean;
  readonly scenarios: readonly Scenario[];
};

const preloadOf = ({ limits = {}, lifted = false, scenarios }: Wanted): string => {
  const guards = lifted ? scenarios.flatMap((scenario) => scenario.guards ?? []) : [];
  const query = { limits: JSON.stringify(lifted ? LIFTED : limits), guards: JSON.stringify(guards) };
  return `attack/without-guards.ts?${new URLSearchParams(query)}`;
};

/** Runs `act` on its own program and kills the program afterwards. `act` gets a stage per address. */
export function onStage<T>(wanted: Wanted, act: (at: (address: string) => Stage) => Promise<T>): Promise<T> {
  return inFolder(async (folder) => {
    const databaseUrl = `sqlite:${join(folder, 'attack.db')}`;
    const program = await startProgram({ databaseUrl, preload: preloadOf(wanted), env: { SAMPLE_DATA: 'on' } });
    const clients: Client[] = [];
    try {
      const organiser = await unlock(program.origin);
      return await act((address) => ({
        ...{ program, databaseUrl, address, origin: program.origin, organiser },
        limits: { ...LIMITS, ...wanted.limits },
        lifted: wanted.lifted ?? false,
        client(from = address) {
          const client = clientFrom(program.origin, from);
          clients.push(client);
          return client;
        },
      }));
    } finally {
      for (const client of clients) client.close();
      await program.kill();
    }
  });
}
