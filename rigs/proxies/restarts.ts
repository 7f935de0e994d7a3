/** Restarts of the program under constant load through the proxy. Every request must be answered. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { checkRegistrations } from '../faults/checker.ts';
import { environmentOf, type Program, startProgram } from '../program.ts';
import { plural, shorten } from '../rig.ts';
import type { Client } from './client.ts';
import { NAME } from './examples.ts';
import { failuresIn, registrationsIn, slowestOf, startTraffic } from './traffic.ts';

/** The program behind the proxy, on one port or two. */
export type Service = {
  readonly databaseUrl: string;
  /** Addresses of the instances, without the proxy. */
  readonly origins: readonly string[];
  /** Stops each instance and starts it again, one after the other. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

const env = (extra: Record<string, string> = {}) => ({
  PUBLIC_URL: `https://${NAME}`,
  TRUST_PROXY: '127.0.0.1',
  NEW_VISITORS_PER_NETWORK: '1000000/1000000',
  ...extra,
});

/** Instances that open their port themselves. */
export async function startService(
  databaseUrl: string,
  ports: readonly number[],
  extra?: Record<string, string>,
): Promise<Service> {
  const start = (port: number) => startProgram({ databaseUrl, port, env: env(extra) });
  const programs: Program[] = [];
  for (const port of ports) programs.push(await start(port));
  return {
    databaseUrl,
    // Not what the program says, which is its PUBLIC_URL.
    origins: ports.map((port) => `http://127.0.0.1:${port}`),
    async restart() {
      for (const [index, port] of ports.entries()) {
        await programs[index]?.stop();
        programs[index] = await start(port);
        await pause(BETWEEN_MS);
      }
    },
    async stop() {
      for (const program of programs) await program.stop();
    },
  };
}

/** Systemd's own command that opens a socket and hands it over. */
export const HOLDER = 'systemd-socket-activate';

/** Instances on sockets that systemd holds. */
export async function startOnHeldSockets(databaseUrl: string, ports: readonly number[]): Promise<Service> {
  const held: Held[] = [];
  const command = [process.execPath, 'src/app/server/main.ts'];
  for (const port of ports) held.push(await holdSocket(databaseUrl, port, command));
  return {
    databaseUrl,
    origins: ports.map((port) => `http://127.0.0.1:${port}`),
    async restart() {
      for (const one of held) {
        await one.restart();
        await pause(BETWEEN_MS);
      }
    },
    async stop() {
      for (const one of held) await one.stop();
    },
  };
}

export type Held = { restart(): Promise<void>; stop(): Promise<void> };

/** One socket, and a loop that restarts `command` on it in the place of systemd. */
export async function holdSocket(databaseUrl: string, port: number, command: readonly string[]): Promise<Held> {
  const variables = environmentOf({ databaseUrl, env: env() });
  const pass = Object.keys(variables).flatMap((name) => ['-E', name]);
  const loop = fileURLToPath(new URL('supervise.sh', import.meta.url));
  const child = spawn(HOLDER, [`--listen=127.0.0.1:${port}`, ...pass, loop, ...command], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: variables,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const endToo = () => void child.kill('SIGTERM');
  process.once('exit', endToo);
  let pid = 0;
  let listening = Promise.withResolvers<void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (!line.includes('"msg":"listening"')) return;
    pid = JSON.parse(line).pid;
    listening.resolve();
  });
  // The first request starts the program.
  for (let tries = 0; tries < 50 && pid === 0; tries += 1) {
    await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => pause(100));
  }
  await listening.promise;
  return {
    async restart() {
      listening = Promise.withResolvers();
      process.kill(pid, 'SIGTERM');
      await listening.promise;
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      process.off('exit', endToo);
    },
  };
}

/** As long as an operator looks at the first instance before restarting the second. Longer than a health check. */
const BETWEEN_MS = 4000;
/** Restarts so often under load. Returns the figures and every request that was not answered with success. */
export async function restartUnderLoad(service: Service, client: Client, eventId: string, rounds: number) {
  const { ledger, stop } = startTraffic(client, eventId);
  await pause(1000);
  for (let round = 0; round < rounds; round += 1) await service.restart();
  await stop();
  const { entries } = ledger;
  const registrations = registrationsIn(entries);
  const failed = entries.filter(({ outcome }) => outcome !== 'ok').length;
  const wrong = await checkRegistrations(service.databaseUrl, registrations);
  return {
    figure:
      `${plural(rounds * service.origins.length, 'restart')}; ${entries.length} requests, ${registrations.length} of them ` +
      `registrations; ${failed} not answered; the slowest took ${slowestOf(entries)}`,
    // Those answered 5xx are counted by call.
    problems: [...failuresIn(entries), ...shorten(wrong.filter((line) => !line.startsWith('answered ')))],
  };
}
