/** Clients that pipeline many requests on one connection, on real sockets. */
import { createServer, IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { MINUTE } from '#platform/durations.ts';
import { type Client, get, listen, listenWith, openClient } from '#testing/sockets.ts';
import { type Pipeline, pipelines } from './pipeline.ts';

const numbered: RequestListener = (request, response) => response.end(`<${request.url}>`);

/** Keeps every request open until the test answers it. */
function desk() {
  const open: ServerResponse[] = [];
  let most = 0;
  const handle: RequestListener = (_request, response) => {
    open.push(response);
    most = Math.max(most, open.length);
  };
  const answerAll = () => {
    for (const response of open.splice(0)) response.end('ok');
  };
  return { open, handle, answerAll, most: () => most };
}

const paths = (count: number) => Array.from({ length: count }, (_, number) => `/${number}`);
const getAll = (count: number) =>
  paths(count)
    .map((path) => get(path))
    .join('');

describe('a connection that pipelines', () => {
  it('gets 1,500 responses in order', async () => {
    const port = await listenWith(numbered, { unanswered: 8 });
    const client = openClient(port);
    client.write(getAll(1500));
    await expect.poll(() => client.heard().match(/<\/\d+>/g)).toEqual(paths(1500).map((path) => `<${path}>`));
  });

  it('has eight requests in progress, and the next one starts after a response', async () => {
    const { open, handle, answerAll, most } = desk();
    const client = openClient(await listenWith(handle, { unanswered: 8 }));
    client.write(getAll(1500));
    await expect.poll(() => open.length).toBe(8);
    open.shift()?.end('ok');
    await expect.poll(() => open.length).toBe(8);
    let answered = 1;
    while (answered < 1500) {
      await turn();
      answered += open.length;
      answerAll();
    }
    await expect.poll(() => client.heard().match(/\bok/g)?.length).toBe(1500);
    expect(most()).toBe(8);
  });

  it('has all requests in progress without the limit', async () => {
    const { open, handle } = desk();
    openClient(await listenWith(handle, { unanswered: Number.POSITIVE_INFINITY })).write(getAll(1000));
    await expect.poll(() => open.length).toBe(1000);
  });

  it('is not read while its first requests are unanswered', async () => {
    const { open, handle } = desk();
    const client = openClient(await listenWith(handle, { unanswered: 2 }));
    const SENT = 50_000_000;
    client.write(get('/').repeat(3));
    await expect.poll(() => open.length).toBe(2);
    client.write(Buffer.alloc(SENT, get(`/${'x'.repeat(1000)}`)));
    await expect.poll(() => client.stalled()).toBe(true);
    expect(client.unsent()).toBeGreaterThan(SENT / 2);
  });

  it('waits while a stream is open, and continues when it ends', async () => {
    const { open, handle } = desk();
    const client = openClient(
      await listenWith(
        (request, response) => {
          if (request.url === '/live') response.write('first');
          handle(request, response);
        },
        { unanswered: 1 },
      ),
    );
    client.write(get('/live') + get('/next'));
    await expect.poll(() => client.heard()).toContain('first');
    expect(open).toHaveLength(1);
    open.shift()?.end('last');
    await expect.poll(() => open.length).toBe(1);
    open.shift()?.end('next answer');
    await expect.poll(() => client.heard()).toMatch(/last.*next answer/s);
  });

  it.each([1, 2, 8])(
    'may split its requests anywhere, with bodies that look like heads, %d bytes at a time',
    async (unanswered) => {
      const heard: string[] = [];
      const port = await listenWith(
        async (request, response) => {
          let body = '';
          for await (const chunk of request) body += chunk;
          heard.push(`${request.url} ${body.length}`);
          response.end();
        },
        { unanswered },
      );
      const body = 'GET /no HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(40);
      const post = (path: string) =>
        `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
      const all = paths(30).map((path, index) => (index % 3 === 0 ? post(path) : get(path)));
      const text = all.join('');
      const client = openClient(port);
      for (let from = 0; from < text.length; from += 997) {
        client.write(text.slice(from, from + 997));
        await turn();
      }
      await expect.poll(() => heard.length).toBe(30);
      const inOrder = heard.toSorted(
        (one, other) => Number.parseInt(one.slice(1), 10) - Number.parseInt(other.slice(1), 10),
      );
      expect(inOrder).toEqual(paths(30).map((path, index) => `${path} ${index % 3 === 0 ? body.length : 0}`));
    },
  );

  it.each([
    [1, 'as soon as they arrive'],
    [8, 'as soon as they arrive'],
    [8, 'late'],
  ])('gets long responses in order, %d at a time, read %s', async (unanswered, how) => {
    const long = 'x'.repeat(100_000);
    const port = await listenWith(
      async (request, response) => {
        if (Number(request.url?.slice(1)) % 3 === 0) await turn();
        response.end(`<${request.url}>${long}`);
      },
      { unanswered },
    );
    const client = openClient(port, { reads: how !== 'late' });
    for (let part = 0; part < 3; part += 1) {
      client.write(getAll(300));
      for (let count = 0; count < 20; count += 1) await turn();
    }
    if (how === 'late') client.read();
    const all = paths(300).map((path) => `<${path}>`);
    await expect.poll(() => client.heard().match(/<\/\d+>/g)).toEqual([...all, ...all, ...all]);
  });

  it('does not delay others, although each of its requests is answered at once', async () => {
    const asked: (string | undefined)[] = [];
    const port = await listenWith(
      (request, response) => {
        asked.push(request.url);
        if (asked.length === 20) honest.write(get('/honest'));
        response.end();
      },
      { unanswered: 8 },
    );
    const [greedy, honest] = [openClient(port), openClient(port)];
    greedy.write(getAll(1000));
    await expect.poll(() => asked.length).toBe(1001);
    expect(asked.indexOf('/honest')).toBeLessThan(300);
  });

  it('gets 400 when it sends something that is not HTTP', async () => {
    const client = openClient(await listenWith(numbered, { unanswered: 2 }));
    client.write(getAll(20));
    await expect.poll(() => client.heard()).toContain('</19>');
    client.write('no HTTP\r\n\r\n');
    await client.closed;
    expect(client.heard()).toMatch(/HTTP\/1\.1 400 Bad Request/);
  });

  it('counts requests with an Expect header like all others', async () => {
    const { open, handle } = desk();
    const expecting = 'GET / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n';
    openClient(await listenWith(handle, { unanswered: 8 })).write(expecting.repeat(100));
    await expect.poll(() => open.length).toBe(8);
    await turn();
    expect(open).toHaveLength(8);
  });

  it('makes Node parse one large read, and after that one request at a time on all connections', async () => {
    let time = 0;
    let parsed = 0;
    const server = createServer(() => {
      parsed += 1;
    });
    const pipelineOf = pipelines({ most: 8, handle: () => {}, now: () => time });
    const pipelinesOf = new Map<Socket, Pipeline>();
    server.on('connection', (socket: Socket) => pipelinesOf.set(socket, pipelineOf(socket)));
    server.on('request', (request, response) => pipelinesOf.get(request.socket)?.handle(request, response));
    const port = await listen(server);
    /** Returns how many requests of a connection were parsed, with at most eight in progress. */
    const parsedOf = async (client: Client) => {
      parsed = 0;
      client.write(getAll(1000));
      await expect.poll(() => parsed).toBeGreaterThanOrEqual(8);
      for (let count = 0; count < 20; count += 1) await turn();
      return parsed;
    };
    const [first, second] = [openClient(port), openClient(port)];
    await expect.poll(() => pipelinesOf.size).toBe(2);
    expect([await parsedOf(first), await parsedOf(second), await parsedOf(openClient(port))]).toEqual([1000, 8, 8]);
    time = 10 * MINUTE;
    expect(await parsedOf(openClient(port))).toBe(1000);
  });
});

it('survives a CONNECT on another connection, which has no parser any more, in the turn of the first pipeline', async () => {
  const port = await listenWith((_request, response) => void response.end('answer'), {});
  const tunnels = Array.from({ length: 5 }, () => openClient(port));
  const greedy = openClient(port);
  for (const client of [...tunnels, greedy]) client.write(get('/'));
  await expect.poll(() => [...tunnels, greedy].every((client) => client.heard().includes('answer'))).toBe(true);
  for (const tunnel of tunnels) tunnel.write('CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n');
  greedy.write(get('/').repeat(100));
  await expect.poll(() => greedy.heard().split('answer').length - 1).toBe(101);
  await expect.poll(() => tunnels.every((client) => client.isClosed())).toBe(true);
});

it('starts waiting requests before one that arrives after a response', async () => {
  const begun: (string | undefined)[] = [];
  const socket = new Socket();
  const { handle } = pipelines({ most: 1, handle: ({ url }) => void begun.push(url) })(socket);
  const send = (url: string) => {
    const request = Object.assign(new IncomingMessage(socket), { url });
    const response = new ServerResponse(request);
    handle(request, response);
    return response;
  };
  const first = send('/1');
  const second = send('/2');
  first.emit('close');
  send('/3');
  await turn();
  second.emit('close');
  await turn();
  await turn();
  expect(begun).toEqual(['/1', '/2', '/3']);
});
