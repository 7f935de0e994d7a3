/**
 * Below Fastify: how long a client may take, and how much it may hold. Browsers and proxies ask one thing at a time on
 * a connection and read the answer; other clients lose the connection.
 */
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { MINUTE } from '#platform/durations.ts';
import { WIDER_FACTOR } from '#platform/networks.ts';
import { type Network, networkOf } from './caller.ts';
import type { Limits } from './limits.ts';

/**
 * Milliseconds: for the head, for the whole request, between looks at connections, for a request behind another, and
 * for reading any answer beside TAKEN_PER_MS.
 */
export type Patience = {
  readonly head: number;
  /** Afterwards a body must come at SENT_PER_MS. */
  readonly request: number;
  readonly look: number;
  readonly behind: number;
  readonly read: number;
};
export const PATIENCE: Patience = { head: 10_000, request: 15_000, look: 2_000, behind: 10_000, read: MINUTE };

/** Bytes. A picture of 2 MB takes half a minute on hotel Wi-Fi; at a byte a second it would hold its connection. */
const SENT_PER_MS = 2;
const LONGEST_REQUEST_MS = 10 * MINUTE;

const IDLE_MS = 20_000;
/** Without traffic, also in the middle of a response. */
const STALLED_MS = 30_000;
/** Unread bytes that count towards the limit; fewer fit into the system's own buffers. */
const LARGE = 1024 * 1024;
/** Bytes. Slower readers on many connections would keep old copies of the lists in memory. */
const TAKEN_PER_MS = 25;

/** `bytesBefore`: what its connection had sent before its body. */
type Asked = { readonly at: number; readonly request: IncomingMessage; readonly bytesBefore: number };

export type ConnectionLimits = Pick<Limits, 'unanswered' | 'unread' | 'connections'>;

export function limitedServer(handle: RequestListener, limits: ConnectionLimits, patience: Patience): Server {
  const server = createServer({
    connectionsCheckingInterval: patience.look,
    headersTimeout: patience.head,
    requestTimeout: LONGEST_REQUEST_MS,
    keepAliveTimeout: IDLE_MS,
  });
  server.setTimeout(STALLED_MS);
  const connections = fairShare<Socket>();
  const unanswered = new Map<Socket, Map<ServerResponse, Asked>>();

  server.on('connection', (socket: Socket) => {
    unanswered.set(socket, new Map());
    connections.add(socket, networkOf(socket.remoteAddress ?? ''));
    socket.once('close', () => {
      unanswered.delete(socket);
      connections.delete(socket);
    });
    if (connections.size > limits.connections) makeRoom();
  });

  /**
   * Closes the oldest idle connection of the network with the most, even the new one; when none is idle the oldest, so
   * that slow requests cannot use up all connections.
   */
  function makeRoom(): void {
    const [oldest] = connections.ofLargest();
    const victim =
      Iterator.from(connections.ofLargest()).find((socket) => unanswered.get(socket)?.size === 0) ?? oldest;
    if (victim === undefined) return;
    connections.delete(victim);
    victim.destroy();
  }

  function begin(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const open = unanswered.get(socket);
    if (open === undefined) return;
    open.set(response, { at: performance.now(), request, bytesBefore: socket.bytesRead });
    // An early refusal leaves a body on its way.
    response.once('close', () => {
      if (request.complete) open.delete(response);
      else request.once('end', () => open.delete(response));
    });
    // Node parses what it has already read even so.
    if (open.size > limits.unanswered) socket.destroy();
    else handle(request, response);
  }
  server.on('request', begin);
  // Node would answer an unknown Expect header itself, outside the limit. RFC 9110 allows ignoring it.
  server.on('checkExpectation', begin);

  const sendsTooSlowly = ({ request, bytesBefore }: Asked, { bytesRead }: Socket, took: number): boolean =>
    !request.complete && took > patience.request && bytesRead - bytesBefore < took * SENT_PER_MS;

  /** The oldest connection of the network with the most large answers goes first. */
  function closeSlowReaders(): void {
    const now = performance.now();
    const large = fairShare<Socket>();
    let unread = 0;
    for (const [socket, [first, second]] of unanswered) {
      if (first === undefined) continue;
      const [response, asked] = first;
      const { writableEnded, writableLength } = response;
      const isTooSlow = writableEnded && now - asked.at > patience.read + writableLength / TAKEN_PER_MS;
      const isBehind = second !== undefined && now - second[1].at > patience.behind;
      if (isTooSlow || isBehind) socket.destroy();
      else if (sendsTooSlowly(asked, socket, now - asked.at)) refuseSlowBody(socket, response);
      else if (writableLength > LARGE) {
        large.add(socket, networkOf(socket.remoteAddress ?? ''));
        unread += writableLength;
      }
    }
    while (unread > limits.unread) {
      const [victim] = large.ofLargest();
      if (victim === undefined) return;
      large.delete(victim);
      unread -= victim.writableLength;
      victim.destroy();
    }
  }
  const looking = setInterval(closeSlowReaders, patience.look).unref();
  server.once('close', () => clearInterval(looking));
  return server;
}

function refuseSlowBody(socket: Socket, { headersSent }: ServerResponse): void {
  if (headersSent) socket.destroy();
  else socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () => socket.destroy());
}

/** The network that holds the most gives up a stream or a connection when all are taken. */
export function fairShare<T>() {
  type Holder = { readonly items: Set<T>; readonly weight: number };
  const networks = new Map<T, Network>();
  const holders = new Map<string, Holder>();
  const sizeOf = ({ items, weight }: Holder): number => items.size * weight;

  function holdersOf({ key, wider }: Network): Holder[] {
    return [key, ...(wider === null ? [] : [wider])].map((name) => {
      const weight = name === wider ? 1 / WIDER_FACTOR : 1;
      const holder = holders.get(name) ?? { items: new Set<T>(), weight };
      holders.set(name, holder);
      return holder;
    });
  }

  return {
    get size(): number {
      return networks.size;
    },
    all: (): Iterable<T> => networks.keys(),

    add(item: T, network: Network): void {
      networks.set(item, network);
      for (const { items } of holdersOf(network)) items.add(item);
    },

    delete(item: T): void {
      const network = networks.get(item);
      if (network === undefined) return;
      networks.delete(item);
      for (const { items } of holdersOf(network)) items.delete(item);
      for (const name of [network.key, network.wider ?? ''])
        if (holders.get(name)?.items.size === 0) holders.delete(name);
    },

    ofLargest(): Iterable<T> {
      let largest: Holder = { items: new Set(), weight: 0 };
      for (const holder of holders.values()) if (sizeOf(holder) > sizeOf(largest)) largest = holder;
      return largest.items;
    },
  };
}
