/** The HTTP server below Fastify: how long a connection may take, and what one and all of them may hold. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { fairShare } from './fair-share.ts';
import type { Limits } from './limits.ts';
import { networkOf } from './network.ts';
import { type Pipeline, pipelines } from './pipeline.ts';
import { countedResponses } from './responses.ts';
import { unreadBudget } from './unread.ts';

/** How long a slow client may take for its head and for all of its request, and how often that is looked at. Milliseconds. */
export type Patience = { readonly head: number; readonly request: number; readonly look: number };
export const PATIENCE: Patience = { head: 10_000, request: 15_000, look: 2_000 };

/** A connection without a request is closed after this. */
const IDLE_MS = 20_000;
/** A connection on which nothing moves is closed after this, also in the middle of an answer. */
const STALLED_MS = 30_000;

export type ConnectionLimits = Pick<Limits, 'unanswered' | 'unread' | 'connections'>;

export function limitedServer(handle: RequestListener, limits: ConnectionLimits, patience: Patience): Server {
  const server = createServer({
    ServerResponse: countedResponses(unreadBudget(limits.unread)),
    connectionsCheckingInterval: patience.look,
    headersTimeout: patience.head,
    requestTimeout: patience.request,
    keepAliveTimeout: IDLE_MS,
  });
  server.setTimeout(STALLED_MS);

  const open = new WeakMap<Socket, Pipeline>();
  const pipelineOf = pipelines({ most: limits.unanswered, handle });
  server.on('connection', (socket: Socket) => open.set(socket, pipelineOf(socket)));
  server.on('request', (request, response) => open.get(request.socket)?.handle(request, response));
  // Node answers an unknown Expect header by itself, past the limit on the pipeline. It may as well be ignored (RFC 9110).
  server.on('checkExpectation', (request, response) => open.get(request.socket)?.handle(request, response));
  limitConnections(server, limits.connections, (socket) => open.get(socket)?.unanswered() === 0);
  return server;
}

/**
 * Beyond the limit, the network with the most connections loses its oldest idle one. Without an idle one, it loses its oldest
 * to a newcomer elsewhere: slow requests on all connections must not shut everybody out.
 */
function limitConnections(server: Server, most: number, isIdle: (socket: Socket) => boolean): void {
  const connections = fairShare<Socket>();
  server.on('connection', (socket: Socket) => {
    connections.add(socket, networkOf(socket.remoteAddress ?? ''));
    socket.once('close', () => connections.delete(socket));
    if (connections.size <= most) return;
    // A newcomer of that network is the last of them, and idle.
    let [victim = socket] = connections.ofLargest();
    for (const one of connections.ofLargest()) {
      if (!isIdle(one)) continue;
      victim = one;
      break;
    }
    connections.delete(victim);
    victim.destroy();
  });
}
