/** Responses that count against the budget of unread bytes and write large bodies in chunks. */
import { type IncomingMessage, ServerResponse } from 'node:http';
import type { UnreadBudget } from './unread.ts';

/** Bytes written per turn of the event loop. The system copies them: 10 MB take some 5 ms. */
const CHUNK = 256 * 1024;

/** Returns a response class for `createServer`. */
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
