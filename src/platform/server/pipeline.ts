/**
 * Limits the unanswered requests of one connection. The rest stay unread in the socket, where TCP slows the sender
 * down. Node parses everything a read returns, up to 64 kB or 2,600 requests, which takes 13 ms and 10 MB. Reading
 * request by request prevents that but costs 1 µs per read. Browsers and proxies do not pipeline, so it starts with the
 * first client that does, on all connections: an attacker can cause one such read in all, not one per connection.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { MINUTE } from '#platform/durations.ts';

export type Pipeline = {
  readonly handle: RequestListener;
  /** Requests without a complete response, including waiting ones. */
  unanswered(): number;
};

export type PipelineOptions = {
  /** Requests of one connection in progress at once. */
  readonly most: number;
  readonly handle: RequestListener;
  /** Milliseconds. */
  now?(): number;
};

/** Milliseconds of request-by-request reading on all connections after a client has pipelined too much. */
const CAREFUL = 10 * MINUTE;
const END_OF_HEAD = Buffer.from('\r\n\r\n');

/**
 * Node pauses a connection and its parser while earlier responses are unread, and resumes both itself. Feeding the
 * parser meanwhile crashes the process with a failed assertion. There is no public API for this state; pipeline.test.ts
 * fails when `_paused` stops working.
 */
const isPausedByNode = (socket: Socket & { _paused?: boolean }): boolean => socket._paused === true;

/** Returns a function that makes the pipeline of a new connection. */
export function pipelines({
  most,
  handle,
  now = () => performance.now(),
}: PipelineOptions): (socket: Socket) => Pipeline {
  /** Connections that Node reads itself, each with the function that takes over reading. */
  const readByNode = new Map<Socket, () => void>();
  let carefulUntil = Number.NEGATIVE_INFINITY;

  function beCareful(): void {
    carefulUntil = now() + CAREFUL;
    for (const takeOver of readByNode.values()) takeOver();
    readByNode.clear();
  }

  return (socket) => {
    /** Requests that were parsed before reading could be stopped. */
    const waiting: [IncomingMessage, ServerResponse][] = [];
    let inProgress = 0;
    let begun = 0;
    let latest: IncomingMessage | null = null;
    let held = false;
    let scheduled = false;

    function start(request: IncomingMessage, response: ServerResponse): void {
      inProgress += 1;
      response.on('close', onAnswered);
      handle(request, response);
    }

    function onAnswered(): void {
      inProgress -= 1;
      if (held || waiting.length > 0) goOnNextTurn();
    }

    /** Starts one pipelined request per turn of the event loop, so that other connections get theirs. */
    function goOnNextTurn(): void {
      if (scheduled) return;
      scheduled = true;
      setImmediate(goOn);
    }

    function goOn(): void {
      scheduled = false;
      if (socket.destroyed || inProgress >= most) return;
      const next = waiting.shift();
      if (next !== undefined) {
        start(...next);
        goOnNextTurn();
      } else if (held) {
        held = false;
        if (!isPausedByNode(socket)) socket.resume();
      }
    }

    function hold(): void {
      held = true;
      socket.pause();
      goOnNextTurn();
    }

    function readByRequest(): void {
      const [parse] = socket.listeners('data') as [((chunk: Buffer) => void)?];
      // After a CONNECT, Node has detached its parser and is about to close the connection.
      if (parse === undefined) return;
      socket.off('data', parse);
      socket.on('data', (chunk: Buffer) => {
        const before = begun;
        for (let from = 0; from < chunk.length && !socket.destroyed; ) {
          if (isPausedByNode(socket)) socket.pause();
          // A request that has begun needs its body.
          else if (latest?.complete !== false && (begun > before || inProgress + waiting.length >= most)) hold();
          if (socket.isPaused()) return socket.unshift(chunk.subarray(from));
          const end = chunk.indexOf(END_OF_HEAD, from);
          const to = end === -1 ? chunk.length : end + END_OF_HEAD.length;
          parse.call(socket, chunk.subarray(from, to));
          from = to;
        }
      });
      // Node also stopped reading from the system when it paused, and does not start it again.
      socket._read(0);
    }

    if (now() < carefulUntil) readByRequest();
    else {
      readByNode.set(socket, readByRequest);
      socket.once('close', () => {
        readByNode.delete(socket);
        waiting.length = 0;
      });
    }

    return {
      unanswered: () => inProgress + waiting.length,
      handle(request, response) {
        begun += 1;
        latest = request;
        // In order: responses are sent in order, so a request that waits would block all later ones.
        if (inProgress < most && waiting.length === 0) return start(request, response);
        waiting.push([request, response]);
        if (now() >= carefulUntil) beCareful();
        if (!held) hold();
      },
    };
  };
}
