import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { gate } from './limits.ts';

/** A gate whose acts end on demand, and the order in which they started. */
function scene(options: { atOnce: number; queued: number }) {
  const pass = gate(options);
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const come = (party: string) =>
    pass(party, () => {
      started.push(party);
      return new Promise<void>((end) => ends.push(end));
    }).then(
      () => 'done',
      (error: { code: string; retryAfter: number }) => `${error.code} ${error.retryAfter}`,
    );
  /** Ends acts one by one until nothing waits. */
  const drain = async () => {
    for (let end = ends.shift(); end !== undefined; end = ends.shift()) {
      end();
      await turn();
    }
  };
  return { come, started, drain };
}

const FULL = 'BUSY 3';

it('a gate lets so many act at once, and takes turns between parties, not between acts', async () => {
  const { come, started, drain } = scene({ atOnce: 2, queued: 20 });
  const answers = ['flood', 'flood', 'flood', 'flood', 'one', 'two'].map(come);
  expect(started).toEqual(['flood', 'flood']);
  await drain();
  expect(started).toEqual(['flood', 'flood', 'flood', 'one', 'two', 'flood']);
  expect(await Promise.all(answers)).toEqual(Array(6).fill('done'));
});

it('a gate refuses at once what may not wait', async () => {
  const { come, started, drain } = scene({ atOnce: 2, queued: 0 });
  const answers = ['a', 'b', 'c', 'a'].map(come);
  await drain();
  expect(await Promise.all(answers)).toEqual(['done', 'done', FULL, FULL]);
  const later = come('c');
  await drain();
  expect([await later, started]).toEqual(['done', ['a', 'b', 'c']]);
});

it('a gate gives a newcomer the newest turn of the largest party, unless that party has no more than the newcomer', async () => {
  const { come, started, drain } = scene({ atOnce: 1, queued: 3 });
  const answers = ['a', 'a', 'a', 'b', 'c', 'd', 'c'].map(come);
  await drain();
  expect(await Promise.all(answers)).toEqual(['done', 'done', FULL, 'done', 'done', FULL, FULL]);
  expect(started).toEqual(['a', 'a', 'b', 'c']);
});

it('a gate passes on results and errors, and continues after both', async () => {
  const pass = gate({ atOnce: 1, queued: 2 });
  const acts = [pass('a', async () => 'page'), pass('a', () => Promise.reject('away')), pass('b', async () => 'list')];
  expect((await Promise.allSettled(acts)).map((one) => ('value' in one ? one.value : one.reason))).toEqual([
    'page',
    'away',
    'list',
  ]);
  expect(await pass('a', async () => 'idle again')).toBe('idle again');
});

it('a gate has no limit without the settings', () => {
  const { come, started } = scene({ atOnce: Number.POSITIVE_INFINITY, queued: 0 });
  for (let count = 0; count < 500; count += 1) void come('a');
  expect(started).toHaveLength(500);
});
