/**
 * Limits the unanswered requests of one connection. Node parses everything that one read brought, up to 64 kB or some
 * 2,000 requests, and starts a handler for each. Requests over the limit wait: those of the first read parsed, because
 * they cannot be put back, all later ones unread in the socket, where TCP slows the sender down.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export type Pipeline = {
  readonly handle: RequestListener;
  /** Requests without a complete answer, waiting ones included. */
  unanswered(): number;
};

export type PipelineOptions = {
  /** Requests of one connection in progress at once. */
  readonly most: number;
  readonly handle: RequestListener;
};

/** Parsed requests that wait, over all connections; some 4 kB each. Beyond it, the connection that adds one is closed. */
const MOST_PARSED = 5000;
const END_OF_HEAD = Buffer.from('\r\n\r\n');

/** Returns a function that makes the pipeline of a new connection. */
export function pipelines({ most, handle }: PipelineOptions): (socket: Socket) => Pipeline {
  let parsed = 0;

  return (socket) => {
    const waiting: [IncomingMessage, ServerResponse][] = [];
    let inProgress = 0;
    let reading: 'freely' | 'by request' | 'held' = 'freely';

    function start(request: IncomingMessage, response: ServerResponse): void {
      inProgress += 1;
      response.once('close', onAnswered);
      handle(request, response);
    }

    function onAnswered(): void {
      inProgress -= 1;
      if (socket.destroyed) return;
      const next = waiting.shift();
      if (next !== undefined) {
        parsed -= 1;
        start(...next);
      } else if (reading === 'held') {
        reading = 'by request';
        socket.resume();
      }
    }

    function hold(): void {
      reading = 'held';
      socket.pause();
    }

    /** Takes the reading over from Node's parser and gives it one request at a time. Costs 1 µs a read, so only on need. */
    function readByRequest(): void {
      const [parse] = socket.listeners('data') as [(chunk: Buffer) => void];
      socket.off('data', parse);
      socket.on('data', (chunk: Buffer) => {
        for (let from = 0; from < chunk.length && !socket.destroyed; ) {
          if (inProgress + waiting.length >= most) hold();
          // Node pauses the socket too, while earlier answers are not read.
          if (socket.isPaused()) return socket.unshift(chunk.subarray(from));
          const end = chunk.indexOf(END_OF_HEAD, from);
          const to = end === -1 ? chunk.length : end + END_OF_HEAD.length;
          parse.call(socket, chunk.subarray(from, to));
          from = to;
        }
      });
      socket.once('close', () => {
        parsed -= waiting.length;
        waiting.length = 0;
      });
    }

    return {
      unanswered: () => inProgress + waiting.length,
      handle(request, response) {
        if (inProgress < most) return start(request, response);
        if (reading === 'freely') {
          readByRequest();
          hold();
        }
        waiting.push([request, response]);
        parsed += 1;
        if (parsed > MOST_PARSED) socket.destroy();
      },
    };
  };
}
