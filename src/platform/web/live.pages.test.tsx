import { queryOptions } from '@tanstack/react-query';
import { beforeEach, expect, it } from 'vitest';
import { HOUR } from '#platform/durations.ts';
import { checksumOf, type LiveRow } from '#platform/live.ts';
import { PageChannel, Wire } from '#testing/event-source.ts';
import { livePage } from '#testing/live-page.ts';
import { reportFailure } from './connection.ts';
import { openLive } from './live.ts';
import { liveList } from './live-list.ts';

let reads = 0;
const listOf = (topic: string) =>
  liveList({
    queryKey: [topic],
    topic,
    order: null,
    poll: 30_000,
    read: async (): Promise<LiveRow[]> => {
      reads += 1;
      return [];
    },
  });
const scores = queryOptions({ queryKey: ['scores'], queryFn: () => 1 });
const added = (topic: string, id: string) => {
  const row = { id, revision: 1 };
  return { topic, rows: [{ ...row, from: 0, checksum: checksumOf(row) }], gone: [] };
};

const page = livePage(PageChannel);
const { look, show, pass } = page;
const idsOf = (topic: string) => page.client.getQueryData<LiveRow[]>([topic])?.map(({ id }) => id);
const asked = () => [...Wire.latest.asked.values()];

beforeEach(async () => {
  reads = 0;
  for (const topic of ['events', 'users']) page.client.setQueryData([topic], []);
  show(listOf('events'));
  page.open();
  await pass(200);
  Wire.latest.say('hello', 100, { watching: ['events'] });
});

it('opens no stream while the page was never shown', async () => {
  page.live.stop();
  page.hide();
  page.open();
  show(scores);
  page.live.refresh(['rsvps']);
  await pass(HOUR);
  expect([Wire.all.length, reads]).toEqual([1, 0]);
  look(false);
  await pass(200);
  expect([Wire.all.length, ...asked()]).toEqual([2, 'events,scores', '100']);
});

it('opens no stream when the page is hidden while it waits for another page to answer', async () => {
  page.live.stop();
  page.open();
  look(true);
  await pass(HOUR);
  expect(Wire.all).toHaveLength(1);
});

it('has another page open the stream at once when this one is left, and opens one when it is shown again', async () => {
  const other = openLive(page.client);
  await pass(200);
  expect(Wire.open).toHaveLength(1);
  dispatchEvent(new Event('pagehide'));
  expect(Wire.open).toEqual([]);
  look(true);
  look(false);
  await pass(200);
  expect(Wire.open).toHaveLength(1);
  other.stop();
});

it('takes no events of topics that only other pages watch', async () => {
  show(listOf('users'))();
  await pass(200);
  Wire.latest.say('rows', 110, added('users', 'ana'));
  Wire.latest.say('touched', 111, { topic: 'users' });
  await pass(5_000);
  expect([idsOf('users'), page.client.getQueryState(['users'])?.isInvalidated]).toEqual([[], false]);
  show(listOf('users'));
  await pass(200);
  expect(asked()).toEqual(['events,users', '100']);
});

it('asks once for what belongs to a visitor while the server does not know this one', async () => {
  show(queryOptions({ queryKey: ['my'], queryFn: () => 1, meta: { topic: 'mine' } }));
  await pass(200);
  Wire.latest.say('hello', 110, { watching: ['events'] });
  show(listOf('events'));
  await pass(200);
  expect([Wire.all.length, ...asked()]).toEqual([2, 'events,mine', '100']);
});

it('asks again for what it shows of a visitor whom the server did not know at the first stream', async () => {
  let kept = ['of a device that was removed'];
  page.client.setQueryData(['my'], kept);
  kept = [];
  show(
    queryOptions({
      queryKey: ['my'],
      queryFn: () => kept,
      staleTime: Number.POSITIVE_INFINITY,
      meta: { topic: 'mine' },
    }),
  );
  await pass(200);
  Wire.latest.say('hello', 110, { watching: ['events'] });
  await pass(0);
  expect(page.client.getQueryData(['my'])).toEqual([]);
});

it('keeps a stream that came back by itself', async () => {
  Wire.latest.fail(Wire.CONNECTING);
  reportFailure();
  Wire.latest.say('hello', 120, { watching: ['events'] });
  await pass(5_000);
  expect(Wire.all).toHaveLength(1);
});

it('polls a list that the stream leaves out because the pages of the browser watch too much', async () => {
  Wire.latest.say('hello', 110, { watching: ['mine'] });
  for (let beat = 1; beat <= 3; beat += 1) {
    await pass(15_000);
    Wire.latest.say('beat', 110 + beat);
  }
  expect(reads).toBe(1);
  page.live.refresh(['events']);
  await pass(0);
  expect(reads).toBe(2);
});

it('knows of a list only what the stream brings of it', async () => {
  Wire.latest.fail(Wire.CONNECTING);
  Wire.latest.say('touched', 140, { topic: 'mine' });
  Wire.latest.say('hello', 150, { watching: [] });
  Wire.latest.say('beat', 160);
  look(false);
  expect(asked()).toEqual(['events', '100']);
});

it('does not show again what was deleted when another page of the browser catches up', () => {
  Wire.latest.say('beat', 50_000);
  Wire.latest.fail(Wire.CONNECTING);
  Wire.latest.say('rows', 30_000, added('events', 'deleted'));
  expect(idsOf('events')).toEqual([]);
  Wire.latest.say('rows', 45_000, added('events', 'of another instance'));
  expect(idsOf('events')).toEqual(['of another instance']);
});
