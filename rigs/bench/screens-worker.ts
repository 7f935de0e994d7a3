/** Holds open screens in a process of its own, so that reading them delays neither the program nor who registers. */
import { connect, type Socket } from 'node:net';

export type Opening = { readonly port: number; readonly path: string; readonly count: number };
/** A message, and when each screen had received it, in milliseconds since 1970. */
export type Message = { readonly text: string; readonly arrivals: Float64Array };
export type Seen = { readonly messages: readonly Message[]; readonly bytes: number; readonly lost: number };
export type Order = { readonly open: Opening } | { readonly report: true };

/** Linux answers on all of 127.0.0.0/8, and each address has its own ports. */
const ADDRESSES = process.platform === 'linux' ? 50 : 1;
const AT_ONCE = 50;
const MESSAGE = /id: \d+\nevent: (?:rows|touched)\ndata: .*\n\n/g;

let messages = new Map<string, number[]>();
let bytes = 0;
let lost = 0;

function openOne({ port, path }: Opening, n: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const localAddress = `127.0.0.${2 + (n % ADDRESSES)}`;
    const socket: Socket = connect({ port, host: '127.0.0.1', ...(ADDRESSES > 1 ? { localAddress } : {}) });
    socket.once('error', reject);
    socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: text/event-stream\r\n\r\n`);
    let greeted = false;
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      if (!greeted && !chunk.startsWith('HTTP/1.1 200')) reject(new Error(chunk.slice(0, 200)));
      // The first chunks of a stream are its head and its greeting.
      if (!greeted) {
        greeted = chunk.includes('event: hello');
        if (greeted) resolve();
        return;
      }
      bytes += chunk.length;
      const at = performance.timeOrigin + performance.now();
      for (const [text] of chunk.matchAll(MESSAGE)) {
        const arrivals = messages.get(text);
        if (arrivals === undefined) messages.set(text, [at]);
        else arrivals.push(at);
      }
    });
    socket.once('close', () => {
      lost += 1;
    });
  });
}

async function open(opening: Opening): Promise<void> {
  let next = 0;
  const opener = async () => {
    while (next < opening.count) await openOne(opening, next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, opener));
  process.send?.('open');
}

function report(): void {
  const seen: Seen = {
    messages: [...messages].map(([text, arrivals]) => ({ text, arrivals: Float64Array.from(arrivals) })),
    bytes,
    lost,
  };
  messages = new Map();
  bytes = 0;
  process.send?.(seen);
}

process.on('message', (order: Order) => {
  if ('open' in order) void open(order.open);
  else report();
});
process.on('disconnect', () => process.exit(0));
