/**
 * The polite end of a server: it takes no new connections, but for a moment goes on answering on those it has and lets each
 * end with its next answer. To close the quiet ones at once, as the library does, cuts off whose request is on its way.
 */
import { Server, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Answers once nobody has a connection any more, at the latest after `patience` milliseconds. */
export type Farewell = (patience: number) => Promise<void>;

export function farewell(fastify: FastifyInstance): Farewell {
  const open = new Set<Socket>();
  const { promise, resolve } = Promise.withResolvers<void>();
  let leaving = false;
  const leaveWhenAlone = () => {
    if (leaving && open.size === 0) resolve();
  };
  fastify.server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      leaveWhenAlone();
    });
  });
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    if (leaving) reply.header('connection', 'close');
    done(null, payload);
  });
  return (patience) => {
    leaving = true;
    // As any server closes; that of the library would close the quiet connections too.
    if (fastify.server.listening) Server.prototype.close.call(fastify.server);
    leaveWhenAlone();
    setTimeout(resolve, patience).unref();
    return promise;
  };
}
