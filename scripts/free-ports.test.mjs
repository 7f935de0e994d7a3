import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { freePort, freePorts } from './free-ports.mjs';

const listening = async (port) => {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
};

it('returns ports that a program can listen on', async () => {
  const server = await listening(await freePort());
  await once(server.close(), 'close');
});

it('chooses another port when one is in use, or was chosen before', async () => {
  const taken = await listening(0);
  const [free, other] = await freePorts(2);
  const wanted = [taken.address().port, free, free, other];
  expect(new Set(await freePorts(2, () => wanted.shift()))).toEqual(new Set([free, other]));
  await once(taken.close(), 'close');
});

it('gives up when every port is in use', async () => {
  const taken = await listening(0);
  await expect(freePorts(1, () => taken.address().port)).rejects.toThrow('EADDRINUSE');
  await once(taken.close(), 'close');
});

it.runIf(process.platform === 'linux')('returns no port that the system gives to outgoing connections', async () => {
  const [first] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split('\t').map(Number);
  for (const port of await freePorts(50)) expect(port).toBeLessThan(first);
});
