/** Opens more live streams from one address than the limit, then one from another network. */
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { atMost, check, type Scenario } from '../scenario.ts';
import { add, newTally, type Tally } from '../wire.ts';

/** Streams as a multiple of the limit. */
const TOO_MANY = 1.2;
const NEWCOMERS = 20;
const AT_ONCE = 200;
/** A stream that stays open this long counts as held. */
const STAYS_MS = 1000;

export type Stream = { isOpen(): boolean; end(): void };

type Listener = { readonly address: string; readonly watch?: string; readonly cookie?: string };

export function openStream(origin: string, { address, watch = '', cookie = '' }: Listener, tally: Tally) {
  const { promise, resolve } = Promise.withResolvers<Stream>();
  const headers = { 'x-forwarded-for': address, cookie };
  const sent = request(`${origin}/api/live?watch=${watch}`, { agent: false, headers });
  let live = false;
  const stream: Stream = { isOpen: () => live, end: () => sent.destroy() };
  sent.once('response', (answer) => {
    live = answer.statusCode === 200;
    add(tally, answer.statusCode ?? 0);
    answer.resume();
    const over = () => {
      live = false;
    };
    answer.once('end', over).once('close', over).once('error', over);
    resolve(stream);
  });
  sent.once('error', () => {
    live = false;
    resolve(stream);
  });
  sent.end();
  return promise;
}

export const streams: Scenario = {
  name: 'streams',
  goal: 'one address cannot hold every live stream',
  seconds: 1,
  async attack({ origin, address, limits }) {
    const hostile = newTally('GET /api/live');
    const elsewhere = newTally('GET /api/live, elsewhere');
    const wanted = Math.ceil(limits.streams * TOO_MANY);
    const held: Stream[] = [];
    const others: Stream[] = [];
    try {
      while (held.length < wanted) {
        const some = Math.min(AT_ONCE, wanted - held.length);
        held.push(...(await Promise.all(Array.from({ length: some }, () => openStream(origin, { address }, hostile)))));
      }
      for (let n = 0; n < NEWCOMERS; n += 1)
        others.push(await openStream(origin, { address: `203.0.113.${n + 1}` }, elsewhere));
      await pause(STAYS_MS);
      const [mine, theirs] = [held, others].map((list) => list.filter((one) => one.isOpen()).length) as [
        number,
        number,
      ];
      return {
        sent: [hostile, elsewhere],
        checks: [
          atMost('streams held from one address', mine, limits.streams),
          check(`newcomers elsewhere with a stream: ${NEWCOMERS}`, theirs, theirs === NEWCOMERS),
        ],
      };
    } finally {
      for (const stream of [...held, ...others]) stream.end();
    }
  },
};
