import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { type TestApp, testApp } from '#testing/app.ts';
import { aRegistration } from '#testing/factories.ts';

it('a graceful stop finishes running requests, then ends', async () => {
  const app = await testApp();
  const id = await app.event();
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // A long write holds the database, so that the registration is still running at the shutdown.
  const holding = app.context.db.transaction().execute(async () => {
    held.resolve();
    await release.promise;
  });
  await held.promise;
  const registering = postTo(app, '/api/rsvps', aRegistration(id));
  await once(app.fastify.server, 'request');
  const stopped = app.stop();
  // By now the server accepts no connections and waits for the open ones.
  await new Promise(setImmediate);
  expect(app.fastify.server.listening).toBe(false);
  release.resolve();
  const [answer] = await Promise.all([registering, holding, stopped]);
  expect(answer).toEqual({ status: 201, body: expect.objectContaining({ playerName: 'Alex' }) });
  await expect(postTo(app, '/api/rsvps', aRegistration(id))).rejects.toThrow('ECONNREFUSED');
});

it('a graceful stop answers on an idle connection, and closes it with the response', async () => {
  const app = await testApp();
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.fastify.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async () => {
    const call = request({ host: '127.0.0.1', port, path: '/healthz', agent }).end();
    const [answer] = await once(call, 'response');
    answer.resume();
    await once(answer, 'end');
    return { status: answer.statusCode, connection: answer.headers.connection, reused: call.reusedSocket };
  };
  expect(await ask()).toEqual({ status: 200, connection: 'keep-alive', reused: false });
  const stopped = app.stop();
  await new Promise(setImmediate);
  expect(await ask()).toEqual({ status: 200, connection: 'close', reused: true });
  // No connection is open, so there is nothing to wait for.
  await stopped;
});

let lastPort = 0;

async function postTo(
  app: TestApp,
  path: string,
  body: object,
): Promise<{ status: number | undefined; body: unknown }> {
  lastPort = (app.fastify.server.address() as AddressInfo | null)?.port ?? lastPort;
  const headers = { 'content-type': 'application/json' };
  const agent = new Agent({ keepAlive: true });
  const call = request({ host: '127.0.0.1', port: lastPort, path, method: 'POST', headers, agent });
  call.end(JSON.stringify(body));
  const [answer] = await once(call, 'response');
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += chunk;
  agent.destroy();
  return { status: answer.statusCode, body: JSON.parse(text) };
}
