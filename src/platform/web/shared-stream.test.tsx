import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PageChannel, Wire } from '#testing/event-source.ts';
import { type StreamEvent, sharedStream, type Watch } from './shared-stream.ts';

let hidden = false;
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const pages: { stop(): void }[] = [];

/** A page whose knowledge follows what it hears. */
function openPage(topics: string[], since = 100, isShown = true) {
  const heard: StreamEvent[] = [];
  let known = since;
  const stream = sharedStream(
    (): Watch => ({ topics, since: known }),
    (event) => {
      heard.push(event);
      known = Math.max(known, event.position);
    },
  );
  const page = {
    ...stream,
    topics,
    /** The positions of what it heard. */
    positions: () => heard.map(({ position }) => position).filter((position) => position > 0),
    last: () => heard.at(-1)?.type,
  };
  pages.push(page);
  if (isShown) page.open();
  return page;
}
/** A page that leads, because it is the first. */
async function openLeader(topics: string[], since = 100) {
  const leader = openPage(topics, since);
  await pass(200);
  return leader;
}
const asked = () => Object.fromEntries(Wire.latest.asked);

const firstChannel = () => [...PageChannel.all][0] as PageChannel;
/** The stream that is open says something, and it arrives on every page. */
async function say(position: number, type = 'rows') {
  await pass(0);
  for (const wire of Wire.open) wire.say(type, position);
  await pass(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', Wire);
  vi.stubGlobal('BroadcastChannel', PageChannel);
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  Wire.all = [];
  PageChannel.all.clear();
  hidden = false;
});
afterEach(() => {
  for (const page of pages.splice(0)) page.stop();
});

it('opens one stream for what all pages watch, from where the page that knows least left off', async () => {
  await openLeader(['events', 'mine'], 300);
  expect(asked()).toEqual({ watch: 'events,mine', since: '300' });
  openPage(['events', 'scores'], 200);
  openPage(['users'], 0);
  await pass(0);
  expect([Wire.open.length, asked()]).toEqual([1, { watch: 'events,mine,scores,users', since: '200' }]);
  await pass(30_000);
  expect(Wire.all).toHaveLength(3);
});

it('continues where each page is when another page joins', async () => {
  const [first, second] = [await openLeader(['events']), openPage(['scores'])];
  await say(150);
  expect([first.positions(), second.positions()]).toEqual([[150], [150]]);
  openPage(['users'], 170);
  await pass(0);
  expect(asked()).toMatchObject({ since: '150' });
});

it('hears nothing of a stream that began before the page asked', async () => {
  await openLeader(['events']);
  const late = openPage(['events'], 90);
  Wire.latest.say('rows', 150);
  expect(Wire.all).toHaveLength(1);
  await pass(0);
  expect([late.positions(), asked()]).toEqual([[], { watch: 'events', since: '90' }]);
  await say(150);
  expect(late.positions()).toEqual([150]);
});

it('tells every page when the stream breaks and when it opens again', async () => {
  const [first, second] = [await openLeader(['events']), openPage(['events'])];
  await say(150, 'hello');
  Wire.latest.fail(Wire.CLOSED);
  await pass(0);
  expect([first.last(), second.last()]).toEqual(['error', 'error']);
  await pass(11_000);
  expect([first.last(), second.last(), Wire.all.length]).toEqual(['opening', 'opening', 3]);
});

it('lets another page lead at once when the leader closes', async () => {
  const [first, second, third] = [await openLeader(['events']), openPage(['scores']), openPage(['users'])];
  await say(150);
  first.close();
  expect(Wire.open).toEqual([]);
  await pass(200);
  expect([Wire.open.length, asked()]).toMatchObject([1, { since: '150' }]);
  await say(160);
  expect([first, second, third].map((page) => page.positions())).toEqual([[150], [150, 160], [150, 160]]);
  await pass(60_000);
  expect(Wire.open).toHaveLength(1);
});

it('leads with what is still watched', async () => {
  await openLeader(['events']);
  openPage(['scores']).close();
  openPage(['users']);
  await pass(0);
  expect(asked().watch).toBe('events,users');
});

it('takes over from a leader that froze, and leaves one stream when it wakes', async () => {
  await openLeader(['events']);
  const second = openPage(['scores']);
  await say(150);
  firstChannel().freeze();
  const [frozen] = Wire.open;
  await pass(18_000);
  expect(Wire.open).toHaveLength(2);
  expect(asked()).toEqual({ watch: 'scores', since: '150' });
  expect(frozen).not.toBe(Wire.latest);
  firstChannel().wake();
  await pass(6_000);
  expect([Wire.open.length, asked().watch?.split(',').sort()]).toEqual([1, ['events', 'scores']]);
  await say(170);
  expect(second.positions().at(-1)).toBe(170);
});

it.each([0, 1, 2, 3, 4])('leaves one stream when pages open at once (%i)', async () => {
  const opened = ['events', 'scores', 'users', 'posts'].map((topic) => openPage([topic]));
  await pass(1_000);
  expect([Wire.open.length, asked().watch?.split(',').length]).toEqual([1, 4]);
  await say(150);
  expect(opened.map((page) => page.positions().at(-1))).toEqual([150, 150, 150, 150]);
});

it('has no hidden page take over', async () => {
  const first = await openLeader(['events']);
  openPage(['scores']);
  await pass(0);
  hidden = true;
  first.close();
  await pass(60_000);
  expect(Wire.open).toEqual([]);
});

it('leaves the stream to the page that asks when the leader is hidden: frozen, it would answer and hear nothing', async () => {
  await openLeader(['events']);
  openPage(['scores']);
  hidden = true;
  await pass(0);
  expect(Wire.open).toEqual([]);
  hidden = false;
  await pass(200);
  expect([Wire.open.length, asked().watch]).toEqual([1, 'scores']);
});

it('asks for nothing while the page is hidden', async () => {
  await openLeader(['events']);
  hidden = true;
  openPage(['scores']);
  await pass(200);
  expect(Wire.all).toHaveLength(1);
});

it('closes when the page shows nothing to watch, and another page leads', async () => {
  const topics = ['events'];
  const first = await openLeader(topics);
  openPage(['scores']);
  topics.pop();
  first.open();
  await pass(200);
  expect([Wire.open.length, asked().watch]).toEqual([1, 'scores']);
});

it('asks the server for no more topics than it takes', async () => {
  openPage(Array.from({ length: 40 }, (_, index) => `matches:${index}`));
  await pass(200);
  expect(asked().watch?.split(',')).toHaveLength(32);
});

it.each([
  ['has no channel between pages', undefined],
  [
    'blocks it together with cookies',
    class {
      constructor() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      }
    },
  ],
])('opens a stream of its own at once where the browser %s', async (_why, blocked) => {
  vi.stubGlobal('BroadcastChannel', blocked);
  const [first, second] = [openPage(['events']), openPage(['scores'])];
  expect(Wire.open).toHaveLength(2);
  await say(150);
  expect([first.positions(), second.positions()]).toEqual([[150], [150]]);
});
