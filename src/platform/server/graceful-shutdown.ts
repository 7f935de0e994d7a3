/**
 * Graceful shutdown: takes no new connections, and closes each open one after its next response or when time is up.
 * Fastify's own close ends idle connections at once, which cuts off clients whose request is already on its way.
 */
import { Server, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Resolves when all connections are closed, at the latest after `timeout` milliseconds. */
export type Shutdown = (timeout: number) => Promise<void>;

export function gracefulShutdown(fastify: FastifyInstance): Shutdown {
  const open = new Set<Socket>();
  const { promise, resolve } = Promise.withResolvers<void>();
  let closing = false;
  const resolveWhenEmpty = () => {
    if (closing && open.size === 0) resolve();
  };
  fastify.server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      resolveWhenEmpty();
    });
  });
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close');
    done(null, payload);
  });
  return (timeout) => {
    closing = true;
    // Node's plain close. `http.Server.close` would also close idle connections.
    if (fastify.server.listening) Server.prototype.close.call(fastify.server);
    resolveWhenEmpty();
    setTimeout(resolve, timeout).unref();
    return promise;
  };
}
