/** Pages that come, go, freeze and crash, compared with a server that remembers every message: each page hears all of its own. */
import fc from 'fast-check';
import { beforeEach, expect, it, vi } from 'vitest';
import { PageChannel, Wire } from '#testing/event-source.ts';
import { sharedStream } from './shared-stream.ts';

const PAGES = 4;
const topicOf = (which: number) => `topic${which % 3}`;
const which = fc.nat(PAGES - 1);
const step = fc.record({
  kind: fc.constantFrom('open', 'open', 'ask', 'say', 'close', 'freeze', 'wake', 'break', 'pass', 'pass', 'pass long'),
  which,
});
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
let sent: { position: number; topic: string }[] = [];
let now = 1;

/** Sends what was missed, then the hello, as the server does. */
class ServedWire extends Wire {
  /** The channel of the page that opened it. */
  page: PageChannel | null = null;
  readonly topics = (this.asked.get('watch') ?? '').split(',');
  constructor(address: string) {
    super(address);
    queueMicrotask(() => this.page?.run(() => this.welcome(Number(this.asked.get('since') ?? now))));
  }
  #isWelcomed = false;
  welcome(since: number) {
    if (this.readyState === Wire.CLOSED) return;
    this.#isWelcomed = true;
    for (const message of sent) if (message.position > since) this.bring(message);
    this.say('hello', now, { watching: this.topics });
  }
  bring({ position, topic }: { position: number; topic: string }) {
    if (!this.#isWelcomed || !this.topics.includes(topic)) return;
    this.page?.run(() => this.readyState === Wire.CLOSED || this.say('rows', position, { topic }));
  }
}

function openPage(topic: string) {
  const heard = new Set<number>();
  let known = now;
  let isCatchingUp = true;
  const stream = sharedStream(
    () => {
      isCatchingUp = true;
      return { topics: [topic], since: known };
    },
    ({ type, data, position }) => {
      // The page that opens the stream hears so first.
      if (type === 'opening') (Wire.latest as ServedWire).page ??= channel;
      if (type === 'opening' || type === 'error') isCatchingUp = true;
      if (type === 'hello') isCatchingUp = false;
      if (type === 'rows' && JSON.parse(data).topic === topic) heard.add(position);
      if (!isCatchingUp) known = Math.max(known, position);
    },
  );
  const joined = PageChannel.all.size;
  stream.open();
  const channel = [...PageChannel.all][joined] as PageChannel;
  const from = known;
  return {
    ...stream,
    channel,
    missed: () =>
      sent.filter((message) => message.position > from && message.topic === topic && !heard.has(message.position)),
  };
}

function say(topic: string) {
  now += 1;
  sent.push({ position: now, topic });
  for (const wire of Wire.open as ServedWire[]) wire.bring({ position: now, topic });
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', ServedWire);
  vi.stubGlobal('BroadcastChannel', PageChannel);
});
it('brings every page all of its messages over one stream, whichever pages come and go', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 30, size: 'max' }),
      fc.infiniteStream(fc.nat(9)),
      async (steps, digits) => {
        // Which page has the lowest id, and leads.
        let ids = 0;
        vi.spyOn(Math, 'random').mockImplementation(() => Number(`0.${digits.next().value}${++ids}5`));
        [Wire.all, sent, now] = [[], [], 1];
        PageChannel.all.clear();
        const pages = new Map<number, ReturnType<typeof openPage>>();
        for (const { kind, which: one } of steps) {
          const page = pages.get(one);
          if (kind === 'open' && page === undefined) pages.set(one, openPage(topicOf(one)));
          if (kind === 'open' || kind === 'say') say(topicOf(one));
          if (kind === 'close') {
            page?.stop();
            pages.delete(one);
          }
          if (kind === 'ask') page?.open();
          if (kind === 'freeze') page?.channel.freeze();
          if (kind === 'wake') page?.channel.wake();
          if (kind === 'break') Wire.open.at(-1)?.fail(Wire.CLOSED);
          if (kind === 'pass') await pass(300);
          if (kind === 'pass long') await pass(20_000);
        }
        for (const page of pages.values()) page.channel.wake();
        await pass(30_000);
        const missed = [...pages.values()].map((page) => page.missed());
        const streams = Wire.open.length;
        for (const page of pages.values()) page.stop();
        expect([streams, ...missed]).toEqual([Math.min(1, pages.size), ...missed.map(() => [])]);
      },
    ),
    { numRuns: 100 },
  );
});
