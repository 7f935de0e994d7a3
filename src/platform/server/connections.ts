/** The HTTP server below Fastify: connection timeouts and limits. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { fairShare } from './fair-share.ts';
import type { Limits } from './limits.ts';
import { networkOf } from './network.ts';
import { type Pipeline, pipelines } from './pipeline.ts';
import { countedResponses, unreadBudget } from './unread.ts';

/** Milliseconds a client may take to send its head and its whole request, and how often that is checked. */
export type Patience = { readonly head: number; readonly request: number; readonly look: number };
export const PATIENCE: Patience = { head: 10_000, request: 15_000, look: 2_000 };

/** Closes a connection without a request after this. */
const IDLE_MS = 20_000;
/** Closes a connection without traffic after this, also in the middle of a response. */
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
  // Node would answer an unknown Expect header itself, outside the pipeline limit. RFC 9110 allows ignoring it.
  server.on('checkExpectation', (request, response) => open.get(request.socket)?.handle(request, response));
  limitConnections(server, limits.connections, (socket) => open.get(socket)?.unanswered() === 0);
  return server;
}

/**
 * Over the limit, closes the oldest idle connection of the network with the most, which may be the new one itself. When
 * none of them is idle, closes the oldest, so that slow requests cannot use up all connections.
 */
function limitConnections(server: Server, most: number, isIdle: (socket: Socket) => boolean): void {
  const connections = fairShare<Socket>();
  server.on('connection', (socket: Socket) => {
    connections.add(socket, networkOf(socket.remoteAddress ?? ''));
    socket.once('close', () => connections.delete(socket));
    if (connections.size <= most) return;
    const [oldest = socket] = connections.ofLargest();
    const victim = Iterator.from(connections.ofLargest()).find(isIdle) ?? oldest;
    connections.delete(victim);
    victim.destroy();
  });
}
