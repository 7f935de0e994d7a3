/** Clients that send many requests on one connection, or do not read, on real sockets. */
import type { RequestListener, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { type Client, get, listenWith, openClient } from '#testing/sockets.ts';
import type { ConnectionLimits, Patience } from './connections.ts';

const MB = 1024 * 1024;
/** Larger than the system's buffers for a local client. */
const LARGE = Buffer.alloc(8 * MB, 'x');
const ELSEWHERE = '127.0.0.2';

/** Keeps every request open until the test answers it. */
function desk() {
  const open: ServerResponse[] = [];
  const handle: RequestListener = (_request, response) => void open.push(response);
  return { open, handle };
}

const lengthOf = (client: Client) => client.heard().split('\r\n\r\n')[1]?.length ?? 0;

it('unanswered requests of a connection are eight at most: the ninth closes it, and the rest of what it sent is not handled', async () => {
  const { open, handle } = desk();
  const port = await listenWith(handle, {});
  const [greedy, other] = [openClient(port), openClient(port)];
  greedy.write(get('/').repeat(8));
  await expect.poll(() => open.length).toBe(8);
  expect(greedy.isClosed()).toBe(false);
  greedy.write(get('/').repeat(1000));
  await greedy.closed;
  expect(open).toHaveLength(8);
  other.write(get('/'));
  await expect.poll(() => open.length).toBe(9);
  expect(other.isClosed()).toBe(false);
});

it('unanswered requests of a connection have no maximum without the limit', async () => {
  const { open, handle } = desk();
  openClient(await listenWith(handle, { unanswered: Number.POSITIVE_INFINITY })).write(get('/').repeat(1000));
  await expect.poll(() => open.length).toBe(1000);
});

it('unanswered requests of a connection count also with an Expect header', async () => {
  const { open, handle } = desk();
  const client = openClient(await listenWith(handle, {}));
  client.write(get('/', 'Expect: tea\r\n').repeat(9));
  await client.closed;
  expect(open).toHaveLength(8);
});

it('unanswered requests of a connection are not those that were answered: a browser asks a thousand times on six connections', async () => {
  const port = await listenWith((request, response) => void response.end(`<${request.url}>`), {});
  const browse = async () => {
    const client = openClient(port);
    for (let time = 0; time < 170; time += 1) {
      client.write(get(`/${time}`));
      await expect.poll(() => client.heard().includes(`</${time}>`), { interval: 1 }).toBe(true);
    }
    return client.isClosed();
  };
  expect(await Promise.all(Array.from({ length: 6 }, browse))).toEqual(Array(6).fill(false));
});

it('unanswered requests of a connection may not wait behind a stream for long, which other clients keep open', async () => {
  const port = await listenWith(
    (request, response) => {
      if (request.url === '/live') response.write('first');
      else response.end('small');
    },
    {},
    { look: 20, behind: 100 },
  );
  const [stream, piling] = [openClient(port), openClient(port)];
  stream.write(get('/live'));
  await expect.poll(() => stream.heard()).toContain('first');
  piling.write(get('/live') + get('/next'));
  await piling.closed;
  expect(piling.heard()).toContain('first');
  expect(stream.isClosed()).toBe(false);
});

describe('clients that do not read', () => {
  /** Answers with a large body. Connections from ELSEWHERE are of another network. */
  async function answering(limits: Partial<ConnectionLimits>, patience: Partial<Patience> = {}) {
    const given: ServerResponse[] = [];
    const handle: RequestListener = (_request, response) => {
      given.push(response);
      response.end(LARGE);
    };
    const port = await listenWith(handle, limits, { look: 20, ...patience });
    const ask = async (from?: string) => {
      const count = given.length;
      const client = openClient(port, { reads: false, ...(from === undefined ? {} : { from }) });
      client.write(get('/'));
      await expect.poll(() => given.length, { interval: 1 }).toBe(count + 1);
      return client;
    };
    const closed = () => given.map(({ req }) => req.socket.destroyed);
    return { ask, closed };
  }

  it('hold no more memory than the limit: the oldest of the network with the most are closed', async () => {
    const { ask, closed } = await answering({ unread: 4.5 * LARGE.length });
    const phone = await ask();
    for (let count = 0; count < 9; count += 1) await ask(ELSEWHERE);
    await expect.poll(closed).toEqual([false, ...Array(6).fill(true), ...Array(3).fill(false)]);
    phone.read();
    await expect.poll(() => lengthOf(phone)).toBe(LARGE.length);
    expect(closed().filter((is) => is)).toHaveLength(6);
  });

  it('hold more without the limit', async () => {
    const { ask, closed } = await answering({ unread: Number.POSITIVE_INFINITY });
    for (let count = 0; count < 20; count += 1) await ask();
    const reader = await ask();
    reader.read();
    await expect.poll(() => lengthOf(reader)).toBe(LARGE.length);
    expect(closed()).not.toContain(true);
  });

  it('are closed although they take sips, when that lasts longer than any connection needs', async () => {
    const { ask, closed } = await answering({}, { read: 500 - LARGE.length / 25 });
    (await ask()).readSlowly(1000, 50);
    await expect.poll(closed, { timeout: 10_000 }).toEqual([true]);
  });
});
