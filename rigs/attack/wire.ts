/** Sends requests from one network address and counts the answers. */
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, exchange } from '../http.ts';

export type Shot = { readonly call: string; readonly body?: unknown; readonly headers?: Record<string, string> };

/** The status is 0 where there was no answer. */
export type Client = { send(shot: Shot): Promise<Answer>; close(): void };

const PATIENCE_MS = 10_000;

export function clientFrom(origin: string, address: string): Client {
  const agent = new Agent({ keepAlive: true });
  return {
    close: () => agent.destroy(),
    send({ headers, ...shot }) {
      const begun = performance.now();
      const from = { 'x-forwarded-for': address, ...headers };
      return exchange(origin, { ...shot, agent, patience: PATIENCE_MS, headers: from }).catch(() => ({
        ...{ status: 0, headers: {}, body: '', ms: performance.now() - begun },
      }));
    },
  };
}

/** How often each status was answered to one kind of request. */
export type Tally = { readonly what: string; readonly statuses: Map<number, number> };

export const newTally = (what: string): Tally => ({ what, statuses: new Map() });
export const countIn = ({ statuses }: Tally, status: number): number => statuses.get(status) ?? 0;
export const sentIn = ({ statuses }: Tally): number => [...statuses.values()].reduce((sum, times) => sum + times, 0);
export const add = ({ statuses }: Tally, status: number): void =>
  void statuses.set(status, (statuses.get(status) ?? 0) + 1);

/** Returns the answer's JSON. @throws Error for a refusal, where the rig sets the scene. */
export function read<T>({ status, body }: Answer): T {
  if (status < 200 || status >= 300) throw new Error(`answered ${status}: ${body.slice(0, 200)}`);
  return JSON.parse(body) as T;
}

export type Flood = {
  readonly what: string;
  readonly client: Client;
  readonly atOnce: number;
  readonly seconds: number;
  /** Goes on beyond `seconds` until so many were sent. */
  readonly least?: number;
  /** At most so many requests; unlimited where it is left out. */
  readonly most?: number;
  shot(number: number): Shot;
  heard?(answer: Answer, shot: Shot): void;
};

const secondsSince = (moment: number): number => (performance.now() - moment) / 1000;

/** Sends the next request as soon as one is answered, `atOnce` at a time. Ends early once the program is gone. */
export async function flood({
  what,
  client,
  atOnce,
  seconds,
  least = 0,
  most = Infinity,
  shot,
  heard,
}: Flood): Promise<Tally> {
  const tally = newTally(what);
  const begun = performance.now();
  let number = 0;
  let silent = 0;
  const worker = async () => {
    const goesOn = () => number < most && silent < 2 * atOnce && (secondsSince(begun) < seconds || number < least);
    while (goesOn()) {
      number += 1;
      const one = shot(number);
      const answer = await client.send(one);
      silent = answer.status === 0 ? silent + 1 : 0;
      add(tally, answer.status);
      heard?.(answer, one);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return tally;
}

/** Writes bytes and returns what came back until `ms` have passed or the connection was closed. */
export async function say(origin: string, text: string, ms: number): Promise<string> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname).setEncoding('latin1');
  let heard = '';
  socket.on('data', (chunk: string) => {
    heard += chunk;
  });
  const closed = Promise.withResolvers<void>();
  socket.on('error', () => closed.resolve());
  socket.once('close', () => closed.resolve());
  socket.write(text);
  await Promise.race([closed.promise, pause(ms, undefined, { ref: false })]);
  socket.destroy();
  return heard;
}
