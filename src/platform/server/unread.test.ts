/** Clients that send requests and do not read, on real sockets. */
import type { RequestListener, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { type Client, get, listenWith, openClient } from '#testing/sockets.ts';

const MB = 1024 * 1024;
/** Larger than the system's buffers for a local client. */
const KEPT = Buffer.alloc(6 * MB, 'x');
const ATTACKERS = 40;
/** Connections from here count as another network. */
const ELSEWHERE = '127.0.0.2';

/** Answers `/own` with a text of its own and everything else with the cached bytes. */
function answers() {
  const given: ServerResponse[] = [];
  const handle: RequestListener = (request, response) => {
    given.push(response);
    response.end(request.url === '/own' ? `${given.length}`.padEnd(MB) : KEPT);
  };
  const open = () => given.filter(({ closed, req }) => !closed && !req.socket.destroyed);
  return {
    handle,
    given,
    unread: () => open().reduce((sum, { writableLength }) => sum + writableLength, 0),
    waiting: () => open().length,
    closedConnections: () => new Set(given.filter(({ req }) => req.socket.destroyed).map(({ req }) => req.socket)).size,
  };
}

function attack(port: number): void {
  for (let count = 0; count < ATTACKERS; count += 1) {
    openClient(port, { reads: false, from: ELSEWHERE }).write(get('/own').repeat(200));
  }
}

const lengthOf = (client: Client) => client.heard().split('\r\n\r\n')[1]?.length ?? 0;

describe('clients that do not read', () => {
  it('hold no more memory than the budget, and are disconnected', async () => {
    const { handle, unread, closedConnections } = answers();
    attack(await listenWith(handle, { unread: 32 * MB }));
    await expect.poll(closedConnections).toBeGreaterThan(ATTACKERS / 2);
    expect(unread()).toBeLessThanOrEqual(32 * MB);
  });

  it('hold much more without the budget', async () => {
    const { handle, unread, closedConnections } = answers();
    attack(await listenWith(handle, { unread: Number.POSITIVE_INFINITY }));
    await expect.poll(unread).toBeGreaterThan(64 * MB);
    expect(closedConnections()).toBe(0);
  });

  it('do not affect a slow phone, which gets its whole response', async () => {
    const { handle, given, closedConnections } = answers();
    const port = await listenWith(handle, { unread: 32 * MB });
    const phone = openClient(port, { reads: false });
    phone.write(get('/kept'));
    await expect.poll(() => given.length).toBe(1);
    attack(port);
    await expect.poll(closedConnections).toBeGreaterThan(ATTACKERS / 2);
    phone.read();
    await expect.poll(() => lengthOf(phone)).toBe(KEPT.length);
  });

  it('may wait for the same cached bytes in any number, because they share one buffer', async () => {
    const { handle, given, waiting, closedConnections } = answers();
    const port = await listenWith(handle, { unread: 16 * MB });
    const phones = Array.from({ length: 20 }, () => openClient(port, { reads: false }));
    for (const phone of phones) phone.write(get('/kept'));
    await expect.poll(() => given.length).toBe(20);
    expect([waiting(), closedConnections()]).toEqual([20, 0]);
    for (const phone of phones) phone.read();
    await expect.poll(() => phones.every((phone) => lengthOf(phone) === KEPT.length)).toBe(true);
  });

  it('get one response larger than a quarter of the budget, but not a pipeline of them', async () => {
    const given: ServerResponse[] = [];
    const port = await listenWith(
      (_request, response) => {
        given.push(response);
        response.end('x'.repeat(8 * MB));
      },
      { unread: 24 * MB },
    );
    openClient(port, { reads: false }).write(get('/').repeat(3));
    await expect.poll(() => given[0]?.req.socket.destroyed).toBe(true);
    const one = openClient(port, { reads: false });
    one.write(get('/'));
    one.read();
    await expect.poll(() => lengthOf(one)).toBe(8 * MB);
  });
});
