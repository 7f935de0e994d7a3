/**
 * Limits the memory of responses that clients have not read yet. All clients share the buffer of a cached response, which counts
 * once: a thousand slow phones cost as much as one. A response made for one client counts by itself.
 */
import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from './network.ts';

/** Bytes of a response's own objects, headers and place in the socket. */
const OVERHEAD = 4096;
/** Share of the budget that a pipeline may hold; a single response may be larger. */
const PIPELINE_SHARE = 0.25;
/** Share of the budget to free down to, so that the search for the largest holder is rare. */
const FREE_DOWN_TO = 0.75;
/** Milliseconds added to the age of every response, so that the largest of the new ones goes first. */
const FORGIVEN = 1000;

type Held = { readonly buffer: Buffer | null; readonly own: number; readonly since: number };

type UnreadBudget = ReturnType<typeof unreadBudget>;

/** `most` is in bytes; `now` in milliseconds. */
export function unreadBudget(most: number, now: () => number = () => performance.now()) {
  const connections = new Map<Socket, Map<ServerResponse, Held>>();
  const waitingFor = new Map<Buffer, number>();
  const watched = new WeakSet<Socket>();
  let total = 0;

  function release(socket: Socket, answer: ServerResponse): void {
    const answers = connections.get(socket);
    const held = answers?.get(answer);
    if (answers === undefined || held === undefined) return;
    answers.delete(answer);
    if (answers.size === 0) connections.delete(socket);
    total -= held.own;
    if (held.buffer === null) return;
    const left = (waitingFor.get(held.buffer) ?? 1) - 1;
    if (left > 0) waitingFor.set(held.buffer, left);
    else {
      waitingFor.delete(held.buffer);
      total -= held.buffer.length;
    }
  }

  function releaseAll(socket: Socket): void {
    for (const answer of connections.get(socket)?.keys() ?? []) release(socket, answer);
  }

  /** Bytes that closing this response would free; waiting responses share a common buffer in equal parts. */
  const weightOf = ({ buffer, own }: Held): number =>
    own + (buffer === null ? 0 : buffer.length / (waitingFor.get(buffer) ?? 1));

  const weightOn = (socket: Socket): number =>
    [...(connections.get(socket)?.values() ?? [])].reduce((sum, held) => sum + weightOf(held), 0);

  function close(socket: Socket): void {
    releaseAll(socket);
    socket.destroy();
  }

  /** Closes connections of the network that holds the most, starting with those that held much for long. */
  function free(): void {
    const networks = new Map<string, { weight: number; connections: { socket: Socket; cost: number }[] }>();
    for (const [socket, answers] of connections) {
      const { key, wider } = networkOf(socket.remoteAddress ?? '');
      const network = networks.get(wider ?? key) ?? { weight: 0, connections: [] };
      networks.set(wider ?? key, network);
      let cost = 0;
      for (const held of answers.values()) {
        network.weight += weightOf(held);
        cost += weightOf(held) * (now() - held.since + FORGIVEN);
      }
      network.connections.push({ socket, cost });
    }
    const inTurn = [...networks.values()]
      .sort((one, other) => other.weight - one.weight)
      .flatMap((network) => network.connections.sort((one, other) => other.cost - one.cost));
    for (const { socket } of inTurn) {
      if (total <= most * FREE_DOWN_TO) return;
      close(socket);
    }
  }

  return {
    total: () => total,

    /** Counts a response until it is read or its connection closes. `body` is its last chunk. */
    hold(socket: Socket, answer: ServerResponse, body: unknown): void {
      const buffer = Buffer.isBuffer(body) ? body : null;
      const own = OVERHEAD + (buffer === null ? answer.writableLength : 0);
      const answers = connections.get(socket) ?? new Map<ServerResponse, Held>();
      connections.set(socket, answers.set(answer, { buffer, own, since: now() }));
      total += own;
      if (buffer !== null) {
        const others = waitingFor.get(buffer) ?? 0;
        waitingFor.set(buffer, others + 1);
        if (others === 0) total += buffer.length;
      }
      answer.once('close', () => release(socket, answer));
      // Node emits no event for responses further back in a pipeline when their connection closes.
      if (!watched.has(socket)) {
        watched.add(socket);
        socket.once('close', () => releaseAll(socket));
      }
      if (answers.size > 1 && weightOn(socket) > most * PIPELINE_SHARE) close(socket);
      if (total > most) free();
    },
  };
}

/** Bytes written per turn of the event loop. The system copies them: 10 MB take some 5 ms. */
const CHUNK = 256 * 1024;

/** Returns a class for `createServer` of responses that count and write large bodies in chunks. */
export function countedResponses(unread: UnreadBudget): typeof ServerResponse {
  return class CountedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
    override end(body?: unknown, encoding?: unknown, done?: unknown): this {
      if (Buffer.isBuffer(body) && body.length > CHUNK) {
        if (!this.headersSent) this.setHeader('content-length', body.length);
        unread.hold(this.req.socket, this, body);
        this.#writeFrom(body, 0);
        return this;
      }
      super.end(body, encoding as BufferEncoding, done as () => void);
      // Zero when the system took all of it, which is the usual case.
      if (this.writableLength > 0) unread.hold(this.req.socket, this, body);
      return this;
    }

    #writeFrom(body: Buffer, from: number): void {
      if (this.destroyed || this.req.socket.destroyed) return;
      const to = from + CHUNK;
      if (to >= body.length) {
        super.end(body.subarray(from));
        return;
      }
      const next = () => this.#writeFrom(body, to);
      if (this.write(body.subarray(from, to))) setImmediate(next);
      else this.once('drain', next);
    }
  };
}
