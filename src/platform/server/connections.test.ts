import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { type Client, get, listenWith, openClient } from '#testing/sockets.ts';
import { limitedServer, PATIENCE } from './connections.ts';
import { LIMITS } from './limits.ts';

const GREEDY = '127.0.0.2';
const OTHER = '127.0.0.3';

async function scene(connections: number) {
  const open: ServerResponse[] = [];
  const port = await listenWith(
    (request, response) => {
      if (request.url === '/wait') open.push(response);
      else response.end('answer');
    },
    { connections },
  );
  return { port, open };
}

/** Sends one request, so that the server has accepted the connection. */
async function connected(port: number, from: string): Promise<Client> {
  const client = openClient(port, { from });
  client.write(get('/'));
  await expect.poll(() => client.heard() !== '' || client.isClosed()).toBe(true);
  return client;
}

describe('open connections', () => {
  it('close the oldest idle one of the network with the most when a new one comes over the limit', async () => {
    const { port } = await scene(4);
    const other = await connected(port, OTHER);
    const greedy: Client[] = [];
    for (let count = 0; count < 6; count += 1) greedy.push(await connected(port, GREEDY));
    const newcomer = await connected(port, OTHER);
    await expect.poll(() => greedy.map((client) => client.isClosed())).toEqual([true, true, true, true, false, false]);
    expect([other.isClosed(), newcomer.isClosed(), newcomer.heard().includes('answer')]).toEqual([false, false, true]);
  });

  /** Two connections of one address whose requests are in progress, which is all there may be. */
  async function busyScene() {
    const { port, open } = await scene(2);
    const busy = [openClient(port, { from: GREEDY }), openClient(port, { from: GREEDY })] as const;
    for (const [index, client] of busy.entries()) {
      client.write(get('/wait'));
      await expect.poll(() => open.length).toBe(index + 1);
    }
    return { port, open, busy };
  }

  it('stay open for a newcomer of the same network while a request is in progress', async () => {
    const { port, open, busy } = await busyScene();
    const newcomer = await connected(port, GREEDY);
    expect(newcomer.isClosed()).toBe(true);
    for (const response of open) response.end('at last');
    await expect.poll(() => busy.every((client) => client.heard().includes('at last'))).toBe(true);
  });

  it('of the network with the most make room for a newcomer elsewhere, although all its requests are in progress', async () => {
    const { port, busy } = await busyScene();
    const newcomer = await connected(port, OTHER);
    expect(newcomer.heard()).toContain('answer');
    expect(busy.map((client) => client.isClosed())).toEqual([true, false]);
  });

  it('have no maximum without the limit', async () => {
    const { port } = await scene(Number.POSITIVE_INFINITY);
    const clients: Client[] = [];
    for (let count = 0; count < 20; count += 1) clients.push(await connected(port, GREEDY));
    expect(clients.some((client) => client.isClosed())).toBe(false);
  });
});

it('closes one connection for each that arrives over the limit in the same turn', () => {
  const server = limitedServer(() => undefined, { ...LIMITS, connections: 1 }, PATIENCE);
  const sockets = [new Socket(), new Socket(), new Socket()];
  for (const socket of sockets) server.emit('connection', socket);
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, true, false]);
});
