/** Ports of loopback, for programs that cannot choose one themselves. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that systems give to outgoing connections (from 32768 on Linux, 49152 elsewhere): a connection of another
 * test could take such a port before the program does, or while it is restarted.
 */
const FIRST = 20_000;
const END = 32_000;

const anyPort = () => randomInt(FIRST, END);

const MOST_TRIES = 100;

const listenOnFreePort = async (choose) => {
  for (let tries = 1; ; tries += 1) {
    const server = createServer().listen(choose(), '127.0.0.1');
    try {
      await once(server, 'listening');
      return server;
    } catch (error) {
      if (error.code !== 'EADDRINUSE' || tries === MOST_TRIES) throw error;
    }
  }
};

/** Returns free ports, which differ: all are listened on until the last one is found. */
export const freePorts = async (count, choose = anyPort) => {
  const servers = await Promise.all(Array.from({ length: count }, () => listenOnFreePort(choose)));
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
};

/** Returns a free port. */
export const freePort = async () => (await freePorts(1))[0];
